import Foundation
import GRDB

/// Stores the rows of a mapped file inside a transaction.
struct MappedImport {
  private let run: ImportRun
  private var reader: MappedRowReader
  private let updates: Bool
  private var report = TableImportReport()
  /// The number of items that an undone import had made.
  private var restored = 0
  /// Whether the table of digests exists.
  private var isPrepared = false
  /// The digests of places, categories and tags, which many rows share.
  private var knownDigests: [MappedRow.Value: String] = [:]

  /// - Parameter updates: Whether the file replaces values that the user has changed.
  init(_ run: ImportRun, _ reader: MappedRowReader, updates: Bool) {
    self.run = run
    self.reader = reader
    self.updates = updates
  }

  private var db: Database { run.transaction.db }

  /// Reads all rows.
  mutating func read(_ table: SourceTable) throws -> TableImportReport {
    try table.forEachRow { row, share in
      guard run.countRow(share) else { return false }
      let origin = ImportOrigin(row: row.number, line: row.line)
      switch reader.read(row) {
      case .leftOut(let reason): report.addLeftOut(origin.note(nil, reason))
      case .item(let item): try take(item, row, at: origin)
      }
      return report.badRows.count <= TableImportReport.maximumBadRows
    }
    if report.badRows.count > TableImportReport.maximumBadRows {
      run.report.addProblem(
        .init(
          row: 0, line: 0,
          reason: "more than \(TableImportReport.maximumBadRows) rows have problems"))
    }
    if run.report.isComplete { try run.finish() }
    report.items = run.report
    report.items.created += restored
    return report
  }

  private mutating func take(_ row: MappedRow, _ source: SourceRow, at origin: ImportOrigin) throws
  {
    var notes = row.flaws.map { origin.note($0.column, $0.reason) }
    if notes.isEmpty, run.report.isAcceptable {
      do {
        try store(row, at: origin)
      } catch let error as InventoryError
        where [.badData, .refused, .permission].contains(error.kind)
      {
        notes.append(origin.note(nil, error.message))
      }
    }
    guard !notes.isEmpty else { return }
    for note in notes { report.list(note, as: .bad) }
    report.badRows.append(
      .init(
        row: source.number, cells: source.cells.map(\.text),
        reasons: notes.map { ($0.column.map { "\($0): " } ?? "") + $0.reason }))
    if run.options.skipsBad {
      run.report.addSkipped(
        notes.map { note in
          var note = note
          note.item = row.name.isEmpty ? nil : row.name
          return note
        })
    } else {
      notes.forEach { run.report.addProblem($0) }
    }
  }

  private mutating func store(_ row: MappedRow, at origin: ImportOrigin) throws {
    let uuid = Identity.derived(from: row.reference)
    guard let stored = try run.known(row.reference) ?? StoredItem.fetch(db, uuid: uuid) else {
      return try create(row, uuid, at: origin)
    }
    // A private item keeps its values encrypted, so none of them can be compared.
    if stored.item.isMasked { return leave(row, at: origin) }
    let isUndone = try stored.item.deletedAt != nil && isCreationUndone(stored.id)
    if stored.item.deletedAt != nil, !isUndone, !updates {
      report.trashedCount += 1
      return leave(row, "it is in the trash", at: origin)
    }
    try update(stored, row, replacesAll: isUndone, at: origin)
  }

  /// Counts a row whose item stays as it is.
  private mutating func leave(
    _ row: MappedRow, _ reason: String = "", at origin: ImportOrigin
  ) {
    run.report.unchanged += 1
    list(row, reason, as: .unchanged, at: origin)
  }

  private mutating func list(
    _ row: MappedRow, _ reason: String = "", as outcome: TableImportReport.Outcome,
    at origin: ImportOrigin
  ) {
    var note = origin.note(nil, reason)
    note.item = row.name
    report.list(note, as: outcome)
  }

  private mutating func create(_ row: MappedRow, _ uuid: UUID, at origin: ImportOrigin) throws {
    var item = Item(uuid: uuid, name: row.name)
    item.importReference = row.reference
    var digests = ["name": MappedRow.Value.column(.text(row.name)).digest]
    var place: Int64?
    for (field, value) in row.values {
      digests[field.rawValue] = digest(of: value)
      if case .place(let names) = value {
        let found = try run.places.find(path: names.joined(separator: Place.separator))
        item.place = found?.uuid
        place = found?.id
      } else {
        try put(value, field, in: &item)
      }
    }
    item.fields = row.fields
    for field in row.fields {
      digests["field." + field.name] = MappedRow.Value.column(.text(field.value)).digest
    }
    if let number = item.assetNumber, try run.items.isTaken(number) { item.assetNumber = nil }
    let id = try run.items.insertInBulk(item, place: place).id
    if item.assetNumber == nil { run.unnumbered.append(id) }
    if let parent = row.parentReference { run.orphans.append((uuid, parent, origin)) }
    run.report.created += 1
    list(row, as: .created, at: origin)
    run.firstCreated = run.firstCreated ?? id
    run.lastCreated = id
    try remember(digests, of: uuid)
  }

