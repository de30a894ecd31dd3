/// Something that ends a command: one line for the person and the status for the shell.
nonisolated struct UsageFailure: Error {
  /// Exit statuses after `sysexits.h` (conventions, "exit codes").
  enum Status: Int32 {
    case failure = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case noTerminal = 69
    case system = 71
    case cannotCreate = 73
    case inputOutput = 74
    case locked = 75
    case permission = 77
  }

  var status: Status
  var message: String
}
