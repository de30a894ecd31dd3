import Foundation
import GRDB

extension ImportRun {
  /// Stores a row as a new item, or in the item it refers to.
  ///
  /// Two rows for one item are an error: nobody can tell which is right.
  func store(_ row: HomeboxRow, _ record: CSVRecord) throws {
    guard let reference = row.importReference else { return try create(row, record) }
    if let stored = try known(reference) {
      if let other = rows[stored.id] {
        throw InventoryError(
          .badData, "the import reference “\(reference)” is that of row \(other) too")
      }
      rows[stored.id] = Int32(clamping: record.row)
      try update(stored, row, record)
    } else {
      try create(row, record)
      rows[lastCreated] = Int32(clamping: record.row)
    }
  }

  private func create(_ row: HomeboxRow, _ record: CSVRecord) throws {
    let identity = row.importReference.flatMap(UUID.init(uuidString:)) ?? identities.next()
    var item = Item(uuid: identity, name: row.name)
    item.importReference = row.importReference
    item.assetNumber = row.assetNumber
    let place = try apply(row, to: &item)
    if let number = row.assetNumber, try items.isTaken(number) {
      warnTaken(number, record)
      item.assetNumber = nil
    }
    let id = try items.insert(item, place: place)
    if item.assetNumber == nil { unnumbered.append(id) }
    try adopt(item, row, record)
    report.created += 1
    firstCreated = firstCreated ?? id
    lastCreated = id
  }

  private func update(_ stored: StoredItem, _ row: HomeboxRow, _ record: CSVRecord) throws {
    var item = stored.item
    item.name = row.name
    item.deletedAt = nil
    _ = try apply(row, to: &item)
    if let number = row.assetNumber, number != stored.item.assetNumber {
      if try items.isTaken(number) { warnTaken(number, record) } else { item.assetNumber = number }
    }
    if let reference = row.parentReference, try !isHiddenParent(item.parent, reference) {
      item.parent = try parent(reference, of: item)
      if item.parent == nil, !reference.isEmpty {
        orphans.append((item.uuid, reference, record.row, record.line))
        item.parent = stored.item.parent
      }
    }
    if try InventoryStore.log(stored, wanted: item, .update, in: transaction) {
      report.changed += 1
    } else {
      report.unchanged += 1
    }
  }

  /// Copies the values of a row into an item; returns the row number of its place.
  private func apply(_ row: HomeboxRow, to item: inout Item) throws -> Int64? {
    for (field, value) in row.values { field.put(value, in: &item, at: transaction.at) }
    if let tags = row.tags { item.tags = tags }
    if let name = row.category { item.category = try category(name) }
    for field in row.fields {
      let key = Item.asciiLowercased(field.name)
      item.fields.removeAll { Item.asciiLowercased($0.name) == key }
      if !field.value.isEmpty { item.fields.append(field) }
    }
    guard let path = row.location else { return nil }
    let place = try places.find(path: path)
    item.place = place?.uuid
    return place?.id
  }

  /// The item with an import reference, or with the identity that an export writes in its place.
  func known(_ reference: String) throws -> StoredItem? {
    if let id = try items.id(ofReference: reference) {
      return try StoredItem.fetch(transaction.db, id: id)
    }
    guard let uuid = UUID(uuidString: reference) else { return nil }
    return try StoredItem.fetch(transaction.db, uuid: uuid)
  }

  private func adopt(_ item: Item, _ row: HomeboxRow, _ record: CSVRecord) throws {
    guard let reference = row.parentReference, !reference.isEmpty else { return }
    orphans.append((item.uuid, reference, record.row, record.line))
  }

  /// Whether the item has a parent in the trash, which an export leaves out: a blank column must not
  /// remove it.
  private func isHiddenParent(_ parent: UUID?, _ reference: String) throws -> Bool {
    guard reference.isEmpty, let parent else { return false }
    return try StoredItem.fetch(transaction.db, uuid: parent)?.item.deletedAt != nil
  }

  func parent(_ reference: String, of item: Item) throws -> UUID? {
    guard !reference.isEmpty, let parent = try known(reference), parent.item.uuid != item.uuid
    else { return nil }
    return parent.item.uuid
  }

  private func warnTaken(_ number: Int64, _ record: CSVRecord) {
    addWarning(
      record, column: FieldCatalogue[.assetNumber].headers.first,
      "the asset number \(AssetNumber.text(number)) is taken; the item has another one")
  }

  private func category(_ name: String) throws -> UUID? {
    if name.isEmpty { return nil }
    let key = Item.asciiLowercased(name)
    if let known = categories[key] { return known }
    let uuid = try InventoryStore.category(named: name, transaction.db).uuid
    categories[key] = uuid
    return uuid
  }
}
