import GRDB

@testable import Inventory

extension InventoryStore {
  /// The SQL statements that run during the body, in order.
  public func statements(during body: () throws -> Void) throws -> [String] {
    final class Seen { var statements: [String] = [] }
    let seen = Seen()
    try database.file.read { db in
      db.trace(options: .statement) { seen.statements.append("\($0)") }
    }
    defer { _ = try? database.file.read { $0.trace(options: []) } }
    try body()
    return seen.statements
  }
}
