import Foundation

/// Where states lie that were put aside (design 3 "Coming back").
struct Quarantine {
  /// How many are kept aside before the oldest is deleted.
  static let limit = 5

  private let directory: PrivateDirectory

  /// Opens the directory in that of all states; makes it if it is missing.
  init(in home: PrivateDirectory) throws {
    directory = try home.subdirectory("quarantine")
  }

  /// The states that lie there, the oldest first.
  private var kept: [AsideName] { directory.subdirectories.compactMap(AsideName.init).sorted() }

  /// Makes a directory for the state of a session that is put aside now.
  func makePlace(for session: String) throws -> PrivateDirectory {
    var number = kept.last?.number ?? 0
    // Another program may put something aside at the same time.
    while number < AsideName.most {
      number += 1
      let name = AsideName(number: number, session: session)
      if let place = try directory.makeSubdirectory(name.text) { return place }
    }
    throw StateError.unwritable("\(directory.path): there are no more numbers")
  }

  /// Takes a place back that could not be filled.
  func remove(_ place: PrivateDirectory) {
    directory.removeSubdirectory((place.path as NSString).lastPathComponent)
  }

  /// Deletes the oldest beyond those that are kept; what was not put there by us is left.
  func prune() {
    for name in kept.dropLast(Self.limit) { directory.removeSubdirectory(name.text) }
  }

  /// Deletes one of them.
  func discard(_ name: AsideName) throws {
    guard directory.removeSubdirectory(name.text) else {
      throw StateError.unwritable("\(directory.path)/\(name.text) cannot be deleted")
    }
  }
}

/// The name of a state that was put aside: a number, one more than any there had, and its session's.
///
/// The number alone tells which is older: a clock may be set back. Former names begin with a time;
/// they are older than all numbers.
struct AsideName: Comparable {
  static let most = 999_999_999

  /// The number; 0 for a former name.
  let number: Int
  let session: String
  let text: String

  init(number: Int, session: String) {
    self.number = number
    self.session = session
    let digits = "\(number)"
    text = String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-" + session
  }

  /// Reads a name; `nil` for one that is none.
  init?(_ text: String) {
    if let session = Self.formerSession(text) {
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

  /// The session in a name as `20260131-235959-123456-main`.
  private static func formerSession(_ text: String) -> String? {
    let parts = text.split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts.prefix(3).map(\.count) == [8, 6, 6],
      parts.prefix(3).allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      SessionName.isValid(String(parts[3]))
    else { return nil }
    return String(parts[3])
  }
}
