import Foundation
import Inventory
import Storage

/// The lock of the one program that holds the line of an inventory: a window, the agent or a command.
///
/// The kernel releases it when the program dies. The others wait for that without looking again and again. The file
/// says how the line stands, for all windows.
public final class ConnectionLock: Sendable {
  /// The name of the file in the directory of the data.
  public static let name = "household.line"

  private let lock: FileLock

  /// Opens the lock file.
  ///
  /// - Throws: `InventoryError`.
  init(in directory: String) throws(InventoryError) {
    lock = try FileLock(inventory: directory + "/" + Self.name)
  }

  /// Takes the lock if nobody has it.
  func take() -> Bool { lock.take() == .taken }

  /// Says how the line stands; nothing while it is open.
  func note(_ failure: ConnectionFailure?) {
    let descriptor = lock.descriptor
    guard failure != Self.read(descriptor) else { return }
    let text = failure.map { ($0.needsLogin ? Self.loginMark : "") + $0.reason } ?? ""
    let bytes = Array(text.utf8.prefix(Self.longest))
    ftruncate(descriptor, 0)
    _ = pwrite(descriptor, bytes, bytes.count, 0)
  }

  private static let longest = 500

  /// Stands before the reason where the server wants another login.
  private static let loginMark = "login: "

  private static func read(_ descriptor: Int32) -> ConnectionFailure? {
    var bytes = [UInt8](repeating: 0, count: longest)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    guard !text.isEmpty else { return nil }
    guard text.hasPrefix(loginMark) else { return ConnectionFailure(reason: text) }
    return ConnectionFailure(reason: String(text.dropFirst(loginMark.count)), needsLogin: true)
  }

  /// Why the line of an inventory is closed, as whoever holds it says, or said last where it was killed; `nil` while it is open.
  public static func failure(in directory: String) -> ConnectionFailure? {
    let descriptor = open(directory + "/" + name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return read(descriptor)
  }
}
