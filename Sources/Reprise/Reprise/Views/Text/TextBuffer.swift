import Terminal

/// A text being edited, with caret, selection and undo.
///
/// All positions count graphemes from 0. It is a value and knows no view, so it can be stored and
/// tested on its own.
struct TextBuffer {
  /// The most steps that can be undone.
  static let undoLimit = 100

  /// The most bytes of deleted text, in UTF-8, that those steps may hold together.
  ///
  /// The last step is kept whatever it holds.
  static let undoTextLimit = 1 << 20

  private(set) var characters: [Character]

  /// The measures of each grapheme that layout needs.
  private(set) var measures: [GraphemeMeasure]

  /// The text; stored, since joining the graphemes of a long one takes time.
  private(set) var text: String

  /// The position of the caret: typing goes before the grapheme there.
  private(set) var caret: Int

  /// The other end of the selection, which runs from here to the caret.
  private(set) var anchor: Int?

  var undoSteps: [TextStep] = []
  var redoSteps: [TextStep] = []

  /// The text that `^K`, `^U` or `^W` cut last, for `^Y`.
  var killed = ""

  /// The last change, until ``takeEdit()`` is called.
  private var lastEdit: TextEdit?

  /// A position whose offset in bytes is known.
  private var landmark = (position: 0, offset: 0)

  /// The graphemes walked over so far in search of offsets: tests count them.
  private(set) var walked = 0

  init(_ text: String = "") {
    self.text = text
    characters = Array(text)
    measures = characters.map(GraphemeMeasure.init)
    caret = characters.count
  }

  /// The range of the selection, if there is one.
  var selection: Range<Int>? {
    guard let anchor, anchor != caret else { return nil }
    return min(anchor, caret)..<max(anchor, caret)
  }

  /// The state that an action may change besides the text.
  struct Place: Equatable {
    var caret: Int
    var anchor: Int?
    var undoCount: Int
    var redoCount: Int
  }

  var place: Place {
    Place(
      caret: caret, anchor: anchor, undoCount: undoSteps.count, redoCount: redoSteps.count)
  }

  /// Forgets all former text: nothing can be undone or put back.
  mutating func forgetFormerText() {
    undoSteps = []
    redoSteps = []
    killed = ""
  }

  // MARK: - Moving

  /// Moves the caret; if `selecting`, the other end of the selection stays.
  mutating func move(to position: Int, selecting: Bool = false) {
    anchor = selecting ? anchor ?? caret : nil
    caret = min(max(0, position), characters.count)
    if anchor == caret { anchor = nil }
  }

  /// Restores caret and selection, if they fit the text (contract 2.C).
  mutating func restore(caret: Int, anchor: Int?) {
    guard (0...characters.count).contains(caret) else { return }
    self.caret = caret
    self.anchor = anchor.flatMap { (0...characters.count).contains($0) && $0 != caret ? $0 : nil }
  }

  /// The start of the caret's paragraph.
  var paragraphStart: Int {
    var start = caret
    while start > 0, measures[start - 1].role != .lineEnd { start -= 1 }
    return start
  }

  /// The end of the caret's paragraph, before its line end.
  var paragraphEnd: Int {
    var end = caret
    while end < characters.count, measures[end].role != .lineEnd { end += 1 }
    return end
  }

  /// The start of the word at or before the caret.
  var previousWord: Int {
    var position = caret
    while position > 0, !characters[position - 1].isWordPart { position -= 1 }
    while position > 0, characters[position - 1].isWordPart { position -= 1 }
    return position
  }

  /// The end of the word at or after the caret.
  var nextWord: Int {
    var position = caret
    while position < characters.count, !characters[position].isWordPart { position += 1 }
    while position < characters.count, characters[position].isWordPart { position += 1 }
    return position
  }

  // MARK: - Changing

  /// Types text in place of the selection.
  mutating func insert(_ text: some Sequence<Character>) {
    let range = selection ?? caret..<caret
    replace(range, with: Array(text))
  }

  /// Deletes the selection, or else a range.
  mutating func delete(_ range: Range<Int>, killing: Bool = false) {
    let doomed = selection ?? range.clamped(to: 0..<characters.count)
    guard !doomed.isEmpty else { return }
    let text = killing ? String(characters[doomed]) : ""
    replace(doomed, with: [])
    // Share the string with undo, so that it is stored once.
    if killing { killed = undoSteps.last.flatMap { $0.text == text ? $0.text : nil } ?? text }
  }

