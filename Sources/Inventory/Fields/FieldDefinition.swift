/// A row of the catalogue: what there is to know of one field of an item, but for its words, which are
/// the interface's.
///
/// A class, because loops over many items hand rows around: a reference costs nothing to pass.
package final class FieldDefinition: Sendable {
  /// Which field it is.
  package let field: ItemField
  /// What it is about; the form shows the fields of a group together.
  package let group: FieldGroup
  /// What it holds.
  package let kind: FieldKind
  /// The column of the table of items; nil: kept in tables of its own.
  let column: ItemColumn?
  /// The names of its column in files, the one that an export writes first; empty: in no file.
  let headers: [String]
  /// The column of the word index in which its text is found; nil: no search finds it.
  let words: String?

  private let get: @Sendable (Item) -> ColumnValue
  private let set: @Sendable (inout Item, ColumnValue) -> Void

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - column: the name of the column; nil: none.
  ///   - table: the table that the column refers to by number.
  init(
    _ field: ItemField, in group: FieldGroup, _ kind: FieldKind, column: String?,
    of table: String? = nil,
    file: FileColumn, words: String? = nil,
    get: @escaping @Sendable (Item) -> ColumnValue,
    set: @escaping @Sendable (inout Item, ColumnValue) -> Void
  ) {
    self.field = field
    self.group = group
    self.kind = kind
    self.column = column.map { ItemColumn(name: $0, target: table, get: get, set: set) }
    headers = file.headers
    self.words = words
    self.get = get
    self.set = set
  }

  /// What an item holds, as it is stored.
  package func value(of item: Item) -> ColumnValue { get(item) }

  /// Puts a stored value into an item.
  func store(_ value: ColumnValue, in item: inout Item) { set(&item, value) }

  /// Puts a value that was read from a text into an item.
  ///
  /// - Parameter time: the moment that a yes gets; an earlier one stays.
  func put(_ value: ColumnValue, in item: inout Item, at time: Timestamp) {
    guard kind == .moment else { return set(&item, value) }
    if value.integer != 1 { return set(&item, .null) }
    if get(item) == .null { set(&item, .integer(time)) }
  }

  /// What a form shows and an export writes.
  package func text(of item: Item, currency: Currency) -> String {
    kind.text(get(item), currency: currency)
  }

  /// Whether it is a property of ours, which an export writes only when an item uses it.
  var isOurs: Bool { headers.first?.hasPrefix(FileColumn.ourPrefix) == true }

  /// The name that no custom field may have, in lower case; nil where there is none.
  var reservedName: String? {
    guard isOurs, let header = headers.first else { return nil }
    return Item.asciiLowercased(String(header.dropFirst(FileColumn.ourPrefix.count)))
  }
}

/// How files name the column of a field (csv-formats a.3, a.4).
enum FileColumn {
  /// One of Homebox's, with the names that its other generations use.
  case homebox(String, or: [String] = [])
  /// A property of ours, which goes with Homebox's custom fields.
  case ours(String)
  /// In no file.
  case none

  /// What the names of Homebox's columns begin with.
  static let prefix = "HB."
  /// What a custom field's column begins with.
  static let ourPrefix = "HB.field."

  /// The names as they stand in the first line of a file.
  var headers: [String] {
    switch self {
    case .homebox(let name, let others): ([name] + others).map { Self.prefix + $0 }
    case .ours(let name): [Self.ourPrefix + name]
    case .none: []
    }
  }
}
