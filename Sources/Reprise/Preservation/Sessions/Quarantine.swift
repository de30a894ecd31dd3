import Foundation
import Storage

/// The directory of states that were set aside.
struct Quarantine {
  /// How many states it keeps.
  static let limit = 5

  static let name = "quarantine"

  private let directory: PrivateDirectory

  /// Opens the quarantine in the state home; creates it if it is missing.
  init(in home: PrivateDirectory) throws {
    directory = try home.subdirectory(Self.name)
  }

  /// The quarantined states, oldest first.
  private var kept: [AsideName] { directory.subdirectories.compactMap(AsideName.init).sorted() }

  /// Quarantines a state of a session; returns its new path.
  ///
  /// A place is filled before it gets its number. An interrupted one does not count as kept, and
  /// the session's next attempt removes it.
  ///
  /// - Parameter fill: Puts the files into the place.
  func keep(_ session: String, filling fill: (PrivateDirectory) throws -> Void) throws -> String {
    let unfinished = "unfinished-\(session)"
    directory.removeSubdirectory(unfinished)
    guard let place = try directory.makeSubdirectory(unfinished) else {
      throw StateError.unwritable("\(directory.path)/\(unfinished) cannot be deleted")
    }
    do {
      try fill(place)
      return try directory.path + "/" + number(unfinished, session)
    } catch {
      directory.removeSubdirectory(unfinished)
      throw error
    }
  }

  /// Gives a filled place the next free number, which another program may claim at the same time.
  private func number(_ unfinished: String, _ session: String) throws -> String {
    var number = kept.last?.number ?? 0
    while number < AsideName.most {
      number += 1
      let name = AsideName(number: number, session: session).text
      guard !directory.holds(name) else { continue }
      if retryingInterrupted({
        renameat(directory.descriptor, unfinished, directory.descriptor, name)
      }) == 0 {
        return name
      }
      guard errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR else { break }
    }
    throw PrivateFile.unwritable("\(directory.path)/\(unfinished)")
  }

  /// Deletes the oldest states beyond the limit; leaves entries of other names alone.
  func prune() {
    for name in kept.dropLast(Self.limit) { directory.removeSubdirectory(name.text) }
  }

  /// Deletes one state.
  func discard(_ name: AsideName) throws {
    guard directory.removeSubdirectory(name.text) else {
      throw StateError.unwritable("\(directory.path)/\(name.text) cannot be deleted")
    }
  }
}

/// The name of a quarantined state: a number, one higher than all before it, and its session.
///
/// Only the number tells the age, since a clock may be set back. Legacy names begin with a time and
/// count as older than all numbers.
struct AsideName: Comparable {
  static let most = 999_999_999

  /// The number; 0 for a legacy name.
  let number: Int
  let session: String
  let text: String

  init(number: Int, session: String) {
    self.number = number
    self.session = session
    let digits = "\(number)"
    text = String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-" + session
  }

  /// Parses a name; `nil` for any other entry.
  init?(_ text: String) {
    if let session = Self.legacySession(text) {
      (number, self.session, self.text) = (0, session, text)
      return
    }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard (4...9).contains(digits.count), let number = Int(digits), number > 0,
      text.dropFirst(digits.count).first == "-"
    else { return nil }
    let session = String(text.dropFirst(digits.count + 1))
    guard SessionName.isValid(session) else { return nil }
    (self.number, self.session, self.text) = (number, session, text)
  }

  static func < (left: AsideName, right: AsideName) -> Bool {
    (left.number, left.text) < (right.number, right.text)
  }

  /// The session in a legacy name such as `20260131-235959-123456-main`.
  private static func legacySession(_ text: String) -> String? {
    let parts = text.split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts.prefix(3).map(\.count) == [8, 6, 6],
      parts.prefix(3).allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      SessionName.isValid(String(parts[3]))
    else { return nil }
    return String(parts[3])
  }
}
