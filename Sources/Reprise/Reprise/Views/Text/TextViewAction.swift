/// The effect of a key in a text view.
enum TextViewAction: Hashable {
  /// An action that a text field has, too.
  case edit(TextAction)

  /// A motion that depends on where lines are broken.
  case line(LineMotion, selecting: Bool)

  /// Where a motion leads.
  enum LineMotion: Hashable {
    case up
    case down
    case pageUp
    case pageDown
    case start
    case end
  }

  /// Whether it can change the text, not just caret and selection.
  var changesText: Bool {
    if case .edit(let action) = self { action.changesText } else { false }
  }

  // MARK: - Keys

  private typealias Keys = EditingKeys<TextViewAction>

  /// The keys of a text view: its own, then those of a text field that do something else.
  static let keys = EditingKeys(lines + inherited)

  private static let lines = [
    Keys.change("new-line", [KeyPress(.enter)], "New line", .edit(.insert("\n"))),
    Keys.motion("up", [KeyPress(.up), .control("p")], "Up") { .line(.up, selecting: $0) },
    Keys.motion("down", [KeyPress(.down), .control("n")], "Down") { .line(.down, selecting: $0) },
    Keys.motion("page-up", [KeyPress(.pageUp)], "Page up") { .line(.pageUp, selecting: $0) },
    Keys.motion("page-down", [KeyPress(.pageDown)], "Page down") {
      .line(.pageDown, selecting: $0)
    },
    Keys.motion("line-start", [KeyPress(.home), .control("a")], "To the start of the line") {
      .line(.start, selecting: $0)
    },
    Keys.motion("line-end", [KeyPress(.end), .control("e")], "To the end of the line") {
      .line(.end, selecting: $0)
    },
    Keys.motion("start", [KeyPress(.home, .control)], "To the start of the text") {
      .edit(.start(selecting: $0))
    },
    Keys.motion("end", [KeyPress(.end, .control)], "To the end of the text") {
      .edit(.end(selecting: $0))
    },
  ].flatMap { $0 }

  private static let inherited = {
    let own = Set(lines.map(\.id))
    return TextAction.keys.entries.filter { !own.contains($0.id) }.map { entry in
      Keys.Entry(
        id: entry.id, title: entry.title, keys: entry.keys, effect: .edit(entry.effect),
        isListed: entry.isListed)
    }
  }()
}
