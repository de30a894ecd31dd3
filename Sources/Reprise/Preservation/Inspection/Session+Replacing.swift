import Foundation

extension Session {
  /// Replaces the session's state by a saved one and puts the old state aside.
  ///
  /// Checks everything before it moves anything. Single damaged objects are copied too; the next
  /// launch leaves them out and reports them. Returns where the old state lies now.
  ///
  /// - Throws: ``StateError`` when the state does not open; nothing has changed then.
  package func replaceState(with file: StateFile, keys: any KeyProvider) throws -> String? {
    _ = try file.contents(keys: keys)
    let incoming = incomingPath
    try file.copy(to: incoming)
    return try install(incoming)
  }

  /// Imports an exported state, which is sealed with this login's key or contains its own.
  ///
  /// - Throws: ``StateError`` when it is damaged, or sealed with another login's key.
  package func importState(from path: String, keys: any KeyProvider) throws -> String? {
    let incoming = incomingPath
    unlink(incoming)
    // Works on a private copy, which nobody can change during the check.
    try PrivateFile.importFile(path, as: incoming, limit: 256 << 20)
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
      throw StateError.damaged("\(path) cannot be imported: \(reason)")
    }
  }

  /// Where the incoming state is built before it replaces the session's own.
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
