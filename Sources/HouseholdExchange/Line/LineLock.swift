import Foundation
import Inventory
import SystemSupport

/// The lock of the one program that holds the line of an inventory: a window, the agent or a command.
///
/// The kernel releases it when the program dies. The others wait for that without looking again and again. The file
/// says how the line stands, for all windows.
public final class LineLock: Sendable {
  /// The name of the file in the directory of the data.
  public static let name = "household.line"

  private let descriptor: Int32

  /// Opens the lock file.
  ///
  /// - Throws: `InventoryError`.
  init(in directory: String) throws(InventoryError) {
    let path = directory + "/" + Self.name
    descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw InventoryError(
        .cannotCreate, "cannot open \(path): \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  /// Takes the lock if nobody has it.
  func take() -> Bool { KernelLock.take(descriptor) == .taken }

  /// Takes the lock if somebody is letting go of it.
  func takeSoon() -> Bool { KernelLock.take(descriptor, patience: 50, interval: 10) == .taken }

  /// Says how the line stands; empty while it is open.
  func note(_ failure: String) {
    guard failure != Self.read(descriptor) else { return }
    let bytes = Array(failure.utf8.prefix(Self.longest))
    ftruncate(descriptor, 0)
    _ = pwrite(descriptor, bytes, bytes.count, 0)
  }

  private static let longest = 500

  private static func read(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: longest)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Why the line of an inventory is closed, as whoever holds it says; `nil` while it is open, or nobody holds it.
  public static func failure(in directory: String) -> String? {
    let descriptor = open(directory + "/" + name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let text = read(descriptor)
    return text.isEmpty ? nil : text
  }
}
