/// Text that arrives at once, from the app or from the person's own editor.
extension TextView {
  /// Adds text at the end, as to a log; the oldest text gives way if ``maximumLength`` is reached.
  ///
  /// The view follows the end while the caret is there; otherwise it stays where the person is reading. The addition
  /// can't be undone.
  public func append(_ text: String) {
    let added = Array(text.onLines.suffix(maximumLength))
    guard !added.isEmpty else { return }
    let excess = max(0, buffer.characters.count + added.count - maximumLength)
    let isAtEnd = caret == buffer.characters.count
    let caret = max(0, caret - excess)
    if excess > 0 {
      change {
        buffer.move(to: 0)
        buffer.delete(0..<excess)
      }
    }
    change {
      buffer.move(to: buffer.characters.count)
      buffer.insert(added)
      if !isAtEnd { buffer.move(to: caret) }
      buffer.forgetFormerText()
      leaveLine()
    }
  }
}

extension TextView: ExternallyEdited {
  /// Opens the person's own editor with the text, without asking the delegate.
  ///
  /// When the editor ends, its text replaces this one in a step that can be undone. A failure is reported in a line.
  /// Without ``Application/externalEditorDirectory`` nothing happens.
  public func editExternally() {
    if isEditable { host?.editExternally(self) }
  }

  func usableText(_ text: String) -> String { text.onLines }

  func replaceText(with text: String) {
    change {
      _ = TextAction.insert(buffer.selectDifference(from: text))
        .apply(to: &buffer, limit: maximumLength)
      leaveLine()
    }
  }
}
