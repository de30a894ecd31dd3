import Foundation

/// The guardian's note about a crash of a session's app.
package struct CrashNote: Hashable, Sendable {
  /// The signal that ended the app.
  package var signal: Int32

  /// The app's last output, line by line.
  package var lines: [String]

  /// The maximum length of a note: a line with the signal and 16 KiB of output.
  static let limit = 16 << 10 + 16

  /// Parses a note; `nil` if it doesn't begin with the number of a signal.
  init?(_ bytes: [UInt8]) {
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard let first = lines.first, let signal = Int32(first), (1...64).contains(signal) else {
      return nil
    }
    lines.removeFirst()
    (self.signal, self.lines) = (signal, lines)
  }

  /// The message of a trap, without its source location; `nil` if no line holds one.
  package var message: String? {
    for line in lines.reversed() {
      for mark in Self.marks {
        guard let range = line.range(of: mark) else { continue }
        let text = line[range.upperBound...].trimmingCharacters(in: [" ", ":"])
        return text.isEmpty ? String(line[range.lowerBound...]) : text
      }
    }
    return nil
  }

  /// The beginnings of crash messages in Swift and C.
  private static let marks = [
    "Fatal error", "Precondition failed", "Assertion failed", "terminate called after",
  ]
}

extension StateStore {
  /// The file in which the guardian notes a crash; `nil` without a session.
  package var crashFile: String? { session.map { "\($0.directory.path)/\(Session.crashFile)" } }

  /// Reads and removes the guardian's note about a crash of this session's app.
  package func takeCrashNote() -> CrashNote? {
    guard let session else { return nil }
    let bytes = try? PrivateFile.contents(
      of: Session.crashFile, in: session.directory, limit: CrashNote.limit)
    guard let bytes else { return nil }
    session.directory.remove(Session.crashFile)
    return CrashNote(bytes)
  }
}

extension Session {
  /// The guardian's note about a crash, until the next launch has read it.
  static let crashFile = "crash"
}