  private mutating func replace(_ range: Range<Int>, with text: [Character]) {
    guard !range.isEmpty || !text.isEmpty else { return }
    let edit = apply(range, text)
    redoSteps = []
    if let last = undoSteps.indices.last, undoSteps[last].absorb(edit, in: characters) { return }
    undoSteps.append(TextStep(undoing: edit))
    if undoSteps.count > Self.undoLimit { undoSteps.removeFirst() }
    var size = undoSteps.reduce(0) { $0 + $1.text.utf8.count }
    while size > Self.undoTextLimit, undoSteps.count > 1 {
      size -= undoSteps.removeFirst().text.utf8.count
    }
  }

  /// Makes a change; returns all that changed, neighboring graphemes that merged or split included.
  private mutating func apply(_ range: Range<Int>, _ inserted: [Character]) -> TextEdit {
    let edit = TextEdit(
      location: range.lowerBound, removed: Array(characters[range]), inserted: inserted
    ).mended(in: characters)
    let end = edit.location + edit.removed.count
    replaceText(for: edit)
    characters.replaceSubrange(edit.location..<end, with: edit.inserted)
    measures.replaceSubrange(
      edit.location..<end, with: edit.inserted.map(GraphemeMeasure.init))
    caret = edit.location + edit.inserted.count
    anchor = nil
    lastEdit = edit
    return edit
  }

  /// Makes a change in ``text``, before it is made in the graphemes.
  private mutating func replaceText(for edit: TextEdit) {
    let start = offset(of: edit.location)
    var end = start
    for character in edit.removed { end += character.utf8.count }
    let inserted = String(edit.inserted)
    let bytes = text.utf8
    let range =
      bytes.index(bytes.startIndex, offsetBy: start)..<bytes.index(bytes.startIndex, offsetBy: end)
    text.replaceSubrange(range, with: inserted)
    landmark = (edit.location + edit.inserted.count, start + inserted.utf8.count)
  }

  /// The offset in bytes of a position.
  ///
  /// Walks from the nearest known offset: an end of the text, or the place of the last change.
  private mutating func offset(of position: Int) -> Int {
    let bytes = text.utf8.count
    // As many bytes as graphemes: each is one byte.
    guard bytes != characters.count else { return position }
    var (place, offset) = landmark
    if position < abs(place - position) { (place, offset) = (0, 0) }
    if characters.count - position < abs(place - position) {
      (place, offset) = (characters.count, bytes)
    }
    walked += abs(place - position)
    for character in characters[min(place, position)..<max(place, position)] {
      offset += place < position ? character.utf8.count : -character.utf8.count
    }
    return offset
  }

  /// The change since the last call, if there was one.
  ///
  /// Call it after each action, to update what depends on the text.
  mutating func takeEdit() -> TextEdit? {
    defer { lastEdit = nil }
    return lastEdit
  }

  /// Undoes a step; returns whether there was one.
  mutating func undo() -> Bool {
    guard let step = undoSteps.popLast(), let edit = take(step) else { return false }
    redoSteps.append(TextStep(undoing: edit))
    return true
  }

  /// Redoes a step; returns whether there was one.
  mutating func redo() -> Bool {
    guard let step = redoSteps.popLast(), let edit = take(step) else { return false }
    undoSteps.append(TextStep(undoing: edit))
    return true
  }

  private mutating func take(_ step: TextStep) -> TextEdit? {
    step.range(in: characters.count).map { apply($0, Array(step.text)) }
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}

extension String {
  /// The text for a field of one line: line ends and tabs become spaces, those at the end are cut.
  var onOneLine: String {
    var text = self
    while text.last?.isNewline == true { text.removeLast() }
    return String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  /// The text for a view of several lines: line ends become `\n` and tabs four spaces.
  var onLines: String {
    var text = ""
    for character in self {
      if character == "\t" {
        text += "    "
      } else {
        text.append(character.isNewline ? "\n" : character)
      }
    }
    return text
  }
}

extension String {
  /// The notice that a text has no room for all that was typed or pasted.
  ///
  /// - Parameter limit: The most graphemes that the text may have.
  init(noticeThatTextIsFull limit: Int) {
    let digits = Array(String(limit))
    var figure = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { figure += "," }
      figure.append(digit)
    }
    self = "Full: there is room for \(figure) characters; the rest was dropped"
  }
}
