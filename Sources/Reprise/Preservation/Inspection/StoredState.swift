import Storage
import Foundation

/// A state in a ``StateHome``: of a session, or set aside.
package struct StoredState: Sendable {
  /// The session's name, or the directory's name of a state that was set aside.
  package var name: String

  /// The session that the state belongs or belonged to.
  package var session: String

  /// Whether it was set aside.
  package var isAside: Bool

  /// The archive.
  package var file: StateFile

  /// The previous generation; `nil` for a state that was set aside.
  package var generation: StateFile?

  /// When it was last written, in seconds since 1970 UTC.
  package var lastUse: Double

  /// The size of its files, in bytes.
  package var size: Int

  /// Whether a running program has it open.
  package var isInUse: Bool

  /// Whether a force quit deleted the state and left only the previous generation.
  package var isDiscarded: Bool { !isAside && !file.exists }
}

extension StateHome {
  /// The sessions that have saved state or at least a previous generation, most recently used
  /// first.
  package func storedSessions() -> [StoredState] {
    sessionNames().compactMap { name in
      let directory = "\(sessions)/\(name)"
      let generation = StateFile(path: "\(directory)/\(Session.generation)")
      var state = stored(in: directory, name: name, session: name)
      guard state.file.exists || generation.exists else { return nil }
      if generation.exists { state.generation = generation }
      state.isInUse = FileLock.isHeld("\(directory)/lock")
      return state
    }
  }

  /// The states that were set aside, newest first.
  package func statesAside() -> [StoredState] {
    guard access(quarantine, F_OK) == 0, let home = try? PrivateDirectory(path: path),
      let directory = try? home.subdirectory("quarantine", makes: false)
    else { return [] }
    return directory.subdirectories.compactMap(AsideName.init).sorted(by: >).compactMap { name in
      var state = stored(in: "\(quarantine)/\(name.text)", name: name.text, session: name.session)
      state.isAside = true
      return state.file.exists ? state : nil
    }
  }

  /// Deletes a state that was set aside.
  package func discardAside(_ state: StoredState) throws {
    guard state.isAside, let name = AsideName(state.name) else {
      throw StateError.badName(state.name)
    }
    try Quarantine(in: PrivateDirectory(path: path)).discard(name)
  }

  private func stored(in directory: String, name: String, session: String) -> StoredState {
    var size = 0
    var lastUse = 0.0
    let hasState = access("\(directory)/\(Session.files[0])", F_OK) == 0
    for file in hasState ? Session.files : [Session.generation] {
      var status = stat()
      guard lstat("\(directory)/\(file)", &status) == 0 else { continue }
      size += Int(status.st_size)
      guard !file.hasSuffix("-shm") else { continue }
      let time = status.st_mtim
      lastUse = max(lastUse, Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
    return StoredState(
      name: name, session: session, isAside: false,
      file: StateFile(path: "\(directory)/state.sqlite"), lastUse: lastUse, size: size,
      isInUse: false)
  }
}
