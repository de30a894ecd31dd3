import Storage

/// Counts and names the parts of an archive that Keepsake has no equivalent for.
struct CollectionOmissions {
  /// A phrase for each kind: `2 templates (“Lamp”, “Chair”)`.
  private(set) var lines: [String] = []
  private let tables: CollectionTables

  /// The columns that the import reads, by table.
  private static let read: [CollectionLayout.Table: Set<String>] = [
    .entities: Set(CollectionLayout.fields.map(\.column)), .tags: ["name"],
    .types: ["name", "is_location"],
    .fields: ["name", "type", "text_value", "number_value", "boolean_value", "time_value"],
    .attachments: ["type", "title", "primary", "mime_type", "path"],
  ]
  /// The columns of a place that the import reads, or that only identify it.
  private static let ofPlaces: Set<String> = [
    "name", "description", "notes", "import_ref", "asset_id", "quantity",
  ]

  /// Collects the omissions from all tables.
  init(_ tables: CollectionTables) {
    self.tables = tables
    for table in CollectionLayout.Table.allCases {
      if let words = table.leftOut { addRows(of: table, words) }
    }
    addTypes()
    addOfPlaces()
    addUnknownColumns(of: .entities, "")
    addUnknownColumns(of: .types, " of item types")
    addUnknownColumns(of: .tags, " of tags")
    addUnknownColumns(of: .fields, " of custom fields")
    addUnknownColumns(of: .attachments, " of attachments")
    addStray()
    addTornTags()
    addLinks()
    add(tables.others.count, "unknown table", "unknown tables", named: tables.others)
  }

  /// Adds a line unless the count is zero.
  mutating func add(_ count: Int, _ one: String, _ many: String, named names: [String] = []) {
    guard count > 0 else { return }
    let known = names.filter { !$0.isEmpty }.map { "“\($0)”" }
    var list = known.prefix(Self.maximumNames).joined(separator: ", ")
    if known.count > Self.maximumNames {
      list += " and \(CountText.text(known.count - Self.maximumNames)) more"
    }
    lines.append(CountText.text(count, one, many) + (list.isEmpty ? "" : " (\(list))"))
  }

  /// The maximum number of names in a line.
  private static let maximumNames = 5

  private func rows(_ table: CollectionLayout.Table) -> [CollectionRow] { tables.rows[table] ?? [] }

  private mutating func addRows(
    of table: CollectionLayout.Table, _ words: (one: String, many: String)
  ) {
    add(rows(table).count, words.one, words.many, named: rows(table).map { $0.text("name") })
  }

  /// Adds the item types, if there are several.
  private mutating func addTypes() {
    let types = rows(.types).filter { !$0.flag("is_location") }
    guard types.count > 1 else { return }
    add(types.count, "item type", "item types", named: types.map { $0.text("name") })
  }

  private mutating func addOfPlaces() {
    let places = tables.entities.filter(tables.isPlace)
    let read = Self.ofPlaces.union(CollectionLayout.structure)
    addValues(of: places, " of a place", " of places") { read.contains($0) || !Self.isField($0) }
    let tagged = places.filter { !tables.tags(of: $0).isEmpty }
    add(tagged.count, "place's tags", "places' tags", named: tagged.map(\.name))
    let described = places.filter { tables.fields(of: $0).contains { !$0.value.isEmpty } }
    add(
      described.count, "place's custom fields", "places' custom fields",
      named: described.map(\.name))
    let files = tables.filesOfPlaces
    add(
      files.count, "file of a place", "files of places",
      named: files.map { $0.isLink ? $0.text("path") : $0.text("title") })
  }

  private static func isField(_ column: String) -> Bool {
    read[.entities]?.contains(column) ?? false
  }

  private mutating func addUnknownColumns(of table: CollectionLayout.Table, _ owner: String) {
    let known = (Self.read[table] ?? []).union(CollectionLayout.structure)
    // A thumbnail is a part of its picture.
    let rows = rows(table).filter { table != .attachments || $0.text("type") != "thumbnail" }
    addValues(of: rows.map(CollectionTables.Entity.init), owner, owner) { known.contains($0) }
  }

  /// Adds a line for each column with values, except the columns already read, with the names of its
  /// entities.
  private mutating func addValues(
    of entities: [CollectionTables.Entity], _ one: String, _ many: String,
    except isRead: (String) -> Bool
  ) {
    var owners: [String: [String]] = [:]
    for entity in entities {
      for column in entity.row.filled where !isRead(column) {
        let name = entity.name.isEmpty ? entity.row.text("title") : entity.name
        owners[column, default: []].append(name)
      }
    }
    for (column, names) in owners.sorted(by: { $0.key < $1.key }) {
      add(names.count, "\(column)\(one)", "\(column)\(many)", named: names)
    }
  }

  /// Adds records that belong to nothing in the archive, or have no name.
  private mutating func addStray() {
    let nameless = tables.entities.flatMap { tables.fields(of: $0) }.count {
      $0.name.isEmpty && !$0.value.isEmpty
    }
    add(nameless, "custom field without a name", "custom fields without a name")
    let stray = rows(.fields).filter {
      tables.entity($0.text("entity_fields")) == nil && !$0.fieldValue.isEmpty
    }
    add(
      stray.count, "custom field of no item", "custom fields of no item",
      named: stray.map { $0.text("name") })
    let files = rows(.attachments).filter {
      $0.text("type") != "thumbnail" && tables.entity($0.text("entity_attachments")) == nil
    }
    add(files.count, "file of no item", "files of no item", named: files.map { $0.text("title") })
    let used = Set(rows(.tagged).map { $0.text("tag_id") })
    let unused = rows(.tags).filter { !used.contains($0.text("id")) }
    add(
      unused.count, "unused tag", "unused tags",
      named: unused.map { $0.text("name") })
  }

  /// The links between tags and items of which the archive has one end at most.
  private mutating func addTornTags() {
    let names = Dictionary(rows(.tags).map { ($0.text("id"), $0.text("name")) }) { first, _ in first
    }
    var owners: [String] = []
    var tags: [String] = []
    for row in rows(.tagged) {
      let (tag, owner) = (names[row.text("tag_id")], tables.entity(row.text("entity_id")))
      if tag == nil {
        owners.append(owner?.name ?? "")
      } else if owner == nil {
        tags.append(tag ?? "")
      }
    }
    add(
      owners.count, "tag missing from the archive", "tags missing from the archive", named: owners)
    add(tags.count, "tag of no item", "tags of no item", named: tags)
  }

  /// The titles of the addresses that become the links of items, and attachments that lack an address.
  private mutating func addLinks() {
    let items = tables.entities.filter { !tables.isPlace($0) }
    let titles = items.compactMap { tables.mainLink(of: $0)?.ownTitle }
    add(titles.count, "title of a link", "titles of links", named: titles)
    let empty = items.flatMap { tables.links(of: $0) }.filter(\.address.isEmpty)
    add(
      empty.count, "link without an address", "links without an address", named: empty.map(\.title))
  }
}
