import Foundation

extension Session {
  /// Puts a saved state in the place of the session's own, which is put aside.
  ///
  /// Everything is checked before anything is moved; single damaged objects are taken along, to be
  /// left out and reported by the next launch. Returns where the old state lies now.
  ///
  /// - Throws: ``StateError`` when the state does not open; nothing is changed then.
  public func replaceState(with file: StateFile, keys: any KeyProvider) throws -> String? {
    _ = try file.contents(keys: keys)
    let incoming = incomingPath
    try file.copy(to: incoming)
    return try install(incoming)
  }

  /// Takes over a state that was exported into a file, sealed with this login's key or with its own.
  ///
  /// - Throws: ``StateError`` when it is damaged, or sealed with another login's key.
  public func importState(from path: String, keys: any KeyProvider) throws -> String? {
    let incoming = incomingPath
    unlink(incoming)
    // A private copy: the file is not touched, and cannot change while it is looked at.
    try PrivateFile.takeIn(path, as: incoming, limit: 256 << 20)
    do {
      let file = StateFile(path: incoming)
      let included = IncludedKeyProvider()
      let isOpen = try file.outline().protection == included.name
      let present: any KeyProvider = isOpen ? included : keys
      if let problem = try file.problems(keys: present).first {
        throw StateError.damaged(problem)
      }
      guard !(try file.contents(keys: present).records.isEmpty) else {
        throw StateError.damaged("it holds no saved state")
      }
      try file.reseal(from: present, to: keys)
      try PrivateFile.sync(incoming)
      return try install(incoming)
    } catch {
      for suffix in [""] + PrivateFile.companions { unlink(incoming + suffix) }
      guard case StateError.damaged(let reason) = error else { throw error }
      throw StateError.damaged("\(path) cannot be taken over: \(reason)")
    }
  }

  /// Where a state grows that is to take the place of the session's own.
  private var incomingPath: String { "\(directory.realPath)/incoming.sqlite" }

  private func install(_ incoming: String) throws -> String? {
    let aside = try quarantine()
    guard rename(incoming, archivePath) == 0 else {
      throw StateError.unwritable("\(archivePath): \(String(cString: strerror(errno)))")
    }
    commits.forget()
    launchGuard.end()
    return aside
  }
}
