/// The items of an archive under Homebox's columns, as the shared reader takes them.
struct CollectionRecords: Sequence {
  /// An item.
  struct Record {
    var header: HomeboxHeader
    var cells: [String]
    var name: String
  }

  /// The import reference of each item by its identity in the archive.
  let references: [String: String]
  private let tables: CollectionTables

  /// Makes the records.
  init(_ tables: CollectionTables) {
    self.tables = tables
    var references: [String: String] = [:]
    var taken: Set<String> = []
    for entity in tables.entities where !tables.isPlace(entity) {
      // Keep the import reference; of two entities with the same one, the second gets its identity.
      let stated = entity.row.text("import_ref")
      let reference = stated.isEmpty || !taken.insert(stated).inserted ? entity.id : stated
      references[entity.id] = reference
    }
    self.references = references
  }

  /// The columns that need another table.
  private static let related = ["import_ref", "parent_import_ref", "location", "tags"]
  /// The columns that need none.
  private static let own = CollectionLayout.fields.filter {
    $0.definition.field != .importReference
  }
  private static let names = (related + own.map(\.column)).map { FileColumn.prefix + $0 }

  func makeIterator() -> AnyIterator<Record> {
    var rows = tables.entities.lazy.filter { !tables.isPlace($0) }.makeIterator()
    var former: [String] = []
    var header: HomeboxHeader?
    return AnyIterator {
      guard let entity = rows.next() else { return nil }
      let custom = self.custom(of: entity)
      let names = custom.map(\.name)
      // Most items have the same custom fields as the one before.
      if header == nil || names != former {
        header = HomeboxHeader(
          collection: Self.names + names, isOwn: !tables.zeroIsUnknown)
        former = names
      }
      return header.map {
        Record(header: $0, cells: cells(of: entity) + custom.map(\.text), name: entity.name)
      }
    }
  }

  private func cells(of entity: CollectionTables.Entity) -> [String] {
    let around = tables.thing(around: entity).flatMap { references[$0.id] } ?? ""
    return [
      references[entity.id] ?? "", around, tables.path(of: entity),
      tables.tags(of: entity).map(CollectionTables.tagName).joined(separator: "; "),
    ] + Self.own.map { entity.row.text($0.column, as: $0.definition.kind) }
  }

  /// The custom fields of an item and the addresses among its files, each under its column.
  private func custom(of entity: CollectionTables.Entity) -> [(name: String, text: String)] {
    var custom: [(name: String, text: String)] = tables.fields(of: entity).map {
      (name: FileColumn.ourPrefix + $0.name, text: $0.value)
    }
    let link = FieldCatalogue[.link].headers.first ?? ""
    var hasLink = custom.contains { Item.asciiLowercased($0.name) == Item.asciiLowercased(link) }
    for one in tables.links(of: entity) where !one.address.isEmpty {
      let title = one.title.trimmedOfBlanks
      let hasTitle = !title.isEmpty && title != one.address
      custom.append((hasLink && hasTitle ? FileColumn.ourPrefix + title : link, one.address))
      hasLink = true
    }
    return custom
  }
}
