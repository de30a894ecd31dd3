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

    fileprivate init(_ row: CollectionRow) {
      (id, entity) = (row.text("id"), row.owner)
      kind = AttachmentKind(rawValue: row.text("type")) ?? .other
      (title, mediaType) = (row.text("title"), row.text("mime_type"))
      isFirst = row.flag("primary")
    }
  }

  /// An address that an entity has among its files.
  struct Link {
    var title: String
    var address: String

    /// The title, unless it only repeats the address.
    var ownTitle: String? {
      let title = title.trimmedOfBlanks
      return title.isEmpty || title == address ? nil : title
    }
  }

  /// The rows of all tables.
  let rows: [CollectionLayout.Table: [CollectionRow]]
  /// The names of tables that this version does not know.
  let others: [String]
  /// Items and places in the order of the archive.
  let entities: [Entity]
  /// The attached files of items.
  let attachments: [Attached]
  /// All places, empty ones included; each path once, with the notes of all places there and one photo.
  private(set) var places: [ImportedPlace] = []
  /// The files of places that are not the photos of ``places``.
  private(set) var filesOfPlaces: [CollectionRow] = []
  /// Whether this program wrote the archive, and not Homebox.
  let isOwn: Bool

  /// The columns of items and places.
  private let columns: Set<String>
  private let byID: [String: Int]
  private let placeIDs: Set<String>
  /// The places that contain each other, a list for each circle; the first of each moves to the top level.
  private let circles: [[String]]
  private let tops: Set<String>
  /// The name of each place; empty for a place without one, and for items.
  private let placeNames: [String]
  /// The nearest place with a name around each entity.
  private let around: [Int?]
  private let tags: [String: [String]]
  private let fields: [String: [CustomField]]
  private let links: [String: [Link]]

  /// Combines the rows of all tables.
  init(
    _ tables: [CollectionLayout.Table: CollectionTable], others: [String],
    of manifest: CollectionManifest
  ) {
    self.others = others
    isOwn = manifest.program == CollectionLayout.program
    self.rows = tables.mapValues(\.rows)
    columns = tables[.entities]?.columns ?? []
    func rows(_ table: CollectionLayout.Table) -> [CollectionRow] { tables[table]?.rows ?? [] }

    let entities = rows(.entities).map(Entity.init)
    let byID = Dictionary(entities.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let placeTypes = Set(rows(.types).filter { $0.flag("is_location") }.map { $0.text("id") })
    let places = Set(
      entities.filter { placeTypes.contains($0.row.text("entity_type_entities")) }.map(\.id))
    self.entities = entities
    self.byID = byID
    placeIDs = places
    let parents = entities.map { byID[$0.parent] }
    circles = CollectionCircles.find(parents)
      .map { $0.map { entities[$0].id }.filter(places.contains) }.filter { !$0.isEmpty }
    let tops = Set(circles.compactMap(\.first))
    self.tops = tops
    let placeNames = entities.map { places.contains($0.id) ? Self.placeName($0.name) : "" }
    self.placeNames = placeNames
    around = Self.places(
      around: parents.enumerated().map { tops.contains(entities[$0].id) ? nil : $1 },
      named: placeNames.map { !$0.isEmpty })

    let names = Dictionary(rows(.tags).map { ($0.text("id"), $0.text("name")) }) { first, _ in first
    }
    tags = Dictionary(grouping: rows(.tagged)) { $0.text("entity_id") }
      .mapValues { $0.compactMap { names[$0.text("tag_id")] }.sorted() }
    fields = Dictionary(grouping: rows(.fields)) { $0.text("entity_fields") }
      .mapValues { $0.map(\.customField) }
    let files = rows(.attachments).filter { $0.text("type") != "thumbnail" }
    links = Dictionary(grouping: files.filter(\.isLink), by: \.owner)
      .mapValues { $0.map { Link(title: $0.text("title"), address: $0.text("path")) } }
    attachments = files.filter { !$0.isLink && !places.contains($0.owner) }.map(Attached.init)
    addPlaces(with: files.filter { places.contains($0.owner) })
  }

  /// Whether an entity is a place.
  func isPlace(_ entity: Entity) -> Bool { placeIDs.contains(entity.id) }

  /// The entity with an identity; `nil` if the archive has none.
  func entity(_ id: String) -> Entity? { byID[id].map { entities[$0] } }

  /// The tags of an entity.
  func tags(of entity: Entity) -> [String] { tags[entity.id] ?? [] }

  /// The custom fields of an entity.
  func fields(of entity: Entity) -> [CustomField] { fields[entity.id] ?? [] }

  /// The attached addresses of an entity.
  func links(of entity: Entity) -> [Link] { links[entity.id] ?? [] }

  /// The item that an item is in; `nil` if it is in a place, or nowhere.
  func thing(around entity: Entity) -> Entity? {
    guard let parent = self.entity(entity.parent), !isPlace(parent) else { return nil }
    return parent
  }

  /// The path of an entity's nearest place, which for a place is itself.
  ///
  /// Has at most `Bounds.levels + 1` names, which is one too many to import.
  func path(of entity: Entity) -> String {
    var names = isPlace(entity) ? [Self.placeName(entity.name)].filter { !$0.isEmpty } : []
    var here = tops.contains(entity.id) ? nil : byID[entity.parent]
    while let one = here, names.count <= Bounds.levels {
      if !placeNames[one].isEmpty { names.append(placeNames[one]) }
      here = around[one]
    }
    return names.reversed().joined(separator: Place.separator)
  }

  /// The nearest place with a name around each of some things.
  ///
  /// Items may contain each other; the import refuses that where it stores parents.
  private static func places(around parents: [Int?], named: [Bool]) -> [Int?] {
    var around = [Int?](repeating: nil, count: parents.count)
    var isPassed = [Bool](repeating: false, count: parents.count)
    for start in parents.indices {
      var path: [Int] = []
      var here: Int? = start
      while let one = here, !isPassed[one] {
        isPassed[one] = true
        path.append(one)
        here = parents[one]
      }
      var place = here.flatMap { named[$0] ? $0 : around[$0] }
      for one in path.reversed() {
        around[one] = place
        if named[one] { place = one }
      }
    }
    return around
  }

  /// Whether the archive lacks what an entity is in.
  private func isTornOff(_ entity: Entity) -> Bool {
    !entity.parent.isEmpty && byID[entity.parent] == nil
  }

  /// Whether the archive gives an item's position; if not, an item that exists keeps its own.
  func placesItem(_ entity: Entity) -> Bool { has("entity_children") && !isTornOff(entity) }

  /// Whether items have a column; an absent one leaves stored values alone.
  ///
  /// This program leaves out the columns of unknown values.
  func has(_ column: String) -> Bool { isOwn || columns.contains(column) }

  /// The attached address that is the link of an item; `nil` if it has none, or a custom field that says another.
  func mainLink(of entity: Entity) -> Link? {
    let isTaken = fields(of: entity).contains { field in
      !field.value.isEmpty
        && FieldCatalogue.field(header: FileColumn.ourPrefix + field.name)?.field == .link
    }
    return isTaken ? nil : links(of: entity).first { !$0.address.isEmpty }
  }

  /// The name of a place without a slash, which separates the names of a path.
  private static func placeName(_ name: String) -> String {
    name.replacing("/", with: "-").singleSpaced
  }

  /// The name of a tag without a semicolon, which separates tags.
  static func tagName(_ name: String) -> String { name.replacing(";", with: ",").trimmedOfBlanks }

  /// Combines the places and chooses their photos.
  ///
  /// - Parameter files: The files of all places.
  private mutating func addPlaces(with files: [CollectionRow]) {
    let photos = Self.photos(among: files)
    var used: Set<Int> = []
    var indexes: [String: Int] = [:]
    for entity in entities where isPlace(entity) {
      let path = path(of: entity)
      let texts = ["description", "notes"].map { entity.row.text($0) }.filter { !$0.isEmpty }
      let notes = texts.joined(separator: "\n\n")
      // Sealed notes open only under the identity that they were sealed for.
      let uuid = notes.hasPrefix(Place.sealedPrefix) ? UUID(uuidString: entity.id) : nil
      let key = Place.comparedNames(in: path).joined(separator: "/")
      let index = indexes[key] ?? places.count
      if index == places.count {
        indexes[key] = index
        places.append(ImportedPlace(path: path, notes: notes, uuid: uuid))
      } else if !notes.isEmpty, !places[index].notes.contains(notes) {
        places[index].notes += (places[index].notes.isEmpty ? "" : "\n\n") + notes
      }
      // The path of a place without a name is that of the place around it.
      guard let photo = photos[entity.id], !Self.placeName(entity.name).isEmpty,
        places[index].photo == nil, places[index].uuid == uuid
      else { continue }
      places[index].photo = files[photo].text("id")
      used.insert(photo)
    }
    filesOfPlaces = files.indices.filter { !used.contains($0) }.map { files[$0] }
  }

  /// The index of the photo of each place that has one: the main photo, or else the first.
  private static func photos(among files: [CollectionRow]) -> [String: Int] {
    var photos: [String: Int] = [:]
    for (index, file) in files.enumerated() where file.text("type") == "photo" && !file.isLink {
      let isBetter = photos[file.owner].map { file.flag("primary") && !files[$0].flag("primary") }
      if isBetter ?? true { photos[file.owner] = index }
    }
    return photos
  }

  /// The changes that the names and the positions of places and tags need.
  func remarks() -> [ImportReport.Note] {
    var notes: [ImportReport.Note] = []
    var paths: [String: String] = [:]
    for place in entities where isPlace(place) {
      let name = Self.placeName(place.name)
      if name.isEmpty {
        notes.append(
          .init(item: place.id, reason: "this place has no name; its contents moved one level up"))
        continue
      }
      if place.name.contains("/") {
        notes.append(
          .init(
            item: place.name,
            reason: "the name of a place can't contain “/”; it was changed to “\(name)”"))
      }
      let key = Place.comparedNames(in: path(of: place)).joined(separator: "/")
      if let other = paths.updateValue(place.name, forKey: key) {
        notes.append(
          .init(
            item: place.name,
            reason: "another place here is called “\(other)”; the two were merged"))
      }
    }
    for entity in entities where isTornOff(entity) {
      let reason =
        isPlace(entity)
        ? "its parent is missing from the archive; it was moved to the top level"
        : "its place or parent is missing from the archive; an item that exists here stays where it is"
      notes.append(.init(item: entity.name, reason: reason))
    }
    for circle in circles {
      let names = circle.compactMap { entity($0).map { "“\($0.name)”" } }
      notes.append(
        .init(
          item: entity(circle[0])?.name,
          reason: circle.count == 1
            ? "this place contains itself; it was moved to the top level"
            : "the places \(names.joined(separator: ", ")) contain each other; the first was moved to the top level"
        ))
    }
    for tag in rows[.tags] ?? [] where tag.text("name").contains(";") {
      let (name, wanted) = (tag.text("name"), Self.tagName(tag.text("name")))
      notes.append(
        .init(item: name, reason: "a tag can't contain “;”; it was changed to “\(wanted)”"))
    }
    return notes
  }
}

