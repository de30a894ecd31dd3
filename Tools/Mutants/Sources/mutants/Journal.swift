import Foundation

/// A file that gets one entry a line, so that an interrupted run goes on where it stopped.
final class Journal<Entry: Codable & Sendable>: Sendable {
  private let file: FileHandle
  // One line is written at a time.
  private let lock = NSLock()

  /// What an earlier run wrote.
  let before: [Entry]

  /// - parameter isNew: Whether what an earlier run wrote is thrown away.
  init(path: String, isNew: Bool) throws {
    if isNew || !FileManager.default.fileExists(atPath: path) {
      try Data().write(to: URL(filePath: path))
    }
    // The last line may have been cut.
    before = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .compactMap { try? JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }
    file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
  }

  func add(_ entry: Entry) throws {
    var line = try JSONEncoder().encode(entry)
    line.append(UInt8(ascii: "\n"))
    try lock.withLock { try file.write(contentsOf: line) }
  }
}
