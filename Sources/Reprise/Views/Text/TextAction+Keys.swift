extension TextAction {
  private typealias Keys = TextKeys<TextAction>

  /// The keys of a text field.
  static let keys = TextKeys(motions + changes)

  /// The action of a key in a text field.
  init?(_ press: KeyPress) {
    if case .character(let character) = press.key, press.modifiers.isEmpty {
      self = .insert(String(character))
    } else if let action = Self.keys[press] {
      self = action
    } else {
      return nil
    }
  }

  private static let motions = [
    Keys.motion([KeyPress(.left), .control("b")], "Left") { .left(selecting: $0) },
    Keys.motion([KeyPress(.right), .control("f")], "Right") { .right(selecting: $0) },
    Keys.motion([KeyPress(.left, .control), .alt("b")], "A word left") {
      .wordLeft(selecting: $0)
    },
    Keys.motion([KeyPress(.right, .control), .alt("f")], "A word right") {
      .wordRight(selecting: $0)
    },
    Keys.motion([KeyPress(.home), .control("a")], "To the start") { .start(selecting: $0) },
    Keys.motion([KeyPress(.end), .control("e")], "To the end") { .end(selecting: $0) },
    Keys.motion([KeyPress(.home, .control)], nil) { .start(selecting: $0) },
    Keys.motion([KeyPress(.end, .control)], nil) { .end(selecting: $0) },
  ].flatMap { $0 }

  private static let changes = [
    Keys.change([KeyPress(.backspace), .control("h")], "Delete left", .deleteLeft),
    Keys.change([KeyPress(.delete), .control("d")], "Delete right", .deleteRight),
    Keys.change([.control("w"), KeyPress(.backspace, .control)], "Cut a word left", .killWordLeft),
    Keys.change([.alt("d"), KeyPress(.delete, .control)], "Cut a word right", .killWordRight),
    Keys.change([.control("u")], "Cut to the start of the line", .killToStart),
    Keys.change([.control("k")], "Cut to the end of the line", .killToEnd),
    Keys.change([.control("y")], "Put back what was cut", .yank),
    Keys.change([.control("_")], "Undo typing", .undo),
    Keys.change([.control("r")], "Redo typing", .redo),
    Keys.change([KeyPress(.backspace, .shift)], nil, .deleteLeft),
    Keys.change([KeyPress(.delete, .shift)], nil, .deleteRight),
  ].flatMap { $0 }
}
