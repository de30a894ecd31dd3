/// What went wrong in the model, in one clear line, with the exit status that the command line uses.
public struct InventoryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: String, Sendable, CaseIterable {
    /// The request itself cannot be carried out (an unknown row, a rule that forbids it).
    case refused
    /// The row was changed by somebody else in the meantime.
    case conflict
    /// A value is not acceptable.
    case badData
    /// The input cannot be opened.
    case noInput
    /// A file or directory cannot be created.
    case cannotCreate
    /// Reading or writing failed.
    case io
    /// Another program holds the inventory.
    case locked
    /// A file belongs to somebody else, is no regular file, or may not be opened.
    case permission
    /// A file is not the one any more that was opened.
    case replaced
  }

  /// The kind of failure.
  public var kind: Kind
  /// One line: what is wrong, where, what to do.
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
