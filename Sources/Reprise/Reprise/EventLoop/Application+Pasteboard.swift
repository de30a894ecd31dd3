import Terminal

extension Application {
  /// Copies a text to the clipboard of the terminal, also over ssh.
  ///
  /// The terminal decides: some ask the user first, and some ignore it (OSC 52).
  ///
  /// ```swift
  /// if !application.copy(note.text) { notices.show(problem: "Too long to copy") }
  /// ```
  ///
  /// - Parameter text: At most ``maximumCopiedBytes`` in UTF-8.
  /// - Returns: Whether the terminal was asked: not if the text is too long, or if the terminal's type knows no clipboard.
  @discardableResult
  public func copy(_ text: String) -> Bool { device.copy(text) }

  /// The most bytes that ``copy(_:)`` takes.
  public static var maximumCopiedBytes: Int { ClipboardRequest.maximumBytes }
}
