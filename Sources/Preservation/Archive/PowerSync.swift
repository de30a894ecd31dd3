import Dispatch
import Foundation
import Synchronization

/// Makes commits power-safe: syncs the log of an archive soon after a commit, off the turn's path.
///
/// SQLite in WAL mode with `synchronous=NORMAL` leaves a commit to the kernel, where the death of
/// the process cannot touch it. A crash of the machine can, until the log file is synced. One sync
/// follows the first commit after a quiet moment by ``interval``; an idle app syncs nothing.
public final class PowerSync: Sendable {
  /// How long a commit may stay unsynced, in milliseconds.
  public static let interval = 200

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "power-sync", qos: .utility)
  private let isScheduled = Mutex(false)

  /// Watches the log of the archive at a path; `nil` when it has no log file yet.
  public init?(archive path: String) {
    descriptor = open("\(path)-wal", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  deinit {
    close(descriptor)
  }

  /// Says that something was committed.
  public func noteCommit() {
    let first = isScheduled.withLock { scheduled in
      defer { scheduled = true }
      return !scheduled
    }
    guard first else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.interval)) { [self] in
      isScheduled.withLock { $0 = false }
      fdatasync(descriptor)
    }
  }

  /// Syncs now and waits for it: before the app stops or leaves.
  public func flush() {
    queue.sync { _ = fdatasync(descriptor) }
  }
}
