import Storage

/// Tells of sessions that were given up.
extension StateStore {
  /// The sessions that were discarded and that no launch was told of, by name.
  ///
  /// One that another program has open again hears of it there.
  package var discardedSessions: [String] {
    session?.discarded.names.filter { $0 == session?.name || !isInUse($0) } ?? []
  }

  /// Notes that the app was told of them.
  package func forgetDiscardedSessions(_ sessions: [String]) {
    session?.discarded.forget(sessions)
  }

  private func isInUse(_ name: String) -> Bool {
    session.map { FileLock.isHeld("\($0.directory.path)/../\(name)/lock") } ?? false
  }
}
