import Foundation
import Storage

/// One place of work: its saved state, and the lock that makes one program its owner.
///
/// The lock is the kernel's (`flock`): the death of the owner releases it at once, with nothing to
/// ask or to clean up (reliability F10).
public final class Session {
  /// The name, as after `--session`.
  package let name: String

  /// The path of the archive.
  package let archivePath: String

  /// The path of the previous generation, which need not exist.
  package let generationPath: String

  /// Watches over a launch until it has proven healthy.
  package let launchGuard: CrashLoopGuard

  let directory: PrivateDirectory

  /// Ranks the session among those used last: the next launch opens the highest.
  let use: SessionUse

  /// Records the number of the newest commit.
  let commits: CommitRecord

  /// The sessions that were given up.
  let discarded: DiscardedSessions
  private let home: PrivateDirectory
  private let lock: FileLock

  /// Takes a session's lock.
  ///
  /// - Parameters:
  ///   - sessions: The directory of all sessions.
  /// - home: The directory that contains it.
  init(name: String, in sessions: PrivateDirectory, of home: PrivateDirectory) throws {
    self.name = name
    self.home = home
    directory = try sessions.subdirectory(name)
    // Without links, so that opening a file by its path reaches this very directory.
    let place = directory.realPath
    archivePath = "\(place)/\(Self.files[0])"
    generationPath = "\(place)/\(Self.generation)"
    launchGuard = CrashLoopGuard(path: "\(place)/launching")
    use = SessionUse(of: name, in: sessions)
    commits = CommitRecord(in: directory)
    discarded = DiscardedSessions(in: home)
    lock = FileLock(owning: Self.movedToHighNumber(try directory.open("lock")))
    switch lock.take() {
    case .taken: break
    case .busy: throw StateError.busy(name)
    case .failed(let reason):
      throw StateError.unwritable("\(directory.path): \(String(cString: strerror(reason)))")
    }
  }

  /// Moves a descriptor to a high number.
  ///
  /// When a process dies, Linux closes its descriptors from the highest number down, and some take
  /// time (a file monitor 25 ms). A relaunch right after `kill -9` must find the session free.
  /// Numbers below 64 fit into a process's first descriptor table; a larger table takes 10 ms to
  /// allocate.
  private static func movedToHighNumber(_ descriptor: Int32) -> Int32 {
    let higher = fcntl(descriptor, F_DUPFD_CLOEXEC, 56)
    guard higher >= 0 else { return descriptor }
    close(descriptor)
    return higher
  }

