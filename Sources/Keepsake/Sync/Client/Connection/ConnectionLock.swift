import Foundation
import Inventory
import Storage

/// The lock of the one program that connects an inventory to its server: a window, the agent or a command.
///
/// The kernel releases it when the program dies. The others wait for it without polling. The file contains the state of
/// the connection, for all windows.
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

  /// Acquires the lock if it is free.
  func take() -> Bool { lock.take() == .taken }

  /// Writes the state of the connection; empty while it is open.
  func note(_ failure: ConnectionFailure?) {
    let descriptor = lock.descriptor
    guard failure != Self.read(descriptor) else { return }
    let text = failure.map { ($0.needsLogin ? Self.loginMark : "") + $0.reason } ?? ""
    let bytes = Array(text.utf8.prefix(Self.longest))
    ftruncate(descriptor, 0)
    _ = pwrite(descriptor, bytes, bytes.count, 0)
  }

  private static let longest = 500

  /// The prefix of the reason if the server wants another login.
  private static let loginMark = "login: "

  private static func read(_ descriptor: Int32) -> ConnectionFailure? {
    var bytes = [UInt8](repeating: 0, count: longest)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    guard !text.isEmpty else { return nil }
    guard text.hasPrefix(loginMark) else { return ConnectionFailure(reason: text) }
    return ConnectionFailure(reason: String(text.dropFirst(loginMark.count)), needsLogin: true)
  }

  /// Why the connection of an inventory is closed; `nil` while it is open.
  ///
  /// The process that holds the lock writes the reason. If it was killed, its last reason remains.
  public static func failure(in directory: String) -> ConnectionFailure? {
    let descriptor = open(directory + "/" + name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return read(descriptor)
  }
}

/// A window's claim to the connection: while a claim exists, the agent leaves the connection to the windows.
///
/// The kernel ends the claim when the window dies. Several windows may have a claim at the same time;
/// ``ConnectionLock`` decides which of them connects.
public final class ConnectionClaim: Sendable {
  /// The name of the file in the directory of the data.
  static let name = "household.windows"

  private let lock: FileLock

  /// Makes the claim and informs the process that holds the connection.
  ///
  /// - Throws: `InventoryError`.
  init(in directory: String) throws(InventoryError) {
    let path = directory + "/" + Self.name
    lock = try FileLock(inventory: path)
    guard lock.take(.shared, timeout: 2000) == .taken else {
      throw InventoryError(.locked, "cannot lock \(path)")
    }
    // Notifies the process that watches the directory, which then finds the lock.
    _ = pwrite(lock.descriptor, "\n", 1, 0)
  }

  /// Whether any window claims the connection of an inventory.
  public static func isMade(in directory: String) -> Bool {
    let path = directory + "/" + name
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    return FileLock(owning: descriptor).take() == .busy
  }
}

/// A process's turn to hold the connection of an inventory: the first window has it, or the agent while no window is
/// open.
final class ConnectionTurn {
  private let directory: String
  /// The window's claim; the agent has none.
  private let claim: ConnectionClaim?
  private var lock: ConnectionLock

  /// - Parameter givesWay: Whether this is the agent, which yields to windows.
  /// - Throws: `InventoryError`.
  init(in directory: String, givesWay: Bool) throws(InventoryError) {
    self.directory = directory
    claim = givesWay ? nil : try ConnectionClaim(in: directory)
    lock = try ConnectionLock(in: directory)
  }

  /// Whether this is the agent and a window wants the connection.
  var mustGiveWay: Bool { claim == nil && ConnectionClaim.isMade(in: directory) }

  /// Takes the turn if it is free.
  ///
  /// The note of a dead process remains until the next process writes its own.
  ///
  /// - Parameter timeout: How long to try, in milliseconds.
  func take(timeout: Int = 0) -> Bool {
    var waited = 0
    while mustGiveWay || !lock.take() {
      guard waited < timeout else { return false }
      usleep(20_000)
      waited += 20
    }
    return true
  }

  /// Writes the state of the connection for all windows.
  func note(_ failure: ConnectionFailure?) { lock.note(failure) }

  /// Ends the turn.
  ///
  /// Closing the file wakes the next waiting process.
  ///
  /// - Throws: `InventoryError` if the lock file can't be opened again.
  func pass() throws(InventoryError) {
    lock.note(nil)
    lock = try ConnectionLock(in: directory)
  }
}

extension FileLock {
  /// Opens a lock file in the inventory's directory, creating it if it is missing.
  ///
  /// - Throws: `InventoryError`.
  convenience init(inventory path: String) throws(InventoryError) {
    do throws(SystemFailure) {
      try self.init(path: path)
    } catch {
      throw InventoryError(
        .cannotCreate, "cannot open \(path): \(String(cString: strerror(error.code)))")
    }
  }
}
