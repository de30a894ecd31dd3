extension TextViewAction {
  private typealias Keys = TextKeys<TextViewAction>

  /// The keys of a text view: its own, then those of a text field.
  static let keys = TextKeys(
    lines
      + TextAction.keys.entries.map { entry in
        Keys.Entry(press: entry.press, title: entry.title, action: .edit(entry.action))
      })

  /// The action of a key in a text view.
  init?(_ press: KeyPress) {
    if let action = Self.keys[press] {
      self = action
    } else if let action = TextAction(press) {
      self = .edit(action)
    } else {
      return nil
    }
  }

  private static let lines = [
    Keys.change([KeyPress(.enter)], "New line", .edit(.insert("\n"))),
    Keys.motion([KeyPress(.up), .control("p")], "Up") { .line(.up, selecting: $0) },
    Keys.motion([KeyPress(.down), .control("n")], "Down") { .line(.down, selecting: $0) },
    Keys.motion([KeyPress(.pageUp)], "Page up") { .line(.pageUp, selecting: $0) },
    Keys.motion([KeyPress(.pageDown)], "Page down") { .line(.pageDown, selecting: $0) },
    Keys.motion([KeyPress(.home), .control("a")], "To the start of the line") {
      .line(.start, selecting: $0)
    },
    Keys.motion([KeyPress(.end), .control("e")], "To the end of the line") {
      .line(.end, selecting: $0)
    },
    Keys.motion([KeyPress(.home, .control)], "To the start of the text") {
      .edit(.start(selecting: $0))
    },
    Keys.motion([KeyPress(.end, .control)], "To the end of the text") {
      .edit(.end(selecting: $0))
    },
  ].flatMap { $0 }
}
