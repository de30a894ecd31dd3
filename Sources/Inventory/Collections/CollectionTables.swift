import Foundation

/// The tables of a collection archive that Keepsake has an equivalent for.
struct CollectionTables {
  /// An item or a place.
  struct Entity {
    var row: CollectionRow
    var id: String { row.text("id") }
    var name: String { row.text("name") }
    var parent: String { row.text("entity_children") }
  }

  /// A file in the archive and the entity that it belongs to.
  struct Attached {
    var id: String
    var entity: String
    var kind: AttachmentKind
    var title: String
    var mediaType: String
    var isFirst: Bool
  }

  /// Items and places in the order of the archive.
  let entities: [Entity]
  /// The attached files of items.
  let attachments: [Attached]
  /// Whether a price of 0 is unknown: Homebox has no other way to say so.
  let zeroIsUnknown: Bool
  /// What was left out, for the person: `2 templates`.
  let leftOut: [String]

  private let byID: [String: Int]
  private let placeIDs: Set<String>
  private let tags: [String: [String]]
  private let fields: [String: [CustomField]]

  /// Combines the rows of all tables.
  init(_ tables: [CollectionLayout.Table: [CollectionRow]], of manifest: CollectionManifest) {
    zeroIsUnknown = manifest.program != CollectionLayout.program
    func rows(_ table: CollectionLayout.Table) -> [CollectionRow] { tables[table] ?? [] }

    entities = rows(.entities).map(Entity.init)
    byID = Dictionary(entities.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let placeTypes = Set(rows(.types).filter { $0.flag("is_location") }.map { $0.text("id") })
    let places = Set(
      entities.filter { placeTypes.contains($0.row.text("entity_type_entities")) }.map(\.id))
    placeIDs = places

    let names = Dictionary(rows(.tags).map { ($0.text("id"), $0.text("name")) }) { first, _ in first
    }
    tags = Dictionary(grouping: rows(.tagged)) { $0.text("entity_id") }
      .mapValues { $0.compactMap { names[$0.text("tag_id")] }.sorted() }
    fields = Dictionary(grouping: rows(.fields)) { $0.text("entity_fields") }
      .mapValues(Self.customFields)

    let files = rows(.attachments).filter { $0.text("type") != "thumbnail" }
    attachments = files.filter { !places.contains($0.text("entity_attachments")) }.map { row in
      Attached(
        id: row.text("id"), entity: row.text("entity_attachments"),
        kind: AttachmentKind(rawValue: row.text("type")) ?? .other, title: row.text("title"),
        mediaType: row.text("mime_type"), isFirst: row.flag("primary"))
    }
    var leftOut = CollectionLayout.Table.allCases.compactMap { table in
      table.leftOut.flatMap { Self.words(rows(table).count, $0.one, $0.many) }
    }
    if let ofPlaces = Self.words(
      files.count - attachments.count, "file of a place", "files of places")
    {
      leftOut.append(ofPlaces)
    }
    self.leftOut = leftOut
  }

  private static func words(_ count: Int, _ one: String, _ many: String) -> String? {
    count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
  }

  /// Fields with the same name stay apart: the second gets a number.
  private static func customFields(_ rows: [CollectionRow]) -> [CustomField] {
    var taken: Set<String> = []
    return rows.compactMap { row in
      let (name, value) = (row.text("name").trimmedOfBlanks, row.fieldValue)
      guard !name.isEmpty, !value.isEmpty else { return nil }
      var unique = name
      var number = 2
      while !taken.insert(Item.asciiLowercased(unique)).inserted {
        unique = "\(name) \(number)"
        number += 1
      }
      return CustomField(name: unique, value: value)
    }
  }

  /// Whether an entity is a place.
  func isPlace(_ entity: Entity) -> Bool { placeIDs.contains(entity.id) }

  /// The tags of an item.
  func tags(of entity: Entity) -> [String] { tags[entity.id] ?? [] }

  /// The custom fields of an item.
  func fields(of entity: Entity) -> [CustomField] { fields[entity.id] ?? [] }

  /// The item that an item is in; `nil` if it is in a place, or nowhere.
  func thing(around entity: Entity) -> Entity? {
    guard let parent = byID[entity.parent].map({ entities[$0] }), !isPlace(parent) else {
      return nil
    }
    return parent
  }

  /// The path of an entity's nearest place, which for a place is itself.
  ///
  /// Stops at the first repetition, since an archive may claim that two places contain each other.
  func path(of entity: Entity) -> String {
    var names: [String] = []
    var passed: Set<String> = []
    var here: Entity? = entity
    while let one = here, passed.insert(one.id).inserted {
      if isPlace(one) {
        // A slash separates names.
        names.append(one.name.replacing("/", with: "-").trimmedOfBlanks)
      }
      here = byID[one.parent].map { entities[$0] }
    }
    return names.filter { !$0.isEmpty }.reversed().joined(separator: Place.separator)
  }

  /// All places, empty ones included.
  func places() -> [ImportedPlace] {
    entities.filter(isPlace).map { place in
      let texts = ["description", "notes"].map { place.row.text($0) }.filter { !$0.isEmpty }
      let notes = texts.joined(separator: "\n\n")
      // What is sealed opens under the identity that it was sealed for, and under no other.
      let uuid = notes.hasPrefix(Place.sealedPrefix) ? UUID(uuidString: place.id) : nil
      return ImportedPlace(path: path(of: place), notes: notes, uuid: uuid)
    }
  }
}
