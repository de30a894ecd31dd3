/// Text being edited: what it says, the caret, the selection, and the way back.
///
/// All positions count graphemes from 0. A value without any view, so that it can be kept and
/// tested by itself.
struct TextBuffer: Hashable {
  /// How many steps can be taken back.
  static let undoLimit = 100

  /// How many graphemes those steps may hold together; the last one is kept whatever it holds.
  static let undoTextLimit = 200_000

  private(set) var characters: [Character]

  /// What the graphemes say together; kept, since putting a long text together takes time.
  private(set) var text: String

  /// The position before which typing goes.
  private(set) var caret: Int

  /// Where a selection began; it runs from here to the caret.
  private(set) var anchor: Int?

  var undoSteps: [TextEdit] = []
  var redoSteps: [TextEdit] = []

  /// What `^K`, `^U` and `^W` took out last, for `^Y`.
  var killed: [Character] = []

  /// The last change, until somebody takes note of it.
  private var lastEdit: TextEdit?

  init(_ text: String = "") {
    self.text = text
    characters = Array(text)
    caret = characters.count
  }

  /// The selected positions, if any are.
  var selection: Range<Int>? {
    guard let anchor, anchor != caret else { return nil }
    return min(anchor, caret)..<max(anchor, caret)
  }

  // MARK: - Moving

  /// Moves the caret; with `selecting` the selection grows or shrinks with it.
  mutating func move(to position: Int, selecting: Bool = false) {
    anchor = selecting ? anchor ?? caret : nil
    caret = min(max(0, position), characters.count)
    if anchor == caret { anchor = nil }
  }

  /// Puts caret and selection back, if they fit the text (contract 2.C).
  mutating func restore(caret: Int, anchor: Int?) {
    guard (0...characters.count).contains(caret) else { return }
    self.caret = caret
    self.anchor = anchor.flatMap { (0...characters.count).contains($0) && $0 != caret ? $0 : nil }
  }

  mutating func selectAll() {
    anchor = characters.isEmpty ? nil : 0
    caret = characters.count
  }

  /// The positions of the paragraph that the caret is in, without its line end.
  var paragraph: Range<Int> {
    var start = caret
    while start > 0, !CellText.isLineEnd(characters[start - 1]) { start -= 1 }
    var end = caret
    while end < characters.count, !CellText.isLineEnd(characters[end]) { end += 1 }
    return start..<end
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

  /// Deletes the selection, or else the given range.
  mutating func delete(_ range: Range<Int>, killing: Bool = false) {
    let doomed = selection ?? range.clamped(to: 0..<characters.count)
    guard !doomed.isEmpty else { return }
    if killing { killed = Array(characters[doomed]) }
    replace(doomed, with: [])
  }

  private mutating func replace(_ range: Range<Int>, with text: [Character]) {
    guard !range.isEmpty || !text.isEmpty else { return }
    let edit = apply(
      TextEdit(location: range.lowerBound, removed: Array(characters[range]), inserted: text))
    redoSteps = []
    if let last = undoSteps.indices.last, undoSteps[last].absorb(edit) { return }
    undoSteps.append(edit)
    if undoSteps.count > Self.undoLimit { undoSteps.removeFirst() }
    var size = 0
    for step in undoSteps { size += step.removed.count + step.inserted.count }
    while size > Self.undoTextLimit, undoSteps.count > 1 {
      let oldest = undoSteps.removeFirst()
      size -= oldest.removed.count + oldest.inserted.count
    }
  }

  /// Makes a change; gives what changed in the end, the graphemes around that merged or parted too.
  @discardableResult
  private mutating func apply(_ edit: TextEdit) -> TextEdit {
    let edit = edit.mended(in: characters)
    let end = edit.location + edit.removed.count
    replaceText(for: edit)
    characters.replaceSubrange(edit.location..<end, with: edit.inserted)
    caret = edit.location + edit.inserted.count
    anchor = nil
    lastEdit = edit
    return edit
  }

  /// Makes a change in the text, before it is made in the graphemes.
  private mutating func replaceText(for edit: TextEdit) {
    var start = 0
    for position in 0..<edit.location { start += characters[position].utf8.count }
    var end = start
    for character in edit.removed { end += character.utf8.count }
    let bytes = text.utf8
    let range =
      bytes.index(bytes.startIndex, offsetBy: start)..<bytes.index(bytes.startIndex, offsetBy: end)
    text.replaceSubrange(range, with: String(edit.inserted))
  }

  /// The change since the last call, if any.
  ///
  /// To be called after each action by whoever keeps something that depends on the text.
  mutating func takeEdit() -> TextEdit? {
    defer { lastEdit = nil }
    return lastEdit
  }

  /// Takes the last step back; returns whether there was one.
  mutating func undo() -> Bool {
    guard let edit = undoSteps.popLast(), fits(edit.inverse) else { return false }
    apply(edit.inverse)
    redoSteps.append(edit)
    return true
  }

  /// Does the last step taken back again; returns whether there was one.
  mutating func redo() -> Bool {
    guard let edit = redoSteps.popLast(), fits(edit) else { return false }
    apply(edit)
    undoSteps.append(edit)
    return true
  }

  /// Whether what a step takes out stands where it says; a step from a file may lie.
  private func fits(_ edit: TextEdit) -> Bool {
    let end = edit.location + edit.removed.count
    return edit.location >= 0 && end <= characters.count
      && Array(characters[edit.location..<end]) == edit.removed
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}
