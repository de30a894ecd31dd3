import Foundation

/// The discarded sessions that no launch has reported yet.
///
/// Each has an empty file, since two programs may add and remove records at the same time.
struct DiscardedSessions {
  /// The most sessions that are recorded; further ones are discarded without a report.
  static let limit = 100

  private static let directoryName = "discarded"
  private let home: PrivateDirectory

  /// Names the directory in a state home; the first record creates it.
  init(in home: PrivateDirectory) {
    self.home = home
  }

  /// Records a session, if the disk allows it.
  func note(_ session: String) {
    guard names.count < Self.limit, let directory = try? home.subdirectory(Self.directoryName),
      let file = try? directory.open(session)
    else { return }
    close(file)
  }

  /// The recorded sessions, by name.
  var names: [String] { directory?.names.filter(SessionName.isValid).sorted() ?? [] }

  /// Removes the records of some sessions.
  func forget(_ sessions: [String]) {
    guard let directory else { return }
    for session in sessions { directory.remove(session) }
  }

  private var directory: PrivateDirectory? {
    guard home.kind(of: Self.directoryName) == S_IFDIR else { return nil }
    return try? home.subdirectory(Self.directoryName, makes: false)
  }
}
