import InventorySupport
import Foundation

@testable import Inventory
@testable import Sync

/// Edits by users in their homes, and who has seen which.
extension HomesHistory {
  /// Lets a user change something and records what was stored.
  func edit(
    _ home: HomeOnDisk, mayBeKilled isKillable: Bool = false, _ body: () throws -> Void
  ) throws {
    let before = try images(home)
    let known = try known(home)
    if isKillable { try mayBeKilled(home, body) } else { try body() }
    for (row, image) in try images(home) {
      let noted = oracle.note(row, from: before[row] ?? [:], to: image, known: known)
      home.own.formUnion(noted)
      if try !isMember(home) { strangers.formUnion(noted) }
    }
  }

  /// One of the ways to write a value that the oracle follows.
  var anyWriter: (HomeOnDisk) throws -> Void {
    switch next(0...8) {
    case 0: write
    case 1: writeSetting
    case 2: writeCategory
    case 3...5: writePlace
    default: writeFile
    }
  }

  /// Writes a unique text into an item.
  func write(_ home: HomeOnDisk) throws {
    count += 1
    let text = "text \(count)"
    let present = try items.compactMap { try home.store.items.fetch($0) }
    let column = next(0...2)
    let isAnother = items.count < 5 && next(0...2) == 0
    guard !isAnother, var item = present.randomElement(using: &random) else {
      var item = Item(uuid: Identity.new(), name: "Item \(count)")
      Self.set(text, in: column, of: &item)
      items.append(item.uuid)
      return _ = try home.store.changes.perform(.createItem(item), session: InventoryHome.session)
    }
    if item.deletedAt == nil, next(0...5) == 0 {
      return _ = try home.store.changes.perform(
        .trashItems([item.uuid]), session: InventoryHome.session)
    }
    if item.deletedAt != nil {
      try home.store.changes.perform(.restoreItems([item.uuid]), session: InventoryHome.session)
      guard let restored = try home.store.items.fetch(item.uuid) else { return }
      item = restored
    }
    Self.set(text, in: column, of: &item)
    try home.store.changes.perform(.updateItem(item), session: InventoryHome.session)
  }

  private static func set(_ text: String, in column: Int, of item: inout Item) {
    switch EditOracle.itemColumns[column] {
    case "notes": item.notes = text
    case "manufacturer": item.manufacturer = text
    default: item.fields = [CustomField(name: "Colour", value: text)]
    }
  }

  /// Makes a random edit, of which the oracle follows only its own rows.
  func tidy(_ home: HomeOnDisk) throws {
    count += 1
    try unlessRefused {
      _ = try RandomEdits(store: home.store, kept: Set(places)).step(count, using: &random)
    }
  }

  /// Makes a change that the rules of an inventory may refuse, such as giving two places one name.
  func unlessRefused(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as InventoryError where error.kind == .refused {
      // Nothing is stored then.
    }
  }

  /// The events that a home's user has seen: those merged there and those written there.
  private func known(_ home: HomeOnDisk) throws -> Set<Int> {
    try readLog()
    guard let membership = try home.store.household.membership(), !membership.isJoining else {
      return home.own
    }
    return said.prefix(Int(membership.lastSequence)).reduce(home.own) { $0.union($1) }
  }

  func readLog() throws {
    for entry in shared.log.dropFirst(said.count) {
      let operation = try? SyncOperation(bytes: entry.bytes)
      said.append(operation.map { oracle.events(in: $0) } ?? [])
    }
  }

  /// The shown values of the rows that the oracle follows.
  func images(_ home: HomeOnDisk) throws -> [RowID: RowImage] {
    let shown = try ShownValues(home.store)
    var images: [RowID: RowImage] = [:]
    for setting in settings { images[SyncedTable.setting.row(setting.key)] = shown.of(setting) }
    for key in categories { images[SyncedTable.category.row(key)] = shown.of(category: key) }
    for uuid in places { images[SyncedTable.place.row(uuid)] = try shown.of(place: uuid) }
    for uuid in items { images[SyncedTable.item.row(uuid)] = try shown.of(item: uuid) }
    for uuid in files { images[SyncedTable.attachment.row(uuid)] = try shown.of(file: uuid) }
    return images
  }
}
