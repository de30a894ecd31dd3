/// What a key does to the text under edit.
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

  func apply(to buffer: inout TextBuffer, limit: Int) {
    let end = buffer.characters.count
    let caret = buffer.caret
    switch self {
    case .insert(let text):
      let room = limit - end + (buffer.selection?.count ?? 0)
      buffer.insert(text.prefix(max(0, room)))
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
    case .killToStart: buffer.delete(0..<caret, killing: true)
    case .killToEnd: buffer.delete(caret..<end, killing: true)
    case .killWordLeft: buffer.delete(buffer.previousWord..<caret, killing: true)
    case .killWordRight: buffer.delete(caret..<buffer.nextWord, killing: true)
    case .yank: buffer.insert(buffer.killed)
    case .undo: _ = buffer.undo()
    case .redo: _ = buffer.redo()
    }
  }
}

extension TextField {
  /// What a key means in a text field: readline's keys, and those of other editors beside them.
  static func action(for press: KeyPress) -> TextAction? {
    if case .character(let character) = press.key {
      if press.modifiers.isEmpty { return .insert(String(character)) }
      if press.modifiers == .control { return controlAction(character) }
      if press.modifiers == .alt { return altAction(character) }
      return nil
    }
    return namedAction(press)
  }

  private static func controlAction(_ character: Character) -> TextAction? {
    switch character {
    case "a": .start(selecting: false)
    case "e": .end(selecting: false)
    case "b": .left(selecting: false)
    case "f": .right(selecting: false)
    case "d": .deleteRight
    case "h": .deleteLeft
    case "u": .killToStart
    case "k": .killToEnd
    case "w": .killWordLeft
    case "y": .yank
    case "_": .undo
    case "r": .redo
    default: nil
    }
  }

  private static func altAction(_ character: Character) -> TextAction? {
    switch character {
    case "b": .wordLeft(selecting: false)
    case "f": .wordRight(selecting: false)
    case "d": .killWordRight
    default: nil
    }
  }

  private static func namedAction(_ press: KeyPress) -> TextAction? {
    let selecting = press.modifiers.contains(.shift)
    let byWord = press.modifiers.contains(.control) || press.modifiers.contains(.alt)
    switch press.key {
    case .left: return byWord ? .wordLeft(selecting: selecting) : .left(selecting: selecting)
    case .right: return byWord ? .wordRight(selecting: selecting) : .right(selecting: selecting)
    case .home: return .start(selecting: selecting)
    case .end: return .end(selecting: selecting)
    case .backspace: return byWord ? .killWordLeft : .deleteLeft
    case .delete: return byWord ? .killWordRight : .deleteRight
    default: return nil
    }
  }
}
