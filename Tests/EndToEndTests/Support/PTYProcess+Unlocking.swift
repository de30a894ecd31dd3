import RepriseTesting
import Terminal

extension TerminalPicture {
  /// Whether the question for the passphrase is on the screen.
  var isLocked: Bool { text.contains("Keepsake is locked") }
}

extension PTYProcess {
  /// Waits for the question for the passphrase, answers it and waits for the app.
  func unlock(with passphrase: String) throws {
    try wait(until: \.isLocked)
    type(passphrase + "\r")
    try wait { !$0.isLocked && $0.modes.contains(.alternateScreen) }
    try waitUntilIdle()
  }
}
