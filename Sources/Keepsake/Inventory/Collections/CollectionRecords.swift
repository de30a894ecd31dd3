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

  /// The columns for what an item is in: the last, so that an item can lack them.
  private static let around = ["parent_import_ref", "location"].map { FileColumn.prefix + $0 }

  func makeIterator() -> AnyIterator<Record> {
    let own = CollectionLayout.fields.filter {
      $0.definition.field != .importReference && tables.has($0.column)
    }
    let hasTags = tables.isOwn || tables.rows[.tagged] != nil
    let known = (["import_ref"] + (hasTags ? ["tags"] : []) + own.map(\.column))
      .map { FileColumn.prefix + $0 }
    var rows = tables.entities.lazy.filter { !tables.isPlace($0) }.makeIterator()
    var former: [String] = []
    var header: HomeboxHeader?
    return AnyIterator {
      guard let entity = rows.next() else { return nil }
      let custom = self.custom(of: entity)
      let names = custom.map(\.name)
      // Most items have the same custom fields as the one before.
      if header == nil || names != former {
        header = HomeboxHeader(collection: known + names + Self.around, isOwn: tables.isOwn)
        former = names
      }
      var cells = [references[entity.id] ?? ""]
      if hasTags {
        let tags = tables.tags(of: entity).map(CollectionTables.tagName)
        cells.append(tags.joined(separator: "; "))
      }
      cells += own.map { entity.row.text($0.column, as: $0.definition.kind) }
      cells += custom.map(\.text)
      if tables.placesItem(entity) { cells += around(entity) }
      return header.map { Record(header: $0, cells: cells, name: entity.name) }
    }
  }

  /// The reference of the item around an item, and the path of its place.
  private func around(_ entity: CollectionTables.Entity) -> [String] {
    let parent = tables.thing(around: entity).flatMap { references[$0.id] } ?? ""
    return [parent, tables.path(of: entity)]
  }

  /// The custom fields of an item and the addresses among its files, each under its column.
  private func custom(of entity: CollectionTables.Entity) -> [(name: String, text: String)] {
    var custom: [(name: String, text: String)] = tables.fields(of: entity).map {
      (name: FileColumn.ourPrefix + $0.name, text: $0.value)
    }
    let link = FieldCatalogue[.link].headers.first ?? ""
    var isFirst = tables.mainLink(of: entity) != nil
    for one in tables.links(of: entity) where !one.address.isEmpty {
      let title = isFirst ? nil : one.ownTitle
      custom.append((title.map { FileColumn.ourPrefix + $0 } ?? link, one.address))
      isFirst = false
    }
    return custom
  }
}
