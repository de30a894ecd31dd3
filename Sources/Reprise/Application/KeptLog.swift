import Logging
import Terminal

/// The log of an app that has none of its own: warnings, on standard error while that is kept.
///
/// So a developer reads them in the shell afterwards, and they never stand on the screen. Without a
/// real terminal, as in tests, nothing is written.
nonisolated struct KeptLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.warning

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    guard KeptOutput.isOn else { return }
    let line = "reprise: \(event.level): \(event.message)\n"
    KeptOutput.complain(line)
  }
}
