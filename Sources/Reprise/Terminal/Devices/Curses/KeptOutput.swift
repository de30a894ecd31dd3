import CGuardian
import CTerminal
import Glibc

/// Output that is printed while the app has the terminal: captured, and shown when the app releases
/// it.
///
/// ``CursesTerminal`` does both; after a crash the guardian shows it.
package enum KeptOutput {
  /// Whether standard output and standard error are captured.
  package static var isOn: Bool { captured_output_is_on() }

  /// Writes to standard error as far as possible; a lost line must not end the program.
  package static func complain(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
