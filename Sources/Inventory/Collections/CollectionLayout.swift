/// How Homebox's collection archive is laid out: a ZIP file with a list of what it holds, an array of rows
/// for each table, and the files that are attached.
enum CollectionLayout {
  /// The version of the layout that is read and written.
  static let schemaVersion = 1
  /// The entry that says what the archive holds.
  static let manifest = "manifest.json"
  /// What the names of attached files begin with; the identity of the attachment follows.
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

    /// The entry that holds its rows.
    var entry: String { rawValue + ".json" }

    /// What its rows are called when they are left out, since Keepsake has nothing like them; nil: they are read.
    var leftOut: (one: String, many: String)? {
      switch self {
      case .templates: ("template", "templates")
      case .maintenance: ("maintenance entry", "maintenance entries")
      case .notifiers: ("notifier", "notifiers")
      case .types, .templateFields, .tags, .entities, .fields, .attachments, .tagged: nil
      }
    }
  }

  /// The columns of an item that are its own: each has the name of the CSV column without `HB.`.
  static let fields: [(definition: FieldDefinition, column: String)] =
    FieldCatalogue.all.compactMap { definition in
      guard let header = definition.headers.first, header.hasPrefix(FileColumn.prefix),
        !definition.isOurs, ![.place, .parent, .tags].contains(definition.field)
      else { return nil }
      return (definition, String(header.dropFirst(FileColumn.prefix.count)))
    }

  /// What an archive of this program is signed with.
  static let program = "keepsake"

  /// The moment that stands for no moment.
  static let noTime = "0001-01-01T00:00:00Z"
}

/// What an archive says of itself.
struct CollectionManifest: Codable {
  var schemaVersion: Int
  var exportedAt: String?
  var groupId: String?
  /// The program that wrote it; Homebox says nothing here.
  var program: String?
  var counts: [String: Int]?
}
