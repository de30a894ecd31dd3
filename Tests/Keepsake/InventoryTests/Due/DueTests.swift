import Foundation
import GRDB
import InventorySupport
import Testing

@testable import Inventory

/// Queries for loans, maintenance, warranties, backups and gaps that are due.
@Suite struct DueTests {
  private let home: InventoryHome
  private let store: InventoryStore
  private let today = CalendarDate(unchecked: 2026, 11, 22)

  init() throws {
    home = try InventoryHome()
    store = try home.store()
    try store.database.noteBackup(at: currentTimestamp())
  }

  private func question(_ days: Int = 30) -> DueQuestion { DueQuestion(today: today, days: days) }

  private func lines(_ store: InventoryStore, _ days: Int = 30) throws -> [String] {
    let survey = try #require(try DueReading(store: store).survey(question(days)))
    return survey.entries.map { entry in
      "\(entry.kind) \(entry.title) \(entry.daysLeft.map(String.init) ?? "-")"
    }
  }

  private func day(_ days: Int) -> CalendarDate? { today.adding(days: days) }

  @Test func entriesAreGroupedByKindAndSortedByDayWithOverdueKindsFirst() throws {
    try store.add("Iron") { ($0.lentTo, $0.dueBack) = ("Ben", day(9)) }
    try store.add("Drill") { ($0.lentTo, $0.dueBack) = ("Eva", day(3)) }
    try store.add("Boiler") { ($0.maintenance, $0.maintenanceDue) = ("Service", day(-2)) }
    try store.add("Camera") { $0.warrantyUntil = day(30) }
    #expect(
      try lines(store) == [
        "maintenance Boiler -2", "loan Drill 3", "loan Iron 9", "warranty Camera 30",
      ])
    #expect(try lines(store, 5) == ["maintenance Boiler -2", "loan Drill 3"])
  }

  @Test func soldArchivedAndEndedThingsAreNotDue() throws {
    try store.add("Sold") {
      ($0.warrantyUntil, $0.soldDate, $0.maintenanceDue) = (day(3), day(-9), day(-1))
    }
    try store.add("Archived") { ($0.maintenanceDue, $0.archivedAt) = (day(-1), 1) }
    try store.add("Trashed") { ($0.maintenanceDue, $0.deletedAt) = (day(-1), 1) }
    try store.add("Ended") { $0.warrantyUntil = day(-1) }
    try store.add("For life") { ($0.warrantyUntil, $0.hasLifetimeWarranty) = (day(5), true) }
    try store.add("Back") { $0.dueBack = day(-5) }
    #expect(try lines(store) == [])
  }

  @Test func aMissingOrOldBackupIsOverdue() throws {
    let other = try home.store("other")
    #expect(try lines(other) == ["backup No backup yet -"])
    for (age, isOverdue) in [(31, true), (30, false)] {
      let made = try #require(day(-age))
      let fresh = try home.store("age\(age)")
      // Noon, whatever the time zone.
      let noon = (Timestamp(made.dayNumber) - Timestamp(epoch.dayNumber)) * 86_400_000 + 43_200_000
      try fresh.database.noteBackup(at: noon)
      #expect(try lines(fresh).isEmpty != isOverdue)
    }
  }

  private let epoch = CalendarDate(unchecked: 1970, 1, 1)

  @Test func valuableItemsNeedAPhotoAndAReceipt() throws {
    let ring = try store.add("Ring") { $0.purchasePrice = 90_000 }
    try store.add("Pen") { $0.purchasePrice = 49_999 }
    try store.add("Chair") { ($0.purchasePrice, $0.quantity) = (10_000, 6) }
    #expect(try lines(store) == ["proof Ring -", "proof Chair -"])
    let photo = try home.file("ring.jpg", "photo")
    let receipt = try home.file("ring.pdf", "%PDF-1.4")
    let session = InventoryHome.session
    try store.attachments.attach([photo], kind: .photo, to: ring.uuid, session: session)
    let half = try #require(try DueReading(store: store).survey(question())?.entries.first)
    #expect(half.title == "Ring" && half.detail == "no receipt" && half.value == 90_000)
    try store.attachments.attach([receipt], kind: .receipt, to: ring.uuid, session: session)
    #expect(try lines(store) == ["proof Chair -"])
  }

  @Test func privateItemsAreDueOnlyWhereTheyAreOpen() throws {
    store.openPrivateItems(with: MirrorSealing())
    try store.add("Safe") {
      ($0.maintenance, $0.maintenanceDue, $0.isPrivate) = ("Battery", day(2), true)
    }
    #expect(try lines(store) == ["maintenance Safe 2"])
    let locked = try home.store()
    let survey = try #require(try DueReading(store: locked).survey(question()))
    #expect(survey.entries.isEmpty && survey.lockedItems == 1)
  }

  @Test func contentLimitsHideWhatIsDue() throws {
    let limited = try LimitedHome()
    let open = try LimitedHome.open(limited.home, LimitedHome.unlimited)
    try open.database.noteBackup(at: currentTimestamp())
    var film = try #require(try open.items.fetch(limited.film.uuid))
    film.warrantyUntil = day(3)
    try open.changes.perform(.updateItem(film), session: InventoryHome.session)
    #expect(try lines(open).contains("warranty Secret film 3"))
    #expect(try lines(LimitedHome.open(limited.home, LimitedHome.limits)) == [])
  }

  @Test(arguments: [DueClause.loans, DueClause.maintenance, DueClause.warranties, DueClause.gaps])
  func noQueryScansAllItems(sql: String) throws {
    let plan = try store.database.read { db in
      try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql.replacing("?", with: "'1'"))
        .map { try $0.value(3) as String }
    }
    #expect(plan.first?.hasPrefix("SEARCH item USING INDEX item_") == true, "\(plan)")
    #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
  }
}
