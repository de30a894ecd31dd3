import Terminal

/// A theme in a TOML file, `themes/NAME.toml` next to the preferences of an app.
///
/// It changes roles of a shipped theme. A look is a text of attributes, a color, and `on` with a background:
///
/// ```toml
/// extends = "dark"
/// accent = "#ff87d7"
/// title = "bold 231"
/// raised = "252 on 237"
/// ```
///
/// Colors are names (`red`, `bright-red`), numbers of the 256-color palette, `default`, or `#rrggbb`, which becomes the
/// closest one of the palette. Attributes are `bold`, `italic`, `underline`, `reverse` and `dim`.
nonisolated public struct ThemeFile: Sendable {
  /// The path of the file.
  public let path: String

  /// The theme; `nil` if the file has problems.
  public let definition: Theme.Definition?

  /// Everything that is wrong in the file, with its line.
  public let problems: [PreferenceProblem]

  /// Reads a file.
  ///
  /// - Returns: `nil` if there is no file at the path.
  public init?(path: String) {
    switch PreferenceFile.content(of: path) {
    case .absent: return nil
    case .refused(let words):
      self.init(
        path: path, definition: nil,
        problems: [PreferenceProblem(file: path, line: nil, text: words)])
    case .bytes(let bytes): self.init(bytes, path: path)
    }
  }

  /// Reads the theme of a name next to a preferences file.
  init?(_ name: String, nextTo file: String) { self.init(path: Self.path(of: name, nextTo: file)) }

  /// The path of a theme next to a preferences file.
  static func path(of name: String, nextTo file: String) -> String {
    let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
    return "\(folder)themes/\(name).toml"
  }

  /// Reads text as the content of a file.
  public init(_ text: String, path: String = "theme.toml") {
    self.init([UInt8](text.utf8), path: path)
  }

  private init(_ bytes: [UInt8], path: String) {
    var preferences = Preferences(bytes: bytes, file: path)
    let name: Theme.Name = preferences.choice("extends") ?? .dark
    var changes: [Style.Role: Style] = [:]
    for role in Style.Role.allCases {
      let look = preferences.text(role.name, LookText.advice) { LookText(String($0))?.style }
      changes[role] = look
    }
    if let look = changes[.selected], look.background == .default,
      !look.attributes.contains(.reverse)
    {
      preferences.reject("selected", "needs reverse or a background: write \"reverse\"")
    }
    preferences.nameUnknownKeys()
    let problems = preferences.problems
    self.init(
      path: path,
      definition: problems.isEmpty ? Theme.Definition(name, changing: changes) : nil,
      problems: problems)
  }

  private init(path: String, definition: Theme.Definition?, problems: [PreferenceProblem]) {
    (self.path, self.definition, self.problems) = (path, definition, problems)
  }
}

nonisolated extension Style.Role {
  /// The name in a theme file: `border-focused`.
  var name: String { self == .borderFocused ? "border-focused" : "\(self)" }
}

/// A look as a person writes it: `bold 231 on #303030`.
nonisolated struct LookText {
  /// The look.
  private(set) var style = Style.plain

  /// The expected text, for a message.
  static let advice = "a look, as in \"bold 231 on 236\", \"#ff87d7\" or \"bright-red\""

  /// Reads a text; `nil` if a word is neither a color nor an attribute.
  init?(_ text: String) {
    var isBackground = false
    for word in text.lowercased().split(separator: " ") {
      if word == "on" {
        isBackground = true
      } else if let attribute = Self.attributes[String(word)], !isBackground {
        style.attributes.insert(attribute)
      } else if let color = Self.color(String(word)) {
        if isBackground { style.background = color } else { style.foreground = color }
      } else {
        return nil
      }
    }
  }

  private static let attributes: [String: Style.Attributes] = [
    "bold": .bold, "italic": .italic, "underline": .underline, "reverse": .reverse, "dim": .dim,
  ]

  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  private static func color(_ word: String) -> Color? {
    if word == "default" { return .default }
    if let index = UInt8(word) { return .palette(index) }
    if word.hasPrefix("#") {
      guard word.utf8.count == 7, let value = Int(word.dropFirst(), radix: 16) else { return nil }
      return .nearest(to: RGB(value))
    }
    let isBright = word.hasPrefix("bright-")
    let name = isBright ? String(word.dropFirst(7)) : word
    return names.firstIndex(of: name).map { .palette(UInt8($0 + (isBright ? 8 : 0))) }
  }
}
