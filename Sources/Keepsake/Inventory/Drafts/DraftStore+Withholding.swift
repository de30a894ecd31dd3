import Foundation
import GRDB

/// Drafts that the login may not see lie in a table of their own.
extension DraftStore {
  /// Moves drafts out of the table, discarded ones too, and brings back the others.
  ///
  /// What sessions stored with their drafts goes: it holds what the screens showed.
  ///
  /// - Parameter isHidden: Whether the login may not see a draft.
  func withhold(
    where isHidden: (Draft) throws(InventoryError) -> Bool
  ) throws(InventoryError) {
    let (present, withheld) = try everyDraft()
    var hidden: [UUID] = []
    for draft in present where try isHidden(draft) { hidden.append(draft.uuid) }
    let areOthers = !hidden.isEmpty
    var isAllHidden = true
    for draft in withheld {
      if try isHidden(draft) { hidden.append(draft.uuid) } else { isAllHidden = false }
    }
    guard areOthers || !isAllHidden else { return }
    try file.write { db in
      try Self.returnWithheld(in: db)
      if !hidden.isEmpty {
        try db.execute(sql: "CREATE TABLE withheld_draft AS SELECT * FROM draft WHERE FALSE")
      }
      for uuid in Set(hidden) {
        try db.execute(
          sql: "INSERT INTO withheld_draft SELECT * FROM draft WHERE uuid = ?", arguments: [uuid])
        try db.execute(sql: "DELETE FROM draft WHERE uuid = ?", arguments: [uuid])
      }
      try db.execute(sql: "DELETE FROM redo")
      return ((), .commit)
    }
  }

  /// Brings back all drafts.
  func bringBackWithheld() throws(InventoryError) {
    guard try file.read({ try $0.hasTable("withheld_draft") }) else { return }
    try file.write { db in
      try Self.returnWithheld(in: db)
      return ((), .commit)
    }
  }

  /// All drafts, discarded ones too.
  private func everyDraft() throws(InventoryError) -> (present: [Draft], withheld: [Draft]) {
    try file.read { db in
      (
        try fetch("draft", where: "TRUE", [], db),
        try db.hasTable("withheld_draft")
          ? fetch("withheld_draft", where: "TRUE", [], db) : []
      )
    }
  }

  private static func returnWithheld(in db: Database) throws {
    guard try db.hasTable("withheld_draft") else { return }
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO draft(uuid, item_uuid, base_rev, fields, updated_at, session, discarded)
        SELECT uuid, item_uuid, base_rev, fields, updated_at, session, discarded
        FROM withheld_draft ORDER BY id
        """)
    try db.execute(sql: "DROP TABLE withheld_draft")
  }
}

/// What the login may see of the drafts.
extension InventoryDatabase {
  /// Withholds the drafts of withheld items, and brings back those that no limit hides any more.
  ///
  /// What is typed under the same limits stays with whoever types it, whatever rating stands in it.
  public func sortDrafts(_ drafts: DraftStore) throws(InventoryError) {
    let guide = guide
    if guide.limits.isNone {
      guard limitsOfDrafts != nil, drafts.unwritable == nil, unwritable == nil else { return }
      try drafts.bringBackWithheld()
      return try noteDrafts(sortedBy: nil)
    }
    let isNew = limitsOfDrafts != guide.limits.text
    try drafts.withhold { draft throws(InventoryError) in
      if let item = draft.itemUUID, try withholds(item) { return true }
      guard isNew || draft.session == nil else { return false }
      return draft.isPrivate || guide.hides(draft.fields[.rating] ?? "")
    }
    if isNew { try noteDrafts(sortedBy: guide.limits.text) }
  }

  private func noteDrafts(sortedBy limits: String?) throws(InventoryError) {
    try write(source: "limits") { transaction in
      try Meta.put(limits, for: Withheld.drafts, transaction.db)
      transaction.isDirty = true
    }
  }
}
