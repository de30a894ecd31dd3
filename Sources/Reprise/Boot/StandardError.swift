import Foundation
import SystemSupport
import Terminal

/// Where a program says something to the person outside of its screen.
nonisolated enum StandardError {
  /// Writes one line, with everything made visible that a terminal could obey.
  static func say(_ text: String) {
    _ = writeAll(Array((CellText(text).string + "\n").utf8), to: STDERR_FILENO)
  }
}
