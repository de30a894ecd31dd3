import Foundation
import GRDB

extension ImportRun {
  /// Stores a row as a new item, or in the item it refers to.
  ///
  /// Two rows for one item are an error: nobody can tell which is right.
  func store(_ row: HomeboxRow, _ origin: ImportOrigin) throws {
    guard let reference = row.importReference else { return try create(row, origin) }
    if let stored = try known(reference) {
      if let other = rows[stored.id] {
        let owner = origin.row == 0 ? "“\(stored.item.name)”" : "row \(other)"
        throw InventoryError(
          .badData, "the import reference “\(reference)” is that of \(owner) too")
      }
      try update(stored, row, origin)
      rows[stored.id] = Int32(clamping: origin.row)
    } else {
      try create(row, origin)
      rows[lastCreated] = Int32(clamping: origin.row)
    }
  }

  private func create(_ row: HomeboxRow, _ origin: ImportOrigin) throws {
    let identity = row.importReference.flatMap(UUID.init(uuidString:)) ?? identities.next()
    var item = Item(uuid: identity, name: row.name)
    item.importReference = row.importReference
    item.assetNumber = row.assetNumber
    let place = try apply(row, to: &item)
    if let number = row.assetNumber, try items.isTaken(number) {
      warnTaken(number, origin)
      item.assetNumber = nil
    }
    let id = try items.insert(item, place: place)
    if item.assetNumber == nil { unnumbered.append(id) }
    if let reference = row.parentReference { orphans.append((item.uuid, reference, origin)) }
    report.created += 1
    firstCreated = firstCreated ?? id
    lastCreated = id
  }

  private func update(_ stored: StoredItem, _ row: HomeboxRow, _ origin: ImportOrigin) throws {
    var item = stored.item
    item.name = row.name
    item.deletedAt = nil
    let blanked = options.keepsBlanks ? 0 : try clear(row, in: &item)
    _ = try apply(row, to: &item)
    if let number = row.assetNumber, number != stored.item.assetNumber {
      if try items.isTaken(number) { warnTaken(number, origin) } else { item.assetNumber = number }
    }
    if let reference = row.parentReference {
      item.parent = try parent(reference, of: item)
      if item.parent == nil {
        orphans.append((item.uuid, reference, origin))
        item.parent = stored.item.parent
      }
    }
    if stored.item.deletedAt != nil {
      item.place = try StoredPlace.nearestOutsideTrash(item.place, transaction.db)
    }
    if try ItemEdits.log(stored, wanted: item, .update, in: transaction) {
      report.changed += 1
    } else {
      report.unchanged += 1
    }
    report.blankedCount += blanked
  }

  /// Copies the values of a row into an item; returns the row number of its place.
  private func apply(_ row: HomeboxRow, to item: inout Item) throws -> Int64? {
    for (field, value) in row.values { field.put(value, in: &item, at: transaction.at) }
    if let tags = row.tags { item.tags = tags }
    if let name = row.category { item.category = try category(name) }
    if !row.fields.isEmpty {
      let keys = Set(row.fields.map { Item.asciiLowercased($0.name) })
      item.fields.removeAll { keys.contains(Item.asciiLowercased($0.name)) }
      item.fields += row.fields
    }
    guard let path = row.location else { return nil }
    let place = try places.find(path: path)
    item.place = place?.uuid
    return place?.id
  }

  /// Removes the values of the columns that are blank; returns how many there were.
  private func clear(_ row: HomeboxRow, in item: inout Item) throws -> Int {
    var count = 0
    for field in row.blanks {
      // The name and what tells items from each other stay.
      if [.name, .importReference, .assetNumber].contains(field.field) { continue }
      if field.field == .parent, try isInTrash(item.parent) { continue }
      let before = field.value(of: item)
      field.put(field.kind.blank, in: &item, at: transaction.at)
      if field.value(of: item) != before { count += 1 }
    }
    for name in row.blankFields {
      let key = Item.asciiLowercased(name)
      let former = item.fields.count
      item.fields.removeAll { Item.asciiLowercased($0.name) == key }
      count += former - item.fields.count
    }
    return count
  }

  /// The item with an import reference, or with the identity that an export writes in its place.
  func known(_ reference: String) throws -> StoredItem? {
    if let id = try items.id(ofReference: reference) {
      return try StoredItem.fetch(transaction.db, id: id)
    }
    guard let uuid = UUID(uuidString: reference) else { return nil }
    return try StoredItem.fetch(transaction.db, uuid: uuid)
  }

  /// Whether a parent is in the trash, which an export leaves out: a blank column must not remove it.
  private func isInTrash(_ parent: UUID?) throws -> Bool {
    guard let parent else { return false }
    return try StoredItem.fetch(transaction.db, uuid: parent)?.item.deletedAt != nil
  }

  func parent(_ reference: String, of item: Item) throws -> UUID? {
    guard let parent = try known(reference), parent.item.uuid != item.uuid
    else { return nil }
    return parent.item.uuid
  }

  private func warnTaken(_ number: Int64, _ origin: ImportOrigin) {
    report.addWarning(
      origin.note(
        FieldCatalogue[.assetNumber].headers.first,
        "the asset number \(AssetNumber.text(number)) is taken; the item has another one"))
  }

  private func category(_ name: String) throws -> UUID? {
    if name.isEmpty { return nil }
    let key = Item.asciiLowercased(name)
    if let known = categories[key] { return known }
    let uuid = try CategoryWriter.findOrInsert(name, transaction.db).uuid
    categories[key] = uuid
    return uuid
  }
}
