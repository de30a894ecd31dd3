/// An error of the model: one clear line, and the exit status of the command line.
public struct InventoryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: String, Sendable, CaseIterable {
    /// The request cannot be met: an unknown row, or a rule that forbids it.
    case refused
    /// Somebody else has changed the row meanwhile.
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
    /// Another file has replaced the one that was opened.
    case replaced
  }

  /// The kind of failure.
  public var kind: Kind
  /// What is wrong, where, and what to do, in one line.
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
