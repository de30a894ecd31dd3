import Inventory
import Reprise

/// Both have the exit statuses of `sysexits.h`.
nonisolated extension CommandFailure {
  init(_ error: InventoryError) {
    self.init(status: Status(rawValue: error.exitCode) ?? .failure, message: error.message)
  }
}

nonisolated extension InventoryError {
  init(_ failure: CommandFailure) {
    let kind = Kind.allCases.first {
      InventoryError($0, "").exitCode == failure.status.rawValue
    }
    self.init(kind ?? .refused, failure.message)
  }
}
