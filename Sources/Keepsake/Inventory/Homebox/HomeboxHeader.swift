/// The meaning of each column of a Homebox file, or of each value of an item in a collection.
final class HomeboxHeader: Sendable {
  enum Meaning: Hashable {
    case field(ItemField)
    /// The lower-case name of a custom field.
    case customField(String)
    case unknown
  }

  /// The columns with one meaning, in the order of the file.
  struct Group: Sendable {
    let meaning: Meaning
    /// The field; `nil` for a custom field and for unknown columns.
    let definition: FieldDefinition?
    let columns: [Int]
    /// The names of the columns without their prefixes.
    let ownNames: [String]
    /// For each column, a custom field that holds its value if an earlier column holds another one.
    let customNames: [String]
    /// Whether a value of only blanks is a value: it is, in a text of this program's own export.
    let keepsBlanks: Bool

    fileprivate init(
      _ meaning: Meaning, _ columns: [Int], _ ownNames: [String], _ customNames: [String],
      isOwn: Bool
    ) {
      self.meaning = meaning
      self.columns = columns
      self.ownNames = ownNames
      self.customNames = customNames
      // An export has one column for a field: what has more was written by others, too.
      let isWritten = isOwn && columns.count == 1
      switch meaning {
      case .field(let field):
        definition = field.definition
        let isText = [.text, .lines].contains(field.definition.kind) && field != .name
        keepsBlanks = isWritten && isText
      case .customField: (definition, keepsBlanks) = (nil, isWritten)
      case .unknown: (definition, keepsBlanks) = (nil, false)
      }
    }
  }

  /// The columns of every export by this program (csv-formats): labels for the old generation, tags for the new one.
  static let universal = [
    "import_ref", "parent_import_ref", "location", "tags", "labels", "asset_id", "archived", "name",
    "quantity", "description", "insured", "notes", "purchase_price", "purchase_from",
    "purchase_date", "purchase_time", "manufacturer", "model_number", "serial_number",
    "lifetime_warranty", "warranty_expires", "warranty_details", "sold_to", "sold_price",
    "sold_date", "sold_time", "sold_notes",
  ].map { FileColumn.prefix + $0 }

  /// The names in the file, without surrounding blanks.
  let names: [String]
  /// The names in messages; in a collection, they have no prefix.
  let shownNames: [String]
  let groups: [Group]
  /// Whether an apostrophe before `=`, `+`, `-` or `@` guards text from being taken for a formula.
  ///
  /// Homebox puts it there; this program's own exports hold the text as it is.
  let isGuarded: Bool

  /// Parses the first row of a table.
  convenience init(table header: [String]) {
    let names = header.map(\.trimmedOfBlanks)
    let isOwn = names.starts(with: Self.universal)
    self.init(names, shown: names, isGuarded: !isOwn, isOwn: isOwn)
  }

  /// Makes the header of a collection, in which no text is guarded.
  ///
  /// - Parameter isOwn: Whether this program wrote the collection.
  convenience init(collection header: [String], isOwn: Bool) {
    let names = header.map(\.trimmedOfBlanks)
    self.init(names, shown: names.map(Self.ownName), isGuarded: false, isOwn: isOwn)
  }

  private init(_ names: [String], shown: [String], isGuarded: Bool, isOwn: Bool) {
    self.names = names
    shownNames = shown
    self.isGuarded = isGuarded
    var order: [Meaning] = []
    var members: [Meaning: [Int]] = [:]
    for (index, name) in names.enumerated() {
      let meaning = Self.meaning(of: name)
      if members[meaning] == nil { order.append(meaning) }
      members[meaning, default: []].append(index)
    }
    var free = FreeNames(FieldCatalogue.reservedNames)
    for case .customField(let name) in order { free.take(name) }
    groups = order.map { meaning in
      let columns = members[meaning] ?? []
      let own = columns.map { Self.ownName(names[$0]) }
      let custom = own.enumerated().map { $0 == 0 ? $1 : free.name(like: $1) }
      return Group(meaning, columns, own, custom, isOwn: isOwn)
    }
  }

  /// The columns whose values are left out.
  var unknown: [Int] { groups.first { $0.meaning == .unknown }?.columns ?? [] }

  /// The column that an unknown one was probably meant to be.
  func nearest(to column: Int) -> String? {
    var present: Set<ItemField> = []
    for case .field(let field) in groups.map(\.meaning) { present.insert(field) }
    return NearestColumn(without: present).find(names[column])?.header
  }

  /// Checks that exactly one column is for names.
  ///
  /// - Throws: `badData`.
  func checkNames() throws(InventoryError) {
    let columns = groups.first { $0.meaning == .field(.name) }?.columns ?? []
    if columns.count > 1 {
      throw InventoryError(
        .badData,
        "the columns \(columns[0] + 1) and \(columns[1] + 1) are both called “\(names[columns[0]])”; delete or rename "
          + "one of them")
    }
    guard columns.isEmpty else { return }
    let nearest = NearestColumn(without: [])
    let meant = names.prefix(100).first { nearest.find($0)?.field == .name }
    throw InventoryError(
      .badData,
      "the first line has no column “HB.name”; "
        + (meant.map { "rename “\($0)” to that if it has the names" }
          ?? "this does not look like a Homebox file"))
  }

  private static func meaning(of name: String) -> Meaning {
    let own = ownName(name)
    let prefix = isCustom(name) ? FileColumn.ourPrefix : own == name ? "" : FileColumn.prefix
    if let definition = FieldCatalogue.field(header: prefix + own) {
      return .field(definition.field)
    }
    guard isCustom(name) else { return .unknown }
    let custom = Item.asciiLowercased(own)
    return custom.isEmpty ? .unknown : .customField(custom)
  }

  private static func isCustom(_ name: String) -> Bool {
    let prefix = FileColumn.ourPrefix
    return Item.asciiLowercased(String(name.prefix(prefix.count))) == Item.asciiLowercased(prefix)
  }

  /// The name of a column without its prefix.
  static func ownName(_ name: String) -> String {
    let hasPrefix = Item.asciiLowercased(String(name.prefix(FileColumn.prefix.count))) == "hb."
    let length =
      isCustom(name) ? FileColumn.ourPrefix.count : hasPrefix ? FileColumn.prefix.count : 0
    return String(name.dropFirst(length)).trimmedOfBlanks
  }
}

/// Names of custom fields that an item does not have yet.
private struct FreeNames {
  /// In lower case.
  private var taken: Set<String>
  /// The number to try next after a name.
  private var next: [String: Int] = [:]

  init(_ taken: Set<String>) { self.taken = taken }

  mutating func take(_ name: String) { taken.insert(name) }

  /// The name, followed by a number if it is taken.
  mutating func name(like name: String) -> String {
    let key = Item.asciiLowercased(name)
    if taken.insert(key).inserted { return name }
    var number = next[key] ?? 2
    while !taken.insert("\(key) \(number)").inserted { number += 1 }
    next[key] = number + 1
    return "\(name) \(number)"
  }
}
