import Foundation
import InventorySupport
import RepriseTesting
import Testing

@testable import Inventory

/// Edits of several items, each one step of undo.
@Suite(.leavesMainActorAlone) struct BulkEditTests {
  private let home: InventoryHome
  private let store: InventoryStore
  private let session = InventoryHome.session

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  private func items(_ names: [String] = ["Teapot", "Cup"]) throws -> [UUID] {
    try names.map { try store.add($0) { $0.tags = ["old"] }.uuid }
  }

  private func item(_ uuid: UUID) throws -> Item { try #require(try store.items.fetch(uuid)) }

  @Test func itemsMoveToANewPlaceInOneStep() throws {
    let (uuids, box) = (try items(), UUID())
    let summary = try store.changes.perform(
      .moveItemsToNewPlace(uuids, path: "Attic / Box", uuid: box), session: session)
    #expect(summary.description == "changed “Teapot” and 1 more")
    #expect(try store.places.fetch(path: "Attic / Box")?.itemCount == 2)
    #expect(try store.changes.undo(session: session) == summary)
    #expect(try uuids.map { try item($0).place } == [nil, nil])
    #expect(try store.places.fetch(path: "Attic") == nil)
    #expect(try store.changes.redo(session: session) == summary)
    #expect(try store.places.fetch(path: "Attic / Box")?.itemCount == 2)
  }

  @Test func tagsAreAddedAndRemoved() throws {
    let uuids = try items()
    try store.changes.perform(
      .tagItems(uuids, adding: ["bath"], removing: ["OLD"]), session: session)
    #expect(try uuids.map { try item($0).tags } == [["bath"], ["bath"]])
    let again = try store.changes.perform(
      .tagItems(uuids, adding: ["Bath"], removing: ["gone"]), session: session)
    #expect(again.count == 0)
    try store.changes.undo(session: session)
    #expect(try uuids.map { try item($0).tags } == [["old"], ["old"]])
  }

  @Test func copyHasWhatASecondOneWouldHave() throws {
    let original = try store.add("Camera") {
      $0.serialNumber = "S-1"
      $0.manufacturer = "Leica"
      $0.lentTo = "Ben"
      $0.fields = [CustomField(name: "Mount", value: "M")]
    }
    let copy = ItemCopy(of: original.uuid)
    try store.changes.perform(.copyItems([copy]), session: session)
    let made = try item(copy.copy)
    #expect(made.name == "Camera copy" && made.manufacturer == "Leica")
    #expect(made.fields == original.fields)
    #expect(made.serialNumber.isEmpty && made.lentTo.isEmpty)
    #expect(made.assetNumber == 2)
    let repeated = try store.changes.perform(.copyItems([copy]), session: session)
    #expect(repeated.count == 0)
    try store.changes.undo(session: session)
    #expect(try item(copy.copy).deletedAt != nil)
  }

  /// The changes of a form with these texts.
  private func changes(_ texts: [ItemField: String]) throws -> FieldChanges {
    var form = BulkForm(currency: store.database.currency)
    for (field, text) in texts { form[field] = text }
    guard case .valid(let changes) = form.validated() else { throw InventoryError(.badData, "") }
    return changes
  }

  @Test func fieldsOfItemsChangeInOneStepAndEmptyFieldsStay() throws {
    let uuids = try items()
    try store.changes.perform(
      .changeFields(
        uuids,
        changes([.manufacturer: "Hartley", .purchaseDate: "2024-05-01", .insured: "true"])),
      session: session)
    try store.changes.perform(
      .changeFields([uuids[0]], changes([.manufacturer: "Betty"])), session: session)
    let (teapot, cup) = (try item(uuids[0]), try item(uuids[1]))
    #expect(teapot.manufacturer == "Betty" && teapot.isInsured && teapot.tags == ["old"])
    #expect(cup.manufacturer == "Hartley" && cup.purchaseDate?.text == "2024-05-01")
    try store.changes.perform(
      .changeFields(uuids, changes([.manufacturer: "-", .purchaseDate: " - "])), session: session)
    #expect(try uuids.map { try item($0).manufacturer } == ["", ""])
    #expect(try item(uuids[0]).purchaseDate == nil)
    for _ in 0..<3 { try store.changes.undo(session: session) }
    #expect(try uuids.map { try item($0).manufacturer } == ["", ""])
    #expect(try item(uuids[1]).isInsured == false)
  }

  @Test func formOfItemsReportsEveryWrongField() throws {
    var form = BulkForm(currency: store.database.currency)
    form[.purchasePrice] = "12 apples"
    form[.warrantyUntil] = "someday"
    form[.manufacturer] = "Hartley"
    guard case .invalid(let errors) = form.validated() else {
      Issue.record("wrong fields are accepted")
      return
    }
    #expect(errors.map(\.field) == [.purchasePrice, .warrantyUntil])
  }

  @Test func commonValuesAreThoseThatAllItemsHave() throws {
    var values = BulkValues()
    for (maker, condition) in [("Hartley", "Good"), ("Hartley", "Worn"), ("Hartley", "New")] {
      var item = Item(name: "Cup")
      (item.manufacturer, item.condition) = (maker, condition)
      values.add(item)
    }
    #expect(values.common(.manufacturer) == .text("Hartley"))
    #expect(values.common(.condition) == nil && values.variety(of: .condition) == 3)
  }

  @Test func itemsAreSoldLentAndBroughtBack() throws {
    let uuids = try items()
    let day = try #require(CalendarDate(iso: "2026-11-22"))
    try store.changes.perform(.lendItems(uuids, to: " Ben ", on: day), session: session)
    #expect(try item(uuids[1]).lentTo == "Ben" && item(uuids[1]).lentDate == day)
    #expect(try item(uuids[1]).dueBack == nil)
    let end = day.adding(days: 14)
    try store.changes.perform(.lendItems(uuids, to: "Ben", on: day, until: end), session: session)
    #expect(try item(uuids[1]).dueBack == end)
    try store.changes.undo(session: session)
    try store.changes.perform(.endLoans(uuids), session: session)
    #expect(try item(uuids[1]).lentTo == "" && item(uuids[1]).lentDate == nil)
    try store.changes.perform(.sellItems(uuids, on: day), session: session)
    #expect(try item(uuids[0]).soldDate == day)
    for _ in 0..<3 { try store.changes.undo(session: session) }
    #expect(try item(uuids[0]).soldDate == nil && item(uuids[0]).lentTo == "")
    #expect(throws: InventoryError.self) {
      try store.changes.perform(.lendItems(uuids, to: " ", on: day), session: session)
    }
  }