extension CollectionRow {
  /// A custom field, whose name and value may be blank.
  fileprivate var customField: CustomField {
    CustomField(name: text("name").trimmedOfBlanks, value: fieldValue)
  }

  /// The identity of the item or place that an attachment belongs to.
  fileprivate var owner: String { text("entity_attachments") }

  /// Whether an attachment is an address and no file.
  var isLink: Bool {
    let (type, path) = (text("mime_type"), text("path"))
    return type == "link" || type.hasPrefix("link/") || path.hasPrefix("http://")
      || path.hasPrefix("https://")
  }
}

/// Finds cycles where each element is in at most one other.
enum CollectionCircles {
  /// The members of each cycle, starting with the lowest index.
  ///
  /// - Parameter around: For each element, the index of its container.
  static func find(_ around: [Int?]) -> [[Int]] {
    var circles: [[Int]] = []
    /// For each element, the start of the walk that passed it first.
    var walks = [Int?](repeating: nil, count: around.count)
    for start in around.indices {
      var path: [Int] = []
      var here: Int? = start
      while let one = here, walks[one] == nil {
        walks[one] = start
        path.append(one)
        here = around[one]
      }
      guard let end = here, walks[end] == start, let first = path.firstIndex(of: end) else {
        continue
      }
      let circle = Array(path[first...])
      let top = circle.indices.min { circle[$0] < circle[$1] } ?? 0
      circles.append(Array(circle[top...] + circle[..<top]))
    }
    return circles
  }
}
