import Foundation
import GRDB
import Inventory

/// Changes of many items at once, and their undo, in a copy of a home.
struct BulkBenchmark {
  /// A home with an inventory in it.
  let home: String

  /// The most items to change.
  private static let items = 10_000
  private static let rounds = 5
  private static let session = "benchmark"

  func run() throws {
    let copy = FileManager.default.temporaryDirectory
      .appending(path: "reprise-bulk-\(ProcessInfo.processInfo.processIdentifier)").path
    try FileManager.default.copyItem(atPath: home + "/.local/share/keepsake", toPath: copy)
    defer { try? FileManager.default.removeItem(atPath: copy) }
    let store = try InventoryStore(directory: copy)
    let items = try store.database.read { db in
      try UUID.fetchAll(
        db, sql: "SELECT uuid FROM item WHERE deleted_at IS NULL LIMIT ?", arguments: [Self.items])
    }
    Report.heading("Changing \(items.count) items in one step, processor time")
    try measure("to the trash", .trashItems(items), store)
    try measure("to another place", .moveItems(items, to: try place(in: store)), store)
    try measure("a tag more", .tagItems(items, adding: ["benchmark"], removing: []), store)
    try measure("to the archive", .archiveItems(items), store)
  }

  private func place(in store: InventoryStore) throws -> UUID? {
    try store.database.read { try UUID.fetchOne($0, sql: "SELECT uuid FROM location LIMIT 1") }
  }

  private func measure(_ name: String, _ edit: Edit, _ store: InventoryStore) throws {
    var (changes, undos) = (Samples(), Samples())
    for _ in 0..<Self.rounds {
      changes.add(try time { try store.changes.perform(edit, session: Self.session) })
      undos.add(try time { try store.changes.undo(session: Self.session) })
    }
    Report.line(name, changes.median, "ms", note: "goal: 1,000 ms")
    Report.line("undo", undos.median, "ms", note: "goal: 1,000 ms")
  }

  private func time<Result>(_ body: () throws -> Result) throws -> Double {
    let start = Processes.threadTime
    _ = try body()
    return Processes.threadTime - start
  }
}