  @Test func quantityIsNeverBelowZero() throws {
    let uuids = try items()
    try store.changes.perform(.changeQuantity(uuids, by: 1), session: session)
    #expect(try item(uuids[0]).quantity == 2)
    try store.changes.perform(.changeQuantity(uuids, by: -5), session: session)
    #expect(try item(uuids[0]).quantity == 0)
    #expect(
      try store.changes.perform(.changeQuantity(uuids, by: -1), session: session).count == 0)
  }

  @Test func privateItemsAreSealedAgain() throws {
    store.openPrivateItems(with: MirrorSealing())
    var secret = Item(name: "Krugerrand")
    secret.isPrivate = true
    try store.changes.perform(.createItem(secret), session: session)
    let box = try store.addPlace("Box")
    try store.changes.perform(.moveItems([secret.uuid], to: box.uuid), session: session)
    let moved = try item(secret.uuid)
    #expect(moved.place == box.uuid && moved.isPrivate && moved.name == "Krugerrand")
    let other = try home.store()
    #expect(try other.items.fetch(secret.uuid)?.place == nil)
    #expect(throws: InventoryError.self) {
      try other.changes.perform(.moveItems([secret.uuid], to: nil), session: session)
    }
    let copy = ItemCopy(of: secret.uuid)
    try store.changes.perform(.copyItems([copy]), session: session)
    #expect(try item(copy.copy).name == "Krugerrand copy")
    #expect(try other.items.fetch(copy.copy)?.name == Item.privateName)
  }

  @Test func identitiesComeInTheOrderOfTheList() throws {
    let uuids = try items(["Cup", "Anvil", "Bowl"])
    let order = [1, 2, 0].map { uuids[$0] }
    #expect(try ItemList(store: store).uuids == order)
    let reversed = ItemQuery(order: .nameDescending)
    #expect(try ItemList(store: store, query: reversed).uuids == order.reversed())
    #expect(try ItemList(store: store, query: ItemQuery(filter: "bowl")).uuids == [uuids[2]])
    try store.changes.perform(.trashItems([uuids[0]]), session: session)
    #expect(try store.items.missing(uuids, from: ItemQuery(filter: "bowl")) == [uuids[0]])
  }
}
