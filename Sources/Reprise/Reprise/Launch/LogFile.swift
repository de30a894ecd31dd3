import Foundation
import Logging
import Storage
import Terminal

/// Appends lines to a file that only its owner can read, since the terminal belongs to the screen.
///
/// A file longer than ``limit`` becomes `NAME.1`, and a new one begins. A line that cannot be written
/// is dropped: logging never gets in the way.
nonisolated struct LogFile: LogHandler {
  /// The longest file, in bytes.
  static let limit: off_t = 1 << 20

  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info
  private let path: String
  private let label: String

  /// A logger that appends to a file.
  static func logger(label: String, path: String) -> Logger {
    Logger(label: label) { LogFile(path: path, label: $0) }
  }

  init(path: String, label: String) {
    self.path = path
    self.label = label
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let facts = metadata.merging(event.metadata ?? [:]) { $1 }
      .sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    let text = CellText("\(event.message)\(facts)").string
    append("\(universalTimeText(time(nil))) \(event.level) \(label): \(text)\n")
  }

  private func append(_ line: String) {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid()
    else { return }
    let bytes = Array(line.utf8)
    _ = write(descriptor, bytes, bytes.count)
    if status.st_size > Self.limit { rename(path, "\(path).1") }
  }
}
