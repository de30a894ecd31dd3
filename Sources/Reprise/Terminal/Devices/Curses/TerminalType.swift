import CTerminal
import Glibc

/// The facts about a terminal that are known before it is used.
package struct TerminalType: Hashable, Sendable {
  /// The name, as in `TERM`.
  package let name: String

  /// Whether the machine does not describe the type, so that the built-in description of xterm-256color is used.
  package let isBuiltIn: Bool

  /// Checks that there is a terminal that can show a full screen.
  ///
  /// Cheap, and sends nothing to the terminal, so an app can check before it sets up anything else.
  ///
  /// - Throws: ``TerminalError`` with a line for a person.
  package init(environment: [String: String]) throws(TerminalError) {
    guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else { throw .notATerminal }
    let name = environment["TERM"] ?? ""
    guard !name.isEmpty, name != "dumb", name != "unknown" else { throw .unusableType(name) }
    switch terminal_type_check(name) {
    case terminal_type_usable: isBuiltIn = false
    case terminal_type_unusable: throw .unusableType(name)
    default:
      guard Self.isXTermLike(name) else { throw .unknownType(name) }
      isBuiltIn = true
    }
    self.name = name
  }

  /// The names of terminals that support everything in xterm-256color's description.
  private static let families = [
    "xterm", "alacritty", "contour", "foot", "ghostty", "gnome", "iterm2", "kitty", "konsole",
    "mintty", "ms-terminal", "rio", "st", "tmux", "vte", "wezterm",
  ]

  /// Whether xterm-256color's description fits a type by its name, such as `foot` or `foot-extra`.
  static func isXTermLike(_ name: String) -> Bool {
    families.contains { name == $0 || name.hasPrefix($0 + "-") }
  }
}
