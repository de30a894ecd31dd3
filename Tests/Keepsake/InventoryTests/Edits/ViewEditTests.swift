import Foundation
import GRDB
import InventorySupport
import RepriseTesting
import Testing

@testable import Inventory

/// Saving, replacing, renaming and deleting views, and undoing it.
@Suite(.leavesMainActorAlone) struct ViewEditTests {
  private let home: InventoryHome
  private let store: InventoryStore
  private let session = InventoryHome.session

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  @discardableResult private func perform(_ edit: ViewEdit) throws -> ChangeSummary {
    try store.changes.perform(.view(edit), session: session)
  }

  private func undo() throws -> String? {
    try store.changes.undo(session: session)?.description
  }

  private func redo() throws { _ = try #require(try store.changes.redo(session: session)) }

  private var lines: [String] {
    get throws {
      try store.views.fetchAll().map {
        "\($0.name): \($0.filter) \($0.order.rawValue) \($0.hiddenColumns.joined(separator: ","))"
      }
    }
  }

  @Test func aViewKeepsFilterOrderAndHiddenColumns() throws {
    let view = SavedView(
      name: "  Lent   things ", filter: "is:lent", order: .dateDescending,
      hiddenColumns: ["tags", "maker"])
    #expect(try perform(.save(view)).description == "added view “Lent things”")
    #expect(try lines == ["Lent things: is:lent dateDescending maker,tags"])
    #expect(try store.views.named("LENT THINGS")?.query.order == .dateDescending)
    #expect(try undo() == "added view “Lent things”")
    #expect(try lines == [])
    try redo()
    #expect(try lines == ["Lent things: is:lent dateDescending maker,tags"])
  }

  @Test func savingUnderAKnownNameReplacesTheView() throws {
    try perform(.save(SavedView(name: "Gaps", filter: "no:photo")))
    let uuid = try store.views.named("gaps")?.uuid
    let other = SavedView(name: "GAPS", filter: "no:receipt", order: .value)
    #expect(try perform(.save(other)).action == .changed)
    #expect(try lines == ["GAPS: no:receipt value "])
    #expect(try store.views.named("gaps")?.uuid == uuid)
    #expect(try undo() == "changed view “GAPS”")
    #expect(try lines == ["Gaps: no:photo name "])
  }

  @Test func aRenamedViewLeavesItsNameToOthers() throws {
    try perform(.save(SavedView(name: "Gaps", filter: "no:photo")))
    let uuid = try #require(try store.views.named("Gaps")?.uuid)
    try perform(.rename(uuid, to: "No photo"))
    #expect(try lines == ["No photo: no:photo name "])
    try perform(.save(SavedView(name: "gaps", filter: "no:value")))
    #expect(try lines == ["gaps: no:value name ", "No photo: no:photo name "])
    #expect(throws: InventoryError.self) { try perform(.rename(uuid, to: "GAPS")) }
    for _ in 0..<2 { _ = try undo() }
    #expect(try lines == ["Gaps: no:photo name "])
    for _ in 0..<2 { try redo() }
    #expect(try lines == ["gaps: no:value name ", "No photo: no:photo name "])
  }

  @Test func aDeletedViewComesBackByUndo() throws {
    try perform(.save(SavedView(name: "Gaps", filter: "no:photo")))
    let uuid = try #require(try store.views.named("Gaps")?.uuid)
    #expect(try perform(.delete(uuid)).description == "deleted view “Gaps”")
    #expect(try lines == [])
    #expect(try undo() == "deleted view “Gaps”")
    #expect(try lines == ["Gaps: no:photo name "])
  }

  @Test(arguments: ["", "  ", String(repeating: "x", count: 1001), "a\0b"])
  func aNameThatCannotBeStoredIsRefused(name: String) throws {
    #expect(throws: InventoryError.self) { try perform(.save(SavedView(name: name, filter: ""))) }
  }

  @Test func aFileOfTheFormerFormatGetsTheTable() throws {
    try store.database.write(source: "test") { transaction in
      try transaction.db.execute(sql: "DROP TABLE saved_view")
      try transaction.db.execute(sql: "PRAGMA user_version = 15")
    }
    let reading = try home.store(readOnly: true)
    #expect(try reading.views.fetchAll() == [])
    let again = try home.store()
    try again.changes.perform(
      .view(.save(SavedView(name: "Gaps", filter: "no:photo"))), session: session)
    #expect(try again.views.fetchAll().map(\.name) == ["Gaps"])
  }
}
