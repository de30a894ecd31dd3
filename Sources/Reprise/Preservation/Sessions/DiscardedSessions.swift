import Foundation

/// The discarded sessions that no launch has reported yet.
///
/// An empty file for each, since two programs may note and forget at the same time.
struct DiscardedSessions {
  /// How many are noted; more are given up without a word.
  static let limit = 100

  private static let directoryName = "discarded"
  private let home: PrivateDirectory

  /// Names the directory in a state home; it is made with the first note.
  init(in home: PrivateDirectory) {
    self.home = home
  }

  /// Notes a session, if that can be written.
  func note(_ session: String) {
    guard names.count < Self.limit, let directory = try? home.subdirectory(Self.directoryName),
      let file = try? directory.open(session)
    else { return }
    close(file)
  }

  /// The noted sessions, by name.
  var names: [String] { directory?.names.filter(SessionName.isValid).sorted() ?? [] }

  /// Removes notes.
  func forget(_ sessions: [String]) {
    guard let directory else { return }
    for session in sessions { directory.remove(session) }
  }

  private var directory: PrivateDirectory? {
    guard home.kind(of: Self.directoryName) == S_IFDIR else { return nil }
    return try? home.subdirectory(Self.directoryName, makes: false)
  }
}