  private mutating func remember(_ digests: [String: String], of item: UUID) throws {
    if !isPrepared {
      try ImportMemory.prepare(db)
      isPrepared = true
    }
    try ImportMemory.remember(digests, of: item, db)
  }

  private mutating func digest(of value: MappedRow.Value) -> String {
    if case .column = value { return value.digest }
    if let known = knownDigests[value] { return known }
    if knownDigests.count >= 10_000 { knownDigests.removeAll(keepingCapacity: true) }
    let digest = value.digest
    knownDigests[value] = digest
    return digest
  }

  /// Sets a field whose value needs no place.
  private func put(_ value: MappedRow.Value, _ field: ItemField, in item: inout Item) throws {
    switch value {
    case .column(let value): field.definition.put(value, in: &item, at: run.transaction.at)
    case .category(let name): item.category = try CategoryWriter.findOrInsert(name, db).uuid
    case .tags(let tags): item.tags = tags
    case .place(let names):
      item.place = try run.places.find(path: names.joined(separator: Place.separator))?.uuid
    }
  }

  /// Sets the values that the file has changed since the last import and the user has not.
  private mutating func update(
    _ stored: StoredItem, _ row: MappedRow, replacesAll: Bool, at origin: ImportOrigin
  ) throws {
    var item = stored.item
    let former = try ImportMemory.digests(of: item.uuid, db)
    var digests = former
    if item.deletedAt != nil {
      item.deletedAt = nil
      item.place = try StoredPlace.nearestOutsideTrash(item.place, db)
    }
    let values = [ItemField.name: .column(.text(row.name))].merging(row.values) { $1 }
    var changed: [String] = []
    for (field, value) in values where field != .assetNumber {
      let key = field.rawValue
      let present = try presentValue(field, of: item)
      if present == value.digest {
        digests[key] = value.digest
      } else if mayReplace(present, key: key, by: value.digest, former) || replacesAll {
        try field == .name ? item.name = row.name : put(value, field, in: &item)
        digests[key] = value.digest
        changed.append(key)
      }
    }
    for field in row.fields {
      let before = item.fields
      take(field, into: &item, former, &digests, replacesAll)
      if item.fields != before { changed.append(field.name) }
    }
    if try ItemEdits.log(stored, wanted: item, .update, in: run.transaction) {
      if replacesAll { restored += 1 } else { run.report.changed += 1 }
      list(
        row, replacesAll ? "" : changed.sorted().joined(separator: ", "),
        as: replacesAll ? .created : .changed, at: origin)
    } else {
      leave(row, at: origin)
    }
    if digests != former { try remember(digests, of: item.uuid) }
  }

  private mutating func take(
    _ field: CustomField, into item: inout Item, _ former: [String: String],
    _ digests: inout [String: String], _ replacesAll: Bool
  ) {
    let (name, key) = (Item.asciiLowercased(field.name), "field." + field.name)
    let index = item.fields.firstIndex { Item.asciiLowercased($0.name) == name }
    let present = index.map { MappedRow.Value.column(.text(item.fields[$0].value)).digest }
    let wanted = MappedRow.Value.column(.text(field.value)).digest
    if present == wanted {
      digests[key] = wanted
    } else if mayReplace(present, key: key, by: wanted, former) || replacesAll {
      if let index { item.fields[index] = field } else { item.fields.append(field) }
      digests[key] = wanted
    }
  }

  /// Whether the file may replace a value: the user's own value stays, and so does one that the user removed.
  ///
  /// - Parameter present: The digest of the present value; `nil` for an empty field.
  private mutating func mayReplace(
    _ present: String?, key: String, by wanted: String, _ former: [String: String]
  ) -> Bool {
    if updates { return true }
    guard let imported = former[key] else {
      if present != nil { report.keptCount += 1 }
      return present == nil
    }
    if present != imported { report.keptCount += 1 }
    return imported != wanted && present == imported
  }

  /// The digest of an item's value; `nil` if the field is empty.
  private func presentValue(_ field: ItemField, of item: Item) throws -> String? {
    switch field {
    case .place:
      guard let place = try item.place.flatMap({ try StoredPlace.fetch(db, uuid: $0) }) else {
        return nil
      }
      return MappedRow.Value.place(PlacePath.names(in: place.place.path)).digest
    case .category:
      let name = try item.category.flatMap { uuid in
        try String.fetchOne(db, sql: "SELECT name FROM category WHERE uuid = ?", arguments: [uuid])
      }
      return name.map { MappedRow.Value.category($0).digest }
    case .tags: return item.tags.isEmpty ? nil : MappedRow.Value.tags(item.tags).digest
    default:
      let value = field.definition.value(of: item)
      if field.definition.kind == .moment {
        return value == .null ? nil : MappedRow.Value.column(.integer(1)).digest
      }
      return value == field.definition.kind.blank ? nil : MappedRow.Value.column(value).digest
    }
  }

  /// Whether the import that created an item was undone.
  private func isCreationUndone(_ id: Int64) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS(SELECT 1 FROM change WHERE op = 'create_range' AND table_name = 'item' AND undone <> 0
          AND ? BETWEEN json_extract(after, '$.first') AND json_extract(after, '$.last'))
        """, arguments: [id]) ?? false
  }
}
