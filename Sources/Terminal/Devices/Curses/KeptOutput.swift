import CTerminal
import Glibc

/// What is printed while the app has the terminal: kept, and shown when the terminal is given back.
///
/// ``CursesTerminal`` does both; the guardian shows it after a crash.
package enum KeptOutput {
  /// Whether standard output and standard error are being kept.
  package static var isOn: Bool { terminal_output_is_kept() }

  /// Writes to standard error, as far as that takes it: nobody ends because a line is lost.
  package static func complain(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
