extension TextAction {
  private typealias Keys = EditingKeys<TextAction>

  /// The keys of a text field, under ids that never change.
  static let keys = EditingKeys(motions + changes)

  private static let motions = [
    Keys.motion("left", [KeyPress(.left), .control("b")], "Left") { .left(selecting: $0) },
    Keys.motion("right", [KeyPress(.right), .control("f")], "Right") { .right(selecting: $0) },
    Keys.motion("word-left", [KeyPress(.left, .control), .alt("b")], "A word left") {
      .wordLeft(selecting: $0)
    },
    Keys.motion("word-right", [KeyPress(.right, .control), .alt("f")], "A word right") {
      .wordRight(selecting: $0)
    },
    Keys.motion("line-start", [KeyPress(.home), .control("a")], "To the start") {
      .start(selecting: $0)
    },
    Keys.motion("line-end", [KeyPress(.end), .control("e")], "To the end") { .end(selecting: $0) },
    // On one line these repeat the two above.
    Keys.motion("start", [KeyPress(.home, .control)], "To the start of the text", isListed: false) {
      .start(selecting: $0)
    },
    Keys.motion("end", [KeyPress(.end, .control)], "To the end of the text", isListed: false) {
      .end(selecting: $0)
    },
  ].flatMap { $0 }

  private static let changes = [
    Keys.change("delete-left", [KeyPress(.backspace), .control("h")], "Delete left", .deleteLeft),
    Keys.change(
      "delete-left", [KeyPress(.backspace, .shift)], "Delete left", .deleteLeft, isListed: false),
    Keys.change("delete-right", [KeyPress(.delete), .control("d")], "Delete right", .deleteRight),
    Keys.change(
      "delete-right", [KeyPress(.delete, .shift)], "Delete right", .deleteRight, isListed: false),
    Keys.change(
      "cut-word-left", [.control("w"), KeyPress(.backspace, .control)], "Cut a word left",
      .killWordLeft),
    Keys.change(
      "cut-word-right", [.alt("d"), KeyPress(.delete, .control)], "Cut a word right",
      .killWordRight),
    Keys.change(
      "cut-to-line-start", [.control("u")], "Cut to the start of the line", .killToStart),
    Keys.change("cut-to-line-end", [.control("k")], "Cut to the end of the line", .killToEnd),
    Keys.change("put-back", [.control("y")], "Put back what was cut", .yank),
    Keys.change("undo", [.control("_")], "Undo typing", .undo),
    Keys.change("redo", [.control("r")], "Redo typing", .redo),
  ].flatMap { $0 }
}
