import Foundation
import InventorySupport
import RepriseTesting
import TestSupport

@testable import Inventory

/// A home with items of every kind, made from a seed, and the same items for a plain scan.
struct FilterHome {
  let home: InventoryHome
  let store: InventoryStore
  private(set) var things: [FilterThing] = []
  let today = CalendarDate.today()

  private var random: SeededGenerator
  private let files: [(path: String, kind: AttachmentKind)]
  private let session = InventoryHome.session

  init(seed: UInt64, count: Int) throws {
    let home = try InventoryHome()
    self.home = home
    store = try home.store()
    random = SeededGenerator(seed: seed)
    let kinds: [AttachmentKind] = [.photo, .receipt, .manual, .other]
    files = try kinds.map { (try home.file("\($0.rawValue).txt", "contents of \($0)"), $0) }
    store.openPrivateItems(with: MirrorSealing())
    let places = try makePlaces()
    let categories = try store.items.categories()
    for number in 0..<count {
      try add(number, places, categories.filter { Self.categories.contains($0.name) })
    }
    for index in things.indices { things[index].readWords() }
  }

  private static let categories = ["Tools", "Art", "Books & media", "Electronics"]

  private func makePlaces() throws -> [(Place, [String])] {
    var places: [(Place, [String])] = []
    for path in [
      ["Home"], ["Home", "Garage"], ["Home", "Garage", "Box 3"], ["Łódź"], ["Łódź", "Café 茶"],
      ["Home", "Living room"],
    ] {
      let around = places.first { $0.1 == Array(path.dropLast()) }?.0
      places.append((try store.addPlace(path[path.count - 1], in: around), path))
    }
    return places
  }

  private mutating func pick<Element>(_ from: [Element]) -> Element {
    from[Int.random(in: from.indices, using: &random)]
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func text() -> String {
    if chance(3) { return "" }
    return (0..<Int.random(in: 1...3, using: &random)).map { _ in
      pick(Self.texts)
    }.joined(separator: " ")
  }

  private static let texts = [
    "Café table", "Éclair", "Łódź", "Straße", "чайник", "Κάμερα", "茶壶", "drill", "red lamp",
    "the lid is broken", "box 3", "naïve", "x1-12", "SN-7", "Bosch", "Ben", "a", "garage",
  ]

  private mutating func day() -> CalendarDate? {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: CalendarDate(year: pick([1999, 2024, 2025, 2026]), month: pick([1, 2, 12]), day: 28)
    case 1: CalendarDate(year: 2024, month: 2, day: 29)
    case 2: today.adding(days: pick([-91, -90, -30, -7, -1, 0, 1, 7, 29, 30, 31, 90, 210]))
    default: nil
    }
  }

  private mutating func amount() -> Int64? {
    chance(3) ? nil : pick([0, 2, 100, 500, 12_990, 30_000, 60_000, 100_000])
  }

  private mutating func add(
    _ number: Int, _ places: [(Place, [String])], _ categories: [Inventory.Category]
  ) throws {
    var thing = FilterThing(Item(name: "\(pick(Self.texts)) \(number)"))
    fillTexts(of: &thing.item)
    fillNumbers(of: &thing.item)
    if !chance(4) {
      let (place, path) = pick(places)
      thing.item.place = place.uuid
      thing.places = path
    }
    if chance(2) {
      let category = pick(categories)
      thing.item.category = category.uuid
      thing.category = category.name
    }
    try store.changes.perform(.createItem(thing.item), session: session)
    let uuid = thing.item.uuid
    for (path, kind) in files where chance(6) {
      try store.attachments.attach([path], kind: kind, to: uuid, session: session)
      thing.attachments.insert(kind)
    }
    if chance(12), var item = try store.items.fetch(uuid) {
      item.isPrivate = true
      try store.attachments.setPrivacy(of: item, session: session)
      thing.isPrivate = true
    }
    if chance(8) { try store.changes.perform(.archiveItems([uuid]), session: session) }
    if chance(8) { try store.changes.perform(.trashItems([uuid]), session: session) }
    if let stored = try store.items.fetch(uuid) {
      thing.item.assetNumber = stored.assetNumber
      (thing.item.archivedAt, thing.item.deletedAt) = (stored.archivedAt, stored.deletedAt)
    }
    things.append(thing)
  }

  private mutating func fillTexts(of item: inout Item) {
    item.description = text()
    item.notes = text()
    item.manufacturer = text()
    item.modelNumber = text()
    item.serialNumber = text()
    item.purchaseFrom = text()
    item.tags =
      chance(2) ? [] : ["red", "Living room", "naïve"].shuffled(using: &random).dropLast()
    if chance(2) {
      item.fields.append(CustomField(name: "Colour", value: pick(["red", "Éclair"])))
    }
    if chance(3) { item.fields.append(CustomField(name: "Größe", value: pick(["12", "a lid"]))) }
    if chance(3) { item.lentTo = pick(["Ben", "Ben Café", "Łukasz"]) }
    if chance(3) { item.link = "https://example.org/\(item.name.count)" }
  }

  private mutating func fillNumbers(of item: inout Item) {
    item.quantity = pick([1, 1, 1, 0, 0.5, 2, 2.5, 12])
    item.purchasePrice = amount()
    item.replacementValue = chance(2) ? amount() : nil
    item.purchaseDate = day()
    item.warrantyUntil = day()
    item.hasLifetimeWarranty = chance(8)
    item.dueBack = day()
    item.maintenanceDue = day()
    item.soldDate = chance(4) ? day() : nil
    item.soldPrice = chance(8) ? pick([0, 500]) : nil
    item.soldTo = chance(12) ? "Anna" : ""
    item.isInsured = chance(3)
  }
}
