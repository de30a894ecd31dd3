import Foundation

/// One place of work: its saved state and the lock that makes one program its owner.
///
/// The lock is the kernel's (`flock`), so the death of the owner releases it at once and nothing has
/// to be asked or cleaned up (reliability F10).
public final class Session {
  /// The name, as after `--session`.
  public let name: String

  /// The path of the archive.
  public let archivePath: String

  /// The path of the previous generation, which need not exist.
  public let generationPath: String

  /// Watches over launches that have not proven healthy.
  public let launchGuard: LaunchGuard

  let directory: PrivateDirectory

  /// Says that the session is used now: the one used last is the one that is opened next.
  let use: SessionUse

  /// Knows how far the state had come.
  let commits: CommitRecord
  private let home: PrivateDirectory
  private let lock: Int32

  /// Takes a session's lock.
  ///
  /// - Parameters:
  ///   - sessions: The directory of all sessions.
  ///   - home: The one that holds that.
  init(name: String, in sessions: PrivateDirectory, of home: PrivateDirectory) throws {
    self.name = name
    self.home = home
    directory = try sessions.subdirectory(name)
    // Paths without links: what opens a file by its path ends up in this very directory.
    let place = directory.realPath
    archivePath = "\(place)/\(Self.files[0])"
    generationPath = "\(place)/\(Self.generation)"
    launchGuard = LaunchGuard(path: "\(place)/launching")
    use = SessionUse(of: name, in: sessions)
    commits = CommitRecord(in: directory)
    lock = Self.raised(try directory.open("lock"))
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      close(lock)
      throw reason == EWOULDBLOCK
        ? StateError.busy(name)
        : StateError.unwritable("\(directory.path): \(String(cString: strerror(reason)))")
    }
  }

  deinit {
    // Said and not only closed: a process that is just being started may have the file as well.
    flock(lock, LOCK_UN)
    close(lock)
  }

  /// The same open file under a high number.
  ///
  /// When a process dies, Linux lets go of what it had open from the highest number down, and some
  /// of that takes its time (a file monitor 25 ms). Who starts the program again right after a
  /// `kill -9` is to find the session free. Below 64, up to which a process has room at once: to
  /// make more takes 10 ms.
  private static func raised(_ descriptor: Int32) -> Int32 {
    let higher = fcntl(descriptor, F_DUPFD_CLOEXEC, 56)
    guard higher >= 0 else { return descriptor }
    close(descriptor)
    return higher
  }

  /// Makes sure that the files of the archive are plain ones of one's own, each with one name only.
  ///
  /// - Throws: ``StateError/damaged(_:)`` when something else stands in the place of one, such as a
  ///   link or a pipe: it is to be put aside.
  func settleFiles() throws {
    for name in Self.files {
      guard let status = directory.status(of: name) else { continue }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw StateError.damaged("\(directory.path)/\(name) is not a plain file")
      }
      try PrivateFile.check(status, "\(directory.path)/\(name)")
      try directory.makeSole(name)
    }
    // SQLite would delete the log of an empty file, and with it all that there is.
    let sizes = Self.files.prefix(2).map { directory.status(of: $0)?.st_size ?? 0 }
    guard sizes[0] > 0 || sizes[1] == 0 else {
      throw StateError.damaged("the state file is empty, and its log is not")
    }
  }

  /// Whether something was committed and there is a log.
  ///
  /// An archive that is empty then has lost what the log holds, and
  /// must not be laid out anew over what is left of the log.
  var hasLog: Bool {
    directory.holds(CommitRecord.file) && directory.status(of: Self.files[1])?.st_size ?? 0 > 0
  }

  /// Makes sure that the path by which the archive was opened leads into this very directory.
  func checkPlace() throws {
    var opened = stat()
    guard let status = directory.status(of: Self.files[0]), lstat(archivePath, &opened) == 0,
      (status.st_dev, status.st_ino) == (opened.st_dev, opened.st_ino)
    else {
      throw StateError.unwritable("\(directory.path) was moved away while it was opened")
    }
  }

  // MARK: - Putting aside

  /// Puts the saved state aside, unread and unchanged, so that the session starts clean.
  ///
  /// Only the oldest beyond five kept ones is deleted. Returns the directory where it lies now, or
  /// `nil` when there was nothing to put aside.
  ///
  /// - Parameter withGeneration: Whether the previous generation goes with it.
  @discardableResult
  public func quarantine(withGeneration: Bool = false) throws -> String? {
    let more = withGeneration ? [Self.generation] : []
    // Given second names before they lose the first: at no moment is one without the others.
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

  /// Puts a copy of the saved state aside; this program must not have it open.
  ///
  /// Only the oldest beyond five kept ones is deleted. Returns the directory where it lies, or `nil`
  /// when there was nothing to copy.
  @discardableResult
  public func quarantineCopy() throws -> String? {
    try putAside { try directory.copy($0, to: $1) }?.path
  }

  /// Where states lie that were put aside.
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

  /// Deletes the saved state: the person asked for it by a force quit (contract 7.5).
  public func discard() {
    for file in Self.files { directory.remove(file) }
    commits.forget()
    launchGuard.end()
    // It stays the session that was used last: the next launch starts clean, not somewhere else.
    use.note()
  }

  /// Deletes the saved state and the previous generation: the person asked for it in words.
  public func discardAll() {
    discard()
    directory.remove(Self.generation)
  }

  /// Takes a session away in which nothing was ever saved.
  public func removeEmpty() {
    guard !Self.files.contains(where: directory.holds) else { return }
    use.forget()
    directory.remove("lock")
    rmdir(directory.path)
  }
}
