nonisolated extension KeyScript {
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
