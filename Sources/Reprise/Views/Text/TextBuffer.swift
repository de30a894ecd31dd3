/// Text being edited: what it says, the caret, the selection, and the way back.
///
/// All positions count graphemes from 0. A value without any view, so that it can be kept and
/// tested by itself.
struct TextBuffer: Hashable {
  /// How many steps can be taken back.
  static let undoLimit = 100

  private(set) var characters: [Character]

  /// The position before which typing goes.
  private(set) var caret: Int

  /// Where a selection began; it runs from here to the caret.
  private(set) var anchor: Int?

  var undoSteps: [TextEdit] = []
  var redoSteps: [TextEdit] = []

  /// What `^K`, `^U` and `^W` took out last, for `^Y`.
  var killed: [Character] = []

  init(_ text: String = "") {
    characters = Array(text)
    caret = characters.count
  }

  var text: String { String(characters) }

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
    let edit = TextEdit(
      location: range.lowerBound, removed: Array(characters[range]), inserted: text)
    apply(edit)
    redoSteps = []
    if let last = undoSteps.indices.last, undoSteps[last].absorb(edit) { return }
    undoSteps.append(edit)
    if undoSteps.count > Self.undoLimit { undoSteps.removeFirst() }
  }

  private mutating func apply(_ edit: TextEdit) {
    let range = edit.location..<edit.location + edit.removed.count
    characters.replaceSubrange(range, with: edit.inserted)
    // Graphemes can merge where texts meet (a letter and a combining mark): count them anew.
    let before = characters.count
    characters = Array(String(characters))
    caret = min(edit.location + edit.inserted.count - (before - characters.count), characters.count)
    caret = max(0, caret)
    anchor = nil
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
