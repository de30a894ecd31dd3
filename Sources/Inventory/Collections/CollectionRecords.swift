/// The entities of an archive as rows of a Homebox CSV file, which an import reads.
struct CollectionRecords: Sequence {
  /// The names of the columns.
  let names: [String]
  /// The import reference of each entity by its identity in the archive.
  let references: [String: String]

  private let tables: CollectionTables
  private let currency: Currency
  /// The names of the custom fields, in lower case, in the order of the header.
  private let fields: [String]

  /// Makes the rows.
  init(_ tables: CollectionTables, in currency: Currency) {
    self.tables = tables
    self.currency = currency
    var fields: [String: String] = [:]
    var references: [String: String] = [:]
    var taken: Set<String> = []
    for entity in tables.entities where !tables.isPlace(entity) {
      for field in tables.fields(of: entity) {
        let key = Item.asciiLowercased(field.name)
        if fields[key] == nil { fields[key] = field.name }
      }
      // Keep the import reference; of two entities with the same one, the second gets its identity.
      let stated = entity.row.text("import_ref")
      let reference = stated.isEmpty || !taken.insert(stated).inserted ? entity.id : stated
      references[entity.id] = reference
    }
    self.references = references
    self.fields = fields.keys.sorted()
    names =
      ["import_ref", "parent_import_ref", "location", "tags"].map { FileColumn.prefix + $0 }
      + Self.own.map { FileColumn.prefix + $0.column }
      + self.fields.map { FileColumn.ourPrefix + (fields[$0] ?? $0) }
  }

  /// The columns that need no other table.
  private static let own = CollectionLayout.fields.filter {
    $0.definition.field != .importReference
  }

  func makeIterator() -> AnyIterator<CSVRecord> {
    var rows = tables.entities.lazy.filter { !tables.isPlace($0) }.makeIterator()
    var number = 1
    return AnyIterator {
      guard let entity = rows.next() else { return nil }
      number += 1
      return CSVRecord(fields: fields(of: entity), row: number, line: number)
    }
  }

  private func fields(of entity: CollectionTables.Entity) -> [String] {
    let around = tables.thing(around: entity).flatMap { references[$0.id] } ?? ""
    let custom = Dictionary(
      tables.fields(of: entity).map { (Item.asciiLowercased($0.name), $0.value) }
    ) { first, _ in first }
    return [
      references[entity.id] ?? "", around, tables.path(of: entity),
      tables.tags(of: entity).joined(separator: "; "),
    ]
      + Self.own.map { entity.row.text($0.column, as: $0.definition.kind, in: currency) }
      + fields.map { custom[$0] ?? "" }
  }
}
