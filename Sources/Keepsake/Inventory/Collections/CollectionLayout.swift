/// The layout of Homebox's collection archive: a ZIP file with a manifest, a JSON array of rows for
/// each table, and the attached files.
enum CollectionLayout {
  /// The version of the layout.
  static let schemaVersion = 1
  /// The entry of the manifest.
  static let manifest = "manifest.json"
  /// The prefix of attached files; the identity of the attachment follows.
  static let attachments = "attachments/"

  /// The tables, in the order in which Homebox reads them.
  enum Table: String, CaseIterable {
    case types = "entity_types"
    case templates = "entity_templates"
    case templateFields = "template_fields"
    case tags
    case entities
    case fields = "entity_fields"
    case maintenance = "maintenance_entries"
    case attachments
    case tagged = "tag_entities"
    case notifiers

    /// The entry with the rows of the table.
    var entry: String { rawValue + ".json" }

    /// The name of its rows in the message that they were left out, because Keepsake has no
    /// equivalent; `nil` for tables that are read.
    var leftOut: (one: String, many: String)? {
      switch self {
      case .templates: ("template", "templates")
      case .maintenance: ("maintenance entry", "maintenance entries")
      case .notifiers: ("notifier", "notifiers")
      case .types, .templateFields, .tags, .entities, .fields, .attachments, .tagged: nil
      }
    }
  }

  /// The fields with a column of their own, named as in CSV but without `HB.`.
  static let fields: [(definition: FieldDefinition, column: String)] =
    FieldCatalogue.all.compactMap { definition in
      guard let header = definition.headers.first, header.hasPrefix(FileColumn.prefix),
        !definition.isOurs, ![.place, .parent, .tags].contains(definition.field)
      else { return nil }
      return (definition, String(header.dropFirst(FileColumn.prefix.count)))
    }

  /// The names of columns that hold no more than what the archive itself is made of.
  static let structure: Set<String> = [
    "id", "created_at", "updated_at", "group_entities", "group_tags", "entity_type_entities",
    "entity_children", "sync_child_entity_locations", "group_entity_types",
    "entity_type_default_template", "entity_fields", "entity_attachments", "attachment_thumbnail",
  ]

  /// The program that this program's archives name.
  static let program = "keepsake"

  /// The time that means no time.
  static let noTime = "0001-01-01T00:00:00Z"
}

/// The manifest of an archive.
struct CollectionManifest: Codable {
  var schemaVersion: Int
  var exportedAt: String?
  var groupId: String?
  /// The program that wrote the archive; Homebox doesn't name itself.
  var program: String?
  var counts: [String: Int]?
}
