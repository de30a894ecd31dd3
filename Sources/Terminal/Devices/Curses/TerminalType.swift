import CTerminal
import Glibc

/// What is known of the terminal before it is used.
package struct TerminalType: Hashable, Sendable {
  /// The name, as in `TERM`.
  package let name: String

  /// Checks that there is a terminal that can show a full screen.
  ///
  /// Cheap, and sends nothing to the terminal, so an app can check before it sets up anything else.
  ///
  /// - Throws: ``TerminalError`` with a line for a person.
  package init(environment: [String: String]) throws(TerminalError) {
    guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else { throw .notATerminal }
    let name = environment["TERM"] ?? ""
    guard !name.isEmpty, name != "dumb", name != "unknown", terminal_type_is_usable(name) else {
      throw .unusableType(name)
    }
    self.name = name
  }
}
