/// The effect of a key on a text being edited.
enum TextAction: Hashable {
  case insert(String)
  case move(to: Int, selecting: Bool)
  case left(selecting: Bool)
  case right(selecting: Bool)
  case start(selecting: Bool)
  case end(selecting: Bool)
  case wordLeft(selecting: Bool)
  case wordRight(selecting: Bool)
  case deleteLeft
  case deleteRight
  case killToStart
  case killToEnd
  case killWordLeft
  case killWordRight
  case yank
  case undo
  case redo
  /// Opens the person's own editor; not a change of the buffer.
  case editExternally

  /// Whether it can change the text, not just caret and selection.
  var changesText: Bool {
    switch self {
    case .move, .left, .right, .start, .end, .wordLeft, .wordRight: false
    default: true
    }
  }

  /// Whether it is offered in a secret, of which nothing can be put back.
  var isOfferedForSecrets: Bool {
    switch self {
    case .yank, .undo, .redo, .editExternally: false
    default: onSecret == self
    }
  }

  /// The action in a secret, where words have no boundaries.
  var onSecret: TextAction {
    switch self {
    case .wordLeft(let selecting): .start(selecting: selecting)
    case .wordRight(let selecting): .end(selecting: selecting)
    case .killWordLeft: .killToStart
    case .killWordRight: .killToEnd
    default: self
    }
  }

  /// Applies the action to a text.
  ///
  /// - Parameter limit: The most graphemes that the text may have.
  /// - Returns: The number of graphemes that had no room.
  @discardableResult
  func apply(to buffer: inout TextBuffer, limit: Int) -> Int {
    let end = buffer.characters.count
    let caret = buffer.caret
    switch self {
    case .insert(let text): return buffer.insert(text, limit: limit)
    case .move(let position, let selecting): buffer.move(to: position, selecting: selecting)
    case .left(let selecting):
      let target = selecting ? caret - 1 : buffer.selection?.lowerBound ?? caret - 1
      buffer.move(to: target, selecting: selecting)
    case .right(let selecting):
      let target = selecting ? caret + 1 : buffer.selection?.upperBound ?? caret + 1
      buffer.move(to: target, selecting: selecting)
    case .start(let selecting): buffer.move(to: 0, selecting: selecting)
    case .end(let selecting): buffer.move(to: end, selecting: selecting)
    case .wordLeft(let selecting): buffer.move(to: buffer.previousWord, selecting: selecting)
    case .wordRight(let selecting): buffer.move(to: buffer.nextWord, selecting: selecting)
    case .deleteLeft: buffer.delete(max(0, caret - 1)..<caret)
    case .deleteRight: buffer.delete(caret..<min(end, caret + 1))
    case .killToStart: buffer.delete(buffer.paragraphStart..<caret, killing: true)
    case .killToEnd:
      // At the end of a paragraph, delete its line end.
      let stop = max(buffer.paragraphEnd, min(end, caret + 1))
      buffer.delete(caret..<stop, killing: true)
    case .killWordLeft: buffer.delete(buffer.previousWord..<caret, killing: true)
    case .killWordRight: buffer.delete(caret..<buffer.nextWord, killing: true)
    case .yank: return buffer.insert(buffer.killed, limit: limit)
    case .undo: _ = buffer.undo()
    case .redo: _ = buffer.redo()
    case .editExternally: break
    }
    return 0
  }

  // MARK: - Keys

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
    // In a single line these do the same as the two above, so help omits them.
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
    Keys.change("put-back", [.control("y")], "Paste what was cut", .yank),
    Keys.change("undo", [.control("_")], "Undo typing", .undo),
    Keys.change("redo", [.control("r")], "Redo typing", .redo),
    [
      Keys.Entry(
        id: "text.edit-externally", title: "Edit in your editor",
        keys: [.control("x"), .control("e")], effect: .editExternally)
    ],
  ].flatMap { $0 }
}

extension TextBuffer {
  /// Types as much of a text as there is room for; returns the number of graphemes that did not fit.
  fileprivate mutating func insert(_ text: String, limit: Int) -> Int {
    let room = max(0, limit - characters.count + (selection?.count ?? 0))
    let fitting = text.prefix(room)
    insert(fitting)
    return fitting.endIndex == text.endIndex ? 0 : text[fitting.endIndex...].count
  }
}
