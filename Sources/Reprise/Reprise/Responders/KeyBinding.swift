/// Keys written as text: `"^S"`, `"g g"`, `"Enter"`, `"Alt-f"`.
///
/// A word is a key; several words are keys pressed one after the other. A character stands for itself,
/// `^` or `Ctrl-` for Control, `Alt-` and `Shift-` for those modifiers. Other keys have the names that
/// the line of hints shows (`Esc`, `Tab`, `Space`, `Backspace`, `Up` or `↑`, `PgUp`, `Del`, `F1`).
///
/// The text is checked here. If it names no key, or a key that no terminal sends, the binding is
/// empty and ``problem`` gives the reason; the app reports it and continues.
///
/// ```swift
/// let save: KeyBinding = "^S"
/// let problem = KeyBinding("^I").problem  // "^I" is the same key as Tab
/// ```
nonisolated public struct KeyBinding: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The keys in the order in which they are pressed; empty if there is a ``problem``.
  public let keys: [KeyPress]

  /// Why the binding is empty, for the author of the text; `nil` if it is not.
  public let problem: String?

  /// Reads keys from text; check ``problem`` if the text comes from a file or a person.
  public init(_ text: String) {
    // A launch reads a hundred bindings, most of them one ASCII character.
    if text.utf8.count == 1, let byte = text.utf8.first, (0x21...0x7E).contains(byte) {
      keys = [.character(Character(UnicodeScalar(byte)))]
      problem = nil
      return
    }
    var keys: [KeyPress] = []
    for name in text.split(separator: " ") {
      switch Self.key(named: name) {
      case .success(let key): keys.append(key)
      case .failure(let reason):
        self.keys = []
        problem = reason.text
        return
      }
    }
    self.keys = keys
    problem = keys.isEmpty ? "no key is given" : nil
  }

  /// Reads keys from a literal in the source.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// Makes a binding of keys.
  public init(_ keys: KeyPress...) { self.init(keys: keys) }

  init(keys: [KeyPress]) {
    self.keys = keys
    problem = keys.isEmpty ? "no key is given" : nil
  }

  /// The keys as a person writes them: `g g`, `^S`.
  public var label: String { KeyPress.label(of: keys) }

  // MARK: - Reading

  private struct Reason: Error {
    let text: String
  }

  private static let prefixes: [(text: String, modifier: KeyPress.Modifiers)] = [
    ("^", .control), ("Ctrl-", .control), ("Alt-", .alt), ("Shift-", .shift),
  ]

  private static let names: [Substring: Key] = [
    "Enter": .enter, "Esc": .escape, "Tab": .tab, "Space": .character(" "),
    "Backspace": .backspace, "Del": .delete, "Ins": .insert, "Up": .up, "↑": .up, "Down": .down,
    "↓": .down, "Left": .left, "←": .left, "Right": .right, "→": .right, "Home": .home,
    "End": .end, "PgUp": .pageUp, "PgDn": .pageDown,
  ]

  /// Control characters that terminals send as another key, or never.
  private static let reserved: [Character: String] = [
    "i": "is the same key as Tab", "m": "is the same key as Enter",
    "h": "is the same key as Backspace", "[": "is the same key as Esc",
    "z": "goes to the shell", "\\": "forces the program to quit",
  ]

  private static func key(named name: Substring) -> Result<KeyPress, Reason> {
    var rest = name
    var modifiers: KeyPress.Modifiers = []
    while rest.count > 1,
      let prefix = prefixes.first(where: { rest.hasPrefix($0.text) && rest != $0.text })
    {
      rest = rest.dropFirst(prefix.text.count)
      modifiers.insert(prefix.modifier)
    }
    guard let key = key(unmodified: rest) else {
      return .failure(Reason(text: "“\(name)” is not a key"))
    }
    guard case .character(let character) = key else { return .success(KeyPress(key, modifiers)) }
    if modifiers.contains(.shift) {
      return .failure(Reason(text: "“\(name)” arrives as another character: write that one"))
    }
    guard modifiers.contains(.control) else { return .success(KeyPress(key, modifiers)) }
    let small = Character(character.lowercased())
    if let reason = reserved[small] {
      return .failure(Reason(text: "“\(name)” \(reason)"))
    }
    return .success(KeyPress(.character(small), modifiers))
  }

  private static func key(unmodified name: Substring) -> Key? {
    // A character that lowercases to a single one can be typed with Control.
    if name.count == 1, let character = name.first, names[name] == nil {
      let isControl = character.unicodeScalars.contains {
        $0.properties.generalCategory == .control
      }
      return isControl || character.lowercased().count != 1 ? nil : .character(character)
    }
    if name.hasPrefix("F"), let number = Int(name.dropFirst()), (1...63).contains(number) {
      return .function(number)
    }
    return names[name]
  }
}
