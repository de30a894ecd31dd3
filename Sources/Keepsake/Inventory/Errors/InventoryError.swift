import Foundation
import GRDB
import Storage

/// An error of the model: one clear line, and the exit status of the command line.
public struct InventoryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: String, Sendable, CaseIterable {
    /// The request cannot be met: an unknown row, or a rule that forbids it.
    case refused
    /// Another session has changed the row.
    case conflict
    /// A value is invalid.
    case badData
    /// The input cannot be opened.
    case noInput
    /// A file or directory cannot be created.
    case cannotCreate
    /// Reading or writing failed.
    case io
    /// Another program has locked the inventory.
    case locked
    /// A file belongs to another user, is not a regular file, or may not be opened.
    case permission
    /// The opened file has been replaced by another.
    case replaced
  }

  /// The kind of failure.
  public var kind: Kind
  /// The error, where it occurred and what to do, in one line.
  public var message: String

  /// Makes an error.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The exit status for this kind, after `sysexits.h` (conventions, "exit codes").
  public var exitCode: Int32 {
    switch kind {
    case .refused, .conflict: 1
    case .badData: 65
    case .noInput: 66
    case .cannotCreate: 73
    case .io, .replaced: 74
    case .locked: 75
    case .permission: 77
    }
  }

  /// The message.
  public var description: String { message }
}

extension InventoryError {
  /// Private data can't be written without the keys.
  static let isPrivate = InventoryError(
    .refused, "it is private: open it in a Keepsake window, which asks for the passphrase")
}

extension InventoryError {
  /// The error for a failed system call on a path.
  ///
  /// - Parameter fallback: The kind if `errno` is not about permission, absence or a full disk.
  static func system(
    _ action: String, _ path: String, code: Int32, fallback: Kind = .io
  ) -> InventoryError {
    let reason = String(cString: strerror(code))
    let kind: Kind =
      switch code {
      case EACCES, EPERM, ELOOP: .permission
      case ENOENT where fallback == .io: .noInput
      default: fallback
      }
    return InventoryError(kind, "cannot \(action) \(path): \(reason)")
  }

  /// Makes a private temporary directory.
  static func makeScratch(
    in base: String, prefix: String = "scratch-"
  ) throws(InventoryError) -> ScratchDirectory {
    do throws(SystemFailure) {
      return try ScratchDirectory(in: base, prefix: prefix)
    } catch {
      throw .system("make a directory in", error.path, code: error.code, fallback: .cannotCreate)
    }
  }

  /// The error for what SQLite or GRDB reported about a database file.
  static func database(_ error: any Error, path: String) -> InventoryError {
    if let known = error as? InventoryError { return known }
    if error is RowDecodingError {
      return InventoryError(
        .badData,
        "\(path) is damaged (a value has the wrong type); restore it from a backup")
    }
    guard let error = error as? DatabaseError else {
      return InventoryError(.io, "cannot use \(path): \(error)")
    }
    let reason = error.message ?? "unknown reason"
    switch error.resultCode {
    // Our own statements cause these errors only if the tables are not what they should be.
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_MISMATCH, .SQLITE_ERROR,
      .SQLITE_TOOBIG:
      return InventoryError(.badData, "\(path) is damaged (\(reason)); restore it from a backup")
    case .SQLITE_CANTOPEN:
      return InventoryError(.cannotCreate, "cannot open \(path): \(reason)")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return InventoryError(.locked, "\(path) is in use by another program; try again")
    case .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
      return InventoryError(.permission, "cannot write \(path): \(reason)")
    case .SQLITE_FULL:
      return InventoryError(.io, "cannot write \(path): the disk is full")
    case .SQLITE_CONSTRAINT:
      return InventoryError(.conflict, "\(path) refused the change: \(reason)")
    default:
      return InventoryError(.io, "cannot use \(path): \(reason)")
    }
  }
}
