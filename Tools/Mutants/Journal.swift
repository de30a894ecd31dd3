import Foundation

/// A file with one entry per line, from which an interrupted run resumes.
final class Journal<Entry: Codable & Sendable>: Sendable {
  private let file: FileHandle
  // Serializes writes, so that lines never mix.
  private let lock = NSLock()

  /// The entries of an earlier run.
  let before: [Entry]

  /// - parameter isNew: Whether to discard the entries of an earlier run.
  init(path: String, isNew: Bool) throws {
    if isNew || !FileManager.default.fileExists(atPath: path) {
      try Data().write(to: URL(filePath: path))
    }
    // The last line may be incomplete.
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
