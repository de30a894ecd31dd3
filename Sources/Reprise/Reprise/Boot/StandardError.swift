import Foundation
import Storage
import Terminal

/// Says something to the person outside of the screen.
nonisolated enum StandardError {
  /// Writes a line, with everything made visible that a terminal could obey.
  static func say(_ text: String) {
    _ = writeAll(Array((CellText(text).string + "\n").utf8), to: STDERR_FILENO)
  }
}
