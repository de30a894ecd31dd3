import Foundation
import Storage

/// The order in which sessions were used: each has a number, and the last used has the highest.
///
/// A clock could not tell, since it may be set back.
final class SessionUse: Sendable {
  private static let file = "used"

  /// The number of digits in the highest number.
  private static let digits = 15
  private static let most = 999_999_999_999_999

  private let name: String
  private let sessions: PrivateDirectory

  init(of name: String, in sessions: PrivateDirectory) {
    self.name = name
    self.sessions = sessions
  }

  /// Gives the session the highest number, unless it has that already; on any thread.
  ///
  /// A failure is harmless: the next use tries again.
  func note() {
    let own = Self.number(of: name, in: sessions)
    let others = sessions.subdirectories.filter { $0 != name }
    let last = others.map { Self.number(of: $0, in: sessions) }.max() ?? 0
    guard own <= last || own == 0, last < Self.most else { return }
    write(last + 1)
  }

  /// Removes the number.
  func forget() {
    guard let directory = try? sessions.subdirectory(name, makes: false) else { return }
    directory.remove(Self.file)
  }

  private func write(_ number: Int) {
    guard let directory = try? sessions.subdirectory(name, makes: false),
      let descriptor = try? directory.open(Self.file, flags: O_WRONLY | O_CREAT)
    else { return }
    defer { close(descriptor) }
    let text = "\(number)"
    let line = Array((String(repeating: "0", count: Self.digits - text.count) + text + "\n").utf8)
    _ = retryingInterrupted { pwrite(descriptor, line, line.count, 0) }
  }

  /// The number of a session; 0 when it has none.
  static func number(of name: String, in sessions: PrivateDirectory) -> Int {
    guard let directory = try? sessions.subdirectory(name, makes: false),
      let bytes = try? PrivateFile.contents(of: file, in: directory, limit: digits),
      bytes.count == digits
    else { return 0 }
    return max(0, Int(String(decoding: bytes, as: UTF8.self)) ?? 0)
  }
}
