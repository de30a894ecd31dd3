import Foundation
import Terminal

/// Where a program says something to the person outside of its screen.
nonisolated enum StandardError {
  /// Writes one line, with everything made visible that a terminal could obey.
  static func say(_ text: String) {
    // A reader that has left is no reason to die.
    signal(SIGPIPE, SIG_IGN)
    var bytes = Array((CellText(text).string + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { return }
    }
  }
}
