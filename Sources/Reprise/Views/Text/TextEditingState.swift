/// What a text field or view keeps besides the text itself, which is the app's (contract 2.C,
/// design 5.1).
struct TextEditingState: Equatable {
  var digest: String
  var caret: Int
  var anchor: Int?
  var firstVisible: Int
  var undo: [TextEdit]
  var redo: [TextEdit]
  var killed: [Character]

  init(buffer: TextBuffer, firstVisible: Int) {
    digest = Digest.of(buffer.text)
    caret = buffer.caret
    anchor = buffer.anchor
    self.firstVisible = firstVisible
    undo = buffer.undoSteps
    redo = buffer.redoSteps
    killed = buffer.killed
  }

  /// Whether it was saved for this text.
  func isAbout(_ text: String) -> Bool { digest == Digest.of(text) }

  /// Puts caret, selection and undo on the text that they were saved for.
  func apply(to buffer: inout TextBuffer) {
    buffer.restore(caret: caret, anchor: anchor)
    buffer.undoSteps = undo
    buffer.redoSteps = redo
    buffer.killed = killed
  }
}

extension TextEditingState {
  func encode(with coder: Coder) {
    coder.encode(digest, forKey: "text.digest")
    coder.encode(caret, forKey: "caret")
    coder.encode(anchor, forKey: "anchor")
    coder.encode(firstVisible, forKey: "firstVisible")
    if !undo.isEmpty { coder.encode(value: .array(undo.map(Value.init)), forKey: "undo") }
    if !redo.isEmpty { coder.encode(value: .array(redo.map(Value.init)), forKey: "redo") }
    if !killed.isEmpty { coder.encode(String(killed), forKey: "killed") }
  }

  init?(coder: Coder) {
    guard let digest = coder.decodeString(forKey: "text.digest"),
      let caret = coder.decodeInt(forKey: "caret")
    else { return nil }
    self.digest = digest
    self.caret = caret
    anchor = coder.decodeInt(forKey: "anchor")
    firstVisible = coder.decodeInt(forKey: "firstVisible") ?? 0
    undo = coder.value(forKey: "undo")?.textEdits ?? []
    redo = coder.value(forKey: "redo")?.textEdits ?? []
    killed = Array(coder.decodeString(forKey: "killed") ?? "")
  }
}

extension Value {
  fileprivate init(_ edit: TextEdit) {
    self = .array([
      .int(Int64(edit.location)), .string(String(edit.removed)), .string(String(edit.inserted)),
    ])
  }

  fileprivate var textEdits: [TextEdit] {
    guard case .array(let values) = self else { return [] }
    return values.compactMap { value in
      guard case .array(let parts) = value, parts.count == 3, case .int(let location) = parts[0],
        case .string(let removed) = parts[1], case .string(let inserted) = parts[2],
        let location = Int(exactly: location), (0...1_000_000).contains(location)
      else { return nil }
      return TextEdit(
        location: location, removed: Array(removed), inserted: Array(inserted))
    }
  }
}
