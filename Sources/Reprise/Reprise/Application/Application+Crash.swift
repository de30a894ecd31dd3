import Foundation
import Preservation

/// Reports a crash at the next launch.
extension Application {
  /// Shows the message of the crash, and logs the output before it.
  func tell(of crash: CrashNote) {
    let reason =
      crash.message ?? "\(String(cString: strsignal(crash.signal))) (signal \(crash.signal))"
    let isRestart = launchOptions.restarts > 0
    let text = isRestart ? "Crashed and restarted: \(reason)" : "The last run crashed: \(reason)"
    logger.error("the last run crashed", metadata: ["signal": "\(crash.signal)"])
    for line in crash.lines.suffix(Self.crashLines) { logger.error("it printed: \(line)") }
    // The line has to name quarantined state; the list shows both.
    if store.notice == nil {
      window.show(problem: text)
    } else {
      window.show(notice: text, kind: .warning)
    }
  }

  /// The most lines of a crashed app's output that are logged.
  private static let crashLines = 20
}
