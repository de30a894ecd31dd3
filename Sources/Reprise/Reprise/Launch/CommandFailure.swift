import Foundation
import Storage
import Terminal

/// Ends a program with a line for the person and a status for the shell.
///
/// ```swift
/// let failure = CommandFailure(status: .usage, message: "usage: notes [--session NAME]")
/// ```
nonisolated public struct CommandFailure: Error, CustomStringConvertible {
  /// Exit statuses after `sysexits.h` (conventions, "exit codes").
  public enum Status: Int32, Sendable {
    /// Anything without a status of its own.
    case failure = 1
    /// The command line is wrong.
    case usage = 64
    /// The input is damaged.
    case badData = 65
    /// The requested input does not exist.
    case noInput = 66
    /// There is no usable terminal.
    case noTerminal = 69
    /// The system allows too little.
    case system = 71
    /// A file cannot be made.
    case cannotCreate = 73
    /// A file cannot be read or written.
    case inputOutput = 74
    /// Another program is using it.
    case locked = 75
    /// It belongs to another user.
    case permission = 77
  }

  /// The status.
  public var status: Status

  /// The line, without the name of the program.
  public var message: String

  /// Makes a failure.
  public init(status: Status, message: String) {
    self.status = status
    self.message = message
  }

  /// The line.
  public var description: String { message }

  /// Describes an error: the kit's own with their status, any other with status 1.
  public init(describing error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as StateError: self.init(status: Self.status(of: error), message: "\(error)")
    case is SystemLimitFailure: self.init(status: .system, message: "\(error)")
    case is TerminalError: self.init(status: .noTerminal, message: "\(error)")
    default: self.init(status: .failure, message: "\(error)")
    }
  }

  private static func status(of error: StateError) -> Status {
    switch error {
    case .foreign: .permission
    case .unwritable: .cannotCreate
    case .busy, .occupied: .locked
    case .badName: .usage
    case .damaged: .badData
    case .newer, .locked: .failure
    }
  }
}

/// Says something to the person outside of the screen.
nonisolated enum StandardError {
  /// Writes a line, with everything made visible that a terminal could obey.
  static func say(_ text: String) {
    _ = writeAll(Array((CellText(text).string + "\n").utf8), to: STDERR_FILENO)
  }
}
