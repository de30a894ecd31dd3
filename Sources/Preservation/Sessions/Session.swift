import Foundation

/// One place of work: its saved state and the lock that makes one program its owner.
///
/// The lock is the kernel's (`flock`), so the death of the owner releases it at once and nothing has
/// to be asked or cleaned up (reliability F10).
public final class Session {
  /// The name, as after `--session`.
  public let name: String

  /// The path of the archive.
  public var archivePath: String { "\(directory)/state.sqlite" }

  /// The path of the previous generation, which need not exist.
  public var generationPath: String { "\(directory)/previous.sqlite" }

  /// Watches over launches that have not proven healthy.
  public let launchGuard: LaunchGuard

  let directory: String
  private let home: StateHome
  private let lock: Int32

  init(name: String, directory: String, home: StateHome) throws {
    self.name = name
    self.directory = directory
    self.home = home
    launchGuard = LaunchGuard(path: "\(directory)/launching")
    lock = Self.raised(try PrivateFile.open("\(directory)/lock"))
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      close(lock)
      throw reason == EWOULDBLOCK
        ? StateError.busy(name)
        : StateError.unwritable("\(directory): \(String(cString: strerror(reason)))")
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

  /// Puts the saved state aside, unread and unchanged, so that the session starts clean.
  ///
  /// Only the oldest beyond five kept ones is deleted. Returns the directory where it lies now, or
  /// `nil` when there was nothing to put aside.
  @discardableResult
  public func quarantine() throws -> String? {
    // Given second names before they lose the first: at no moment is one without the others.
    guard let target = try putAside(by: PrivateFile.linkOrCopy) else { return nil }
    for file in Self.files {
      guard retryingInterrupted({ unlink("\(directory)/\(file)") }) == 0 || errno == ENOENT else {
        let reason = String(cString: strerror(errno))
        if file == Self.files[0] { try? FileManager.default.removeItem(atPath: target) }
        throw StateError.unwritable("\(directory)/\(file): \(reason)")
      }
    }
    return target
  }

  /// Puts a copy of the saved state aside; this program must not have it open.
  ///
  /// Only the oldest beyond five kept ones is deleted. Returns the directory where it lies, or `nil`
  /// when there was nothing to copy.
  @discardableResult
  public func quarantineCopy() throws -> String? {
    try putAside(by: PrivateFile.copy)
  }

  private func putAside(
    by taking: (_ path: String, _ target: String) throws -> Void
  ) throws
    -> String?
  {
    let files = Self.files.filter { access("\(directory)/\($0)", F_OK) == 0 }
    guard !files.isEmpty else { return nil }
    try PrivateFile.makeDirectory(home.quarantine)
    let target = "\(home.quarantine)/\(Self.timestamp())-\(name)"
    try PrivateFile.makeDirectory(target)
    do {
      for file in files { try taking("\(directory)/\(file)", "\(target)/\(file)") }
    } catch {
      try? FileManager.default.removeItem(atPath: target)
      throw error
    }
    pruneQuarantine()
    return target
  }

  /// The files of an archive.
  static let files = ["state.sqlite", "state.sqlite-wal", "state.sqlite-shm"]

  /// Deletes the saved state: the person asked for it by a force quit (contract 7.5).
  public func discard() {
    for file in Self.files {
      unlink("\(directory)/\(file)")
    }
    launchGuard.end()
    // It stays the session that was used last: the next launch starts clean, not somewhere else.
    utimensat(AT_FDCWD, "\(directory)/lock", nil, 0)
  }

  /// Deletes the saved state and the previous generation: the person asked for it in words.
  public func discardAll() {
    discard()
    unlink(generationPath)
  }

  /// Takes a session away in which nothing was ever saved.
  public func removeEmpty() {
    guard !Self.files.contains(where: { access("\(directory)/\($0)", F_OK) == 0 }) else { return }
    unlink("\(directory)/lock")
    rmdir(directory)
  }

  private func pruneQuarantine() {
    let manager = FileManager.default
    let kept = (try? manager.contentsOfDirectory(atPath: home.quarantine)) ?? []
    for name in kept.sorted().dropLast(StateHome.quarantineLimit) {
      try? manager.removeItem(atPath: "\(home.quarantine)/\(name)")
    }
  }

  /// The time as `20260131-235959-123456`, UTC, which sorts by age.
  private static func timestamp() -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    gmtime_r(&now.tv_sec, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    strftime(&buffer, buffer.count, "%Y%m%d-%H%M%S", &parts)
    let micros = String(now.tv_nsec / 1_000 + 1_000_000).dropFirst()
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      + "-\(micros)"
  }
}
