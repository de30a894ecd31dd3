/// Keys written as text: `n<Tab>Lamp<^S>`.
///
/// Plain characters stand for themselves. Angle brackets enclose names as the line of hints writes them
/// (`Enter`, `Esc`, `Tab`, `Shift-Tab`, `Down`, `^S`, `Alt-f`, `F1`), and `lt` for `<`.
nonisolated public struct KeyScript {
  /// The keys in order.
  public let keys: [KeyPress]

  /// Bracketed names that are not keys; they are missing in ``keys``.
  public let unknownNames: [String]

  /// Reads a script; check ``unknownNames`` if a person wrote it.
  public init(_ text: String) {
    var keys: [KeyPress] = []
    var unknown: [String] = []
    var rest = Substring(text)
    while let character = rest.popFirst() {
      if character == "<", let end = rest.firstIndex(of: ">") {
        let name = String(rest[..<end])
        if let key = Self.key(named: name) { keys.append(key) } else { unknown.append(name) }
        rest = rest[rest.index(after: end)...]
      } else {
        keys.append(.character(character))
      }
    }
    self.keys = keys
    unknownNames = unknown
  }

  static let names: [String: Key] = [
    "Enter": .enter, "Esc": .escape, "Tab": .tab, "Backspace": .backspace, "Up": .up,
    "Down": .down, "Left": .left, "Right": .right, "Home": .home, "End": .end,
    "PgUp": .pageUp, "PgDn": .pageDown, "Del": .delete, "lt": .character("<"),
  ]

  private static func key(named name: String) -> KeyPress? {
    if let key = names[name] { return KeyPress(key) }
    if name.hasPrefix("Shift-") {
      return key(named: String(name.dropFirst(6))).map { KeyPress($0.key, .shift) }
    }
    if name.hasPrefix("Alt-") {
      let rest = String(name.dropFirst(4))
      return (rest.count == 1 ? rest.first.map(KeyPress.character) : key(named: rest))
        .map { KeyPress($0.key, .alt) }
    }
    if name.hasPrefix("^"), name.count == 2, let letter = name.lowercased().last {
      return .control(letter)
    }
    if name.hasPrefix("F"), let number = Int(name.dropFirst()), (1...63).contains(number) {
      return KeyPress(.function(number))
    }
    return nil
  }

  // MARK: - Text

  /// The script that presses these keys, for the message of a failed test.
  public static func text(of keys: some Sequence<KeyPress>) -> String {
    keys.map { press in
      if case .character(let character) = press.key, press.modifiers.isEmpty {
        return character == "<" ? "<lt>" : String(character)
      }
      let shift = press.modifiers.contains(.shift) ? "Shift-" : ""
      let alt = press.modifiers.contains(.alt) ? "Alt-" : ""
      return "<\(shift)\(alt)\(name(of: press))>"
    }.joined()
  }

  private static func name(of press: KeyPress) -> String {
    switch press.key {
    case .character(let character):
      press.modifiers.contains(.control) ? "^\(character.uppercased())" : String(character)
    case .function(let number): "F\(number)"
    case .insert: "Ins"
    default: names.first { $0.value == press.key }?.key ?? "?"
    }
  }
}
