import Foundation

/// A lock on an open file (`flock`), which the kernel releases when its holder dies.
///
/// ```swift
/// let lock = try FileLock(path: home.path + "/lock")
/// guard lock.take() == .taken else { return }
/// defer { lock.release() }
/// ```
public final class FileLock: Sendable {
  /// Whether others may hold the lock at the same time.
  public enum Mode: Sendable {
    /// No one else may.
    case exclusive
    /// Other shared locks may.
    case shared
  }

  /// The result of trying to take a lock.
  public enum Outcome: Equatable, Sendable {
    case taken
    /// Another program held it the whole time.
    case busy
    /// The kernel refused, with this `errno`.
    case failed(Int32)
  }

  /// The open file.
  public let descriptor: Int32

  /// Takes over an open file, which is unlocked and closed when this object goes away.
  public init(owning descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Opens a lock file, creating it (0600) if it is missing; never follows a link.
  ///
  /// - Throws: The error of `open`.
  public convenience init(path: String) throws(SystemFailure) {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = retryingInterrupted { open(path, flags, 0o600) }
    guard descriptor >= 0 else { throw SystemFailure(path: path, code: errno) }
    self.init(owning: descriptor)
  }

  // Closing alone would not release the lock while a child between fork and exec has the file open, too.
  deinit {
    Self.release(descriptor)
    close(descriptor)
  }

  /// Takes the lock, retrying until the timeout while another program holds it.
  ///
  /// - Parameters:
  ///   - mode: Whether others may hold it at the same time.
  ///   - timeout: How long to retry, in milliseconds; 0 tries once.
  ///   - interval: The time between two attempts, in milliseconds.
  public func take(
    _ mode: Mode = .exclusive, timeout: Int = 0, interval: Int = 1
  ) -> Outcome {
    Self.take(descriptor, mode, timeout: timeout, interval: interval)
  }

  /// Releases the lock and keeps the file open.
  public func release() { Self.release(descriptor) }

  // MARK: - Files that the caller closes

  /// Takes the lock on an open file or directory that stays the caller's to close.
  public static func take(
    _ descriptor: Int32, _ mode: Mode = .exclusive, timeout: Int = 0, interval: Int = 1
  ) -> Outcome {
    let operation = mode == .exclusive ? LOCK_EX : LOCK_SH
    var waited = 0
    while retryingInterrupted({ flock(descriptor, operation | LOCK_NB) }) != 0 {
      guard errno == EWOULDBLOCK else { return .failed(errno) }
      guard waited < timeout else { return .busy }
      usleep(UInt32(interval) * 1000)
      waited += interval
    }
    return .taken
  }

  /// Releases the lock on an open file.
  public static func release(_ descriptor: Int32) { flock(descriptor, LOCK_UN) }

  /// Whether another program holds the lock on a file exclusively.
  ///
  /// The kernel's table alone doesn't tell: it is read page by page, and a lock released meanwhile moves
  /// the following ones up, so one may be missed. If the table shows none, this takes the lock shared for
  /// a moment.
  public static func isHeld(_ path: String) -> Bool {
    guard LockTable.owner(of: path) == nil else { return true }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    let lock = FileLock(owning: descriptor)
    return lock.take(.shared) == .busy
  }
}