  /// Checks that the archive's files are plain files of this user, and breaks their hard links.
  ///
  /// - Throws: ``StateError/damaged(_:)`` if a link, a pipe or the like replaced one of them; the
  ///   state has to be quarantined.
  func checkFiles() throws {
    for name in Self.files {
      guard let status = directory.status(of: name) else { continue }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw StateError.damaged("\(directory.path)/\(name) is not a plain file")
      }
      try PrivateFile.check(status, "\(directory.path)/\(name)")
      try directory.breakHardLinks(name)
    }
    // SQLite would delete the log of an empty file, and the whole state with it.
    let sizes = Self.files.prefix(2).map { directory.status(of: $0)?.st_size ?? 0 }
    guard sizes[0] > 0 || sizes[1] == 0 else {
      throw StateError.emptyBesideLog
    }
  }

  /// Whether the session has both a commit record and a log.
  ///
  /// An empty archive has then lost what the log holds. A new layout would overwrite the log's
  /// remains.
  var hasLog: Bool {
    directory.holds(CommitRecord.file) && directory.status(of: Self.files[1])?.st_size ?? 0 > 0
  }

  /// Checks that the path by which the archive was opened leads to this very directory.
  func checkPath() throws {
    var opened = stat()
    guard let status = directory.status(of: Self.files[0]), lstat(archivePath, &opened) == 0,
      (status.st_dev, status.st_ino) == (opened.st_dev, opened.st_ino)
    else {
      throw StateError.unwritable("\(directory.path) was moved away while it was opened")
    }
  }

  // MARK: - Quarantine

  /// Quarantines the saved state, unread and unchanged, so that the session starts clean.
  ///
  /// Five states are kept; older ones are deleted. Returns the state's new directory, or `nil` if
  /// there was no state.
  ///
  /// - Parameter withGeneration: Whether the previous generation goes with it.
  @discardableResult
  package func quarantine(withGeneration: Bool = false) throws -> String? {
    let more = withGeneration ? [Self.generation] : []
    // All files get their second name before any loses its first: a kill never separates them.
    guard let (target, taken) = try putAside(and: more, by: directory.linkOrCopy) else {
      return nil
    }
    for file in taken {
      guard directory.remove(file) else {
        let reason = String(cString: strerror(errno))
        throw StateError.unwritable("\(directory.path)/\(file): \(reason)")
      }
    }
    commits.forget()
    return target
  }

  /// Quarantines a copy of the saved state; this program must not have it open.
  ///
  /// Five states are kept; older ones are deleted. Returns the directory of the copy, or `nil` when
  /// there was nothing to copy.
  @discardableResult
  package func quarantineCopy() throws -> String? {
    try putAside { try directory.copy($0, to: $1) }?.path
  }

  /// The directory of quarantined states.
  var quarantinePath: String { "\(home.path)/\(Quarantine.name)" }

  private func putAside(
    and more: [String] = [],
    by taking: (_ name: String, _ target: PrivateDirectory) throws -> Void
  ) throws -> (path: String, taken: [String])? {
    let taken = (Self.files + more).filter(directory.holds)
    guard !taken.isEmpty else { return nil }
    let quarantine = try Quarantine(in: home)
    let path = try quarantine.keep(name) { place in
      for file in taken { try taking(file, place) }
    }
    quarantine.prune()
    return (path, taken)
  }

  /// The files of an archive.
  static let files = ["state.sqlite"] + PrivateFile.companions.map { "state.sqlite" + $0 }

  /// The previous generation.
  static let generation = "previous.sqlite"

  /// Deletes the saved state after a force quit (contract 7.5).
  package func discard() {
    for file in Self.files + [Self.outlineFile, Self.crashFile] { directory.remove(file) }
    commits.forget()
    launchGuard.end()
    // The session keeps its rank: the next launch starts clean here, not in another session.
    use.note()
    discarded.note(name)
  }

  /// Deletes the saved state and the previous generation, at the person's explicit command.
  package func discardAll() {
    discard()
    directory.remove(Self.generation)
  }

  /// Removes a session in which nothing was ever saved.
  package func removeEmpty() {
    guard !Self.files.contains(where: directory.holds) else { return }
    use.forget()
    directory.remove("lock")
    rmdir(directory.path)
  }

  // MARK: - The outline of the screen

  private static let outlineFile = "outline"

  /// The largest outline, in bytes, with its seal.
  private static let largestOutline = 16 << 10

  /// Keeps an outline in place of the last one.
  package func keepOutline(_ bytes: [UInt8], keys: LoginKeyProvider) throws {
    let sealed = try keys.seal(bytes, for: "outline of \(name)")
    guard sealed.count <= Self.largestOutline else { return }
    let descriptor = try directory.open(Self.outlineFile, flags: O_WRONLY | O_CREAT | O_TRUNC)
    defer { close(descriptor) }
    _ = retryingInterrupted { write(descriptor, sealed, sealed.count) }
  }

  /// The last outline, if it opens.
  package func outline(keys: LoginKeyProvider) -> [UInt8]? {
    let file = Self.outlineFile
    guard
      let sealed = try? PrivateFile.contents(of: file, in: directory, limit: Self.largestOutline)
    else { return nil }
    return keys.open(sealed, for: "outline of \(name)")
  }

  /// Removes the outline, once no passphrase is asked for any more.
  public func forgetOutline() { directory.remove(Self.outlineFile) }
}

extension StateStore {
  /// Keeps the outline of a session; a lost one is no harm.
  package func keepOutline(_ bytes: [UInt8], keyFile: String) {
    guard let session, let keys = try? LoginKeyProvider.existing(file: keyFile) else { return }
    try? session.keepOutline(bytes, keys: keys)
  }
}
