import Logging
import Terminal

/// The default log: keeps warnings and shows them when the terminal has been given back.
///
/// So a developer reads them in the shell, and they are never on the screen. Without a real terminal,
/// as in tests, nothing is written.
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
