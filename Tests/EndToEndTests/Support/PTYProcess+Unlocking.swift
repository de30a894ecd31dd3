import RepriseTesting
import Terminal

extension TerminalPicture {
  /// Whether the screen shows the passphrase prompt.
  var isLocked: Bool { text.contains("Keepsake is locked") }
}

extension PTYProcess {
  /// Waits for the passphrase prompt, answers it and waits for the app.
  func unlock(with passphrase: String) throws {
    try wait(until: \.isLocked)
    type(passphrase + "\r")
    try wait { !$0.isLocked && $0.modes.contains(.alternateScreen) }
    try waitUntilIdle()
  }
}
