nonisolated extension KeyPress {
  /// Keys pressed one after the other, as a person writes them: `g g`.
  public static func label(of keys: [KeyPress]) -> String {
    keys.map(\.label).joined(separator: " ")
  }

  /// The key as a person writes it: `a`, `^S`, `Alt-f`, `Shift-Tab`, `F1`.
  public var label: String {
    var prefix = ""
    if modifiers.contains(.control) { prefix += "^" }
    if modifiers.contains(.alt) { prefix += "Alt-" }
    if modifiers.contains(.shift) { prefix += "Shift-" }
    if case .character(let character) = key, character != " ", modifiers.contains(.control) {
      return prefix + character.uppercased()
    }
    return prefix + key.label
  }
}

nonisolated extension Key {
  fileprivate var label: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .enter: "Enter"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .escape: "Esc"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .insert: "Ins"
    case .delete: "Del"
    case .function(let number): "F\(number)"
    }
  }
}

extension KeyPress {
  /// The text for a key of an unfinished sequence: only plain characters begin one.
  var stateName: String {
    if case .character(let character) = key, modifiers.isEmpty { String(character) } else { "" }
  }

  init?(stateName: String) {
    guard let character = stateName.first, stateName.count == 1 else { return nil }
    self.init(.character(character))
  }
}
