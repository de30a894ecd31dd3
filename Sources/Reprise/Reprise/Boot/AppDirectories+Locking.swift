import Foundation
import Preservation

extension AppDirectories {
  /// Asks every window of the app to lock, as a command does from a script or a key of the desktop.
  ///
  /// They lock within a second, one that is stopped by `Ctrl-Z`, too; one that nobody could continue, or that something else stopped, does
  /// before it is seen again.
  ///
  /// - Throws: `StateError` where the state's directory cannot be written.
  public nonisolated func requestLock() throws {
    _ = try PrivateFolder.make(state)
    // A new file each time: its identity tells requests apart even within one tick of the clock.
    let fresh = "\(lockRequest).\(UInt64.random(in: .min ... .max))"
    let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    guard descriptor >= 0, rename(fresh, lockRequest) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(fresh)
      throw StateError.unwritable("\(lockRequest): \(reason)")
    }
    removeUnfinishedRequests()
  }

  /// Removes what a kill left behind a while ago.
  private nonisolated func removeUnfinishedRequests() {
    let now = Date()
    for name in (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
    where "\(state)/\(name)".hasPrefix(lockRequest + ".") {
      var status = stat()
      guard lstat("\(state)/\(name)", &status) == 0,
        Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec)) < now - 60
      else { continue }
      unlink("\(state)/\(name)")
    }
  }
}
