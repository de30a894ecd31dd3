import Foundation
import InventorySupport
import Testing

@testable import Inventory

/// Completing the maintenance of an item.
@Suite struct MaintenanceTests {
  private let home: InventoryHome
  private let store: InventoryStore
  private let session = InventoryHome.session
  private let day = CalendarDate(unchecked: 2026, 11, 22)

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  private func boiler(_ interval: String, isPrivate: Bool = false) throws -> UUID {
    try store.add("Boiler") {
      ($0.maintenance, $0.maintenanceInterval, $0.isPrivate) = ("Service", interval, isPrivate)
      $0.maintenanceDue = CalendarDate(iso: "2026-11-20")
    }.uuid
  }

  private func item(_ uuid: UUID) throws -> Item { try #require(try store.items.fetch(uuid)) }

  @Test func completingLogsTheCostAndPlansTheNextInOneStepOfUndo() throws {
    let uuid = try boiler("1y")
    let entry = MaintenanceEntry(day: day, cost: 14_000, note: "new\nanode")
    try store.changes.perform(.completeMaintenance([uuid], entry), session: session)
    #expect(try item(uuid).maintenanceLog == "2026-11-22: Service, 140.00 EUR, new anode")
    #expect(try item(uuid).maintenanceDue?.text == "2027-11-22")
    let later = MaintenanceEntry(day: CalendarDate(unchecked: 2027, 11, 30))
    try store.changes.perform(.completeMaintenance([uuid], later), session: session)
    #expect(
      try item(uuid).maintenanceLog
        == "2027-11-30: Service\n2026-11-22: Service, 140.00 EUR, new anode")
    try store.changes.undo(session: session)
    try store.changes.undo(session: session)
    #expect(try item(uuid).maintenanceLog == "")
    #expect(try item(uuid).maintenanceDue?.text == "2026-11-20")
    try store.changes.redo(session: session)
    #expect(try item(uuid).maintenanceDue?.text == "2027-11-22")
  }

  @Test func withoutAnIntervalNothingIsPlanned() throws {
    let uuid = try boiler("")
    try store.changes.perform(
      .completeMaintenance([uuid], MaintenanceEntry(day: day)), session: session)
    #expect(try item(uuid).maintenanceDue == nil && item(uuid).maintenanceLog != "")
    let lamp = try store.add("Lamp").uuid
    let summary = try store.changes.perform(
      .completeMaintenance([lamp], MaintenanceEntry(day: day)), session: session)
    #expect(summary.count == 0)
  }

  @Test func aPrivateItemStaysSealedInTheFile() throws {
    store.openPrivateItems(with: MirrorSealing())
    let uuid = try boiler("6m", isPrivate: true)
    try store.changes.perform(
      .completeMaintenance([uuid], MaintenanceEntry(day: day, note: "secretly")), session: session)
    #expect(try item(uuid).maintenanceLog.contains("secretly"))
    #expect(try item(uuid).maintenanceDue?.text == "2027-05-22")
    let masked = try #require(try home.store().items.fetch(uuid))
    #expect(masked.isMasked && masked.maintenanceLog == "" && masked.maintenanceDue == nil)
  }

  @Test(arguments: [
    ("6m", "6m"), ("every 6 months", "6m"), (" 1 Year ", "1y"), ("90 d", "90d"), ("2w", "2w"),
    ("year", "1y"), ("0m", nil), ("m", nil), ("soon", nil), ("6", nil), ("-6m", nil),
    ("99999d", nil),
  ])
  func anIntervalIsANumberOfUnits(text: String, stored: String?) {
    #expect(MaintenanceInterval(text)?.text == stored)
  }

  @Test func anIntervalWithoutADatePlansTheFirstOne() throws {
    var form = ItemForm(item: Item(name: "Boiler"), currency: .euro)
    form.reading.clock = DateClock(today: day)
    form.fields[.maintenanceInterval] = "every 2 weeks"
    guard case .valid(let item) = form.validated() else { return #expect(Bool(false)) }
    #expect(item.maintenanceInterval == "2w" && item.maintenanceDue?.text == "2026-12-06")
    form.fields[.maintenanceInterval] = "often"
    #expect(form.problem(in: .maintenanceInterval, isLeft: true)?.reason == .notAnInterval)
  }

  @Test func aCopyHasNoLog() throws {
    let uuid = try boiler("1y")
    try store.changes.perform(
      .completeMaintenance([uuid], MaintenanceEntry(day: day)), session: session)
    let copy = ItemCopy(of: uuid)
    try store.changes.perform(.copyItems([copy]), session: session)
    #expect(try item(copy.copy).maintenanceLog == "")
    #expect(try item(copy.copy).maintenanceInterval == "1y")
  }

  @Test func theFilterFindsMaintenanceByDate() throws {
    _ = try boiler("1y")
    try store.add("Lamp")
    let list = try ItemList(store: store, query: ItemQuery(filter: "maintenance:2026-11"))
    #expect(try list.count == 1 && list.row(at: 0)?.name == "Boiler")
    #expect(try list.row(at: 0)?.warning(on: day) == .overdue)
  }
}
