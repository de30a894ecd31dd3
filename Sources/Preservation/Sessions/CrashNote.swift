import Foundation

/// What the guardian wrote about the crash of a session's app.
package struct CrashNote: Hashable, Sendable {
  /// The signal that ended the app.
  package var signal: Int32

  /// What the app printed last, line by line.
  package var lines: [String]

  /// The longest note that is read: a line with the signal and 16 KiB of output.
  static let limit = 16 << 10 + 16

  /// Reads a note; `nil` if it does not begin with the number of a signal.
  init?(_ bytes: [UInt8]) {
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard let first = lines.first, let signal = Int32(first), (1...64).contains(signal) else {
      return nil
    }
    lines.removeFirst()
    (self.signal, self.lines) = (signal, lines)
  }

  /// What a trap said, without the place in the source; `nil` if nothing was a trap's message.
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

  /// How Swift and C begin the message of a crash.
  private static let marks = [
    "Fatal error", "Precondition failed", "Assertion failed", "terminate called after",
  ]
}

extension StateStore {
  /// The file in which the guardian notes a crash; `nil` without a session.
  package var crashFile: String? { session.map { "\($0.directory.path)/\(Session.crashFile)" } }

  /// What the guardian noted about a crash of this session's app, once.
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
  /// What the guardian wrote about a crash, until the next launch has read it.
  static let crashFile = "crash"
}
