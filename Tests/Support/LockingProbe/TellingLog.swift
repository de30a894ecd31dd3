import Logging

/// A log that records the launch report, which marks the end of restoration.
nonisolated struct TellingLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    if event.message == "launched" { Diary.note("launch reported") }
  }
}
