import CSystem
import Glibc

/// Tells that something was mounted or unmounted, by the kernel's table of that (proc_pid_mountinfo(5)).
public final class MountEvents: Sendable {
  /// Readable when the table is another one.
  public let descriptor: Int32
  private let table: Int32

  /// - Returns: `nil` where the kernel watches no such file.
  public init?(table path: String) {
    table = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    descriptor = table >= 0 ? file_system_mounts_watch(table) : -1
    guard descriptor >= 0 else {
      if table >= 0 { close(table) }
      return nil
    }
  }

  deinit {
    close(descriptor)
    close(table)
  }

  /// Hears of what changed, so that only another change is told.
  public func take() { file_system_mounts_take(descriptor) }
}
