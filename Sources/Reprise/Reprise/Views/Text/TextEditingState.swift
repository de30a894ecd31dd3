import Preservation

/// The state of a text being edited, without the text, which belongs to the app (contract 2.C).
///
/// Its only text is what was deleted and can be put back, up to ``textLimit`` (contract 4.9).
struct TextEditingState: Equatable {
  /// The most bytes of deleted text to store, in UTF-8.
  ///
  /// Enough for a view of 100,000 ASCII letters. Room goes first to the next steps of undo, then to
  /// those of redo, last to what was cut.
  static let textLimit = 128 << 10

  var digest: String
  var caret: Int
  var anchor: Int?
  var firstVisible: Int
  var undo: [TextStep]
  var redo: [TextStep]
  var killed: Killed?

  /// The text that was cut last.
  enum Killed: Equatable {
    /// The text that a step puts in, by its number from the first of undo to the last of redo.
    case step(Int)
    /// Another text.
    case text(String)
  }

  init(buffer: TextBuffer, firstVisible: Int) {
    digest = Digest.of(buffer.text)
    caret = buffer.caret
    anchor = buffer.anchor
    self.firstVisible = firstVisible
    var room = Self.textLimit
    undo = Self.fitting(buffer.undoSteps, &room)
    redo = Self.fitting(buffer.redoSteps, &room)
    let cut = buffer.killed
    if let step = (undo + redo).firstIndex(where: { $0.text == cut }), !cut.isEmpty {
      killed = .step(step)
    } else if !cut.isEmpty, cut.utf8.count <= room {
      killed = .text(cut)
    }
  }

  /// The next steps, as far as there is room for their text.
  private static func fitting(_ steps: [TextStep], _ room: inout Int) -> [TextStep] {
    var first = steps.count
    while first > 0, steps[first - 1].text.utf8.count <= room {
      first -= 1
      room -= steps[first].text.utf8.count
    }
    return Array(steps[first...])
  }

  /// Whether it was saved for this text.
  func isAbout(_ text: String) -> Bool { digest == Digest.of(text) }

  /// Applies caret, selection and undo to the text that they were saved for.
  func apply(to buffer: inout TextBuffer) {
    buffer.restore(caret: caret, anchor: anchor)
    buffer.undoSteps = undo
    buffer.redoSteps = redo
    switch killed {
    case .step(let step): buffer.killed = (undo + redo)[step].text
    case .text(let text): buffer.killed = text
    case nil: buffer.killed = ""
    }
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
    switch killed {
    case .step(let step): coder.encode(step, forKey: "killed.step")
    case .text(let text): coder.encode(text, forKey: "killed")
    case nil: break
    }
  }

  init?(coder: Coder) {
    guard let digest = coder.decodeString(forKey: "text.digest"),
      let caret = coder.decodeInt(forKey: "caret")
    else { return nil }
    self.digest = digest
    self.caret = caret
    anchor = coder.decodeInt(forKey: "anchor")
    firstVisible = coder.decodeInt(forKey: "firstVisible") ?? 0
    undo = coder.value(forKey: "undo")?.textSteps { $0.undoing } ?? []
    redo = coder.value(forKey: "redo")?.textSteps { $0.redoing } ?? []
    let step = coder.decodeInt(forKey: "killed.step")
    if let step, (undo + redo).indices.contains(step) {
      killed = .step(step)
    } else if let text = coder.decodeString(forKey: "killed"), !text.isEmpty {
      killed = .text(text)
    }
  }
}

extension Value {
  fileprivate init(_ step: TextStep) {
    self = .array([.int(Int64(step.location)), .int(Int64(step.length)), .string(step.text)])
  }

  /// The steps of a list, at most the last ``TextBuffer/undoLimit`` of them.
  fileprivate func textSteps(_ step: (FormerStep) -> TextStep) -> [TextStep] {
    guard case .array(let values) = self else { return [] }
    return values.suffix(TextBuffer.undoLimit).compactMap { value in
      guard case .array(let parts) = value, parts.count == 3, case .int(let location) = parts[0],
        case .string(let text) = parts[2], let location = Int(exactly: location)
      else { return nil }
      switch parts[1] {
      case .int(let length):
        return Int(exactly: length).map { TextStep(location: location, length: $0, text: text) }
      case .string(let removed):
        return step(FormerStep(location: location, removed: removed, inserted: text))
      default: return nil
      }
    }
  }
}

/// A step as earlier versions saved it, with the text before and after.
private struct FormerStep {
  var location: Int
  var removed: String
  var inserted: String

  var undoing: TextStep { TextStep(location: location, length: inserted.count, text: removed) }
  var redoing: TextStep { TextStep(location: location, length: removed.count, text: inserted) }
}
