import Foundation

/// A row of the catalogue: everything about a field but its words, which the interface has.
///
/// A class, because loops over many items pass rows around: a reference costs nothing to pass.
public final class FieldDefinition: Sendable {
  /// The field.
  public let field: ItemField
  /// The group of the form that shows the field.
  public let group: FieldGroup
  /// The type of its values.
  public let kind: FieldKind
  /// Its column in the table of items; `nil` if it has separate tables.
  public let column: ItemColumn?
  /// The names of its column in files, first the name that exports use; empty if no file has it.
  let headers: [String]
  /// The column of the word index that holds its text; `nil` if search ignores it.
  let words: String?

  private let get: @Sendable (Item) -> ColumnValue
  private let set: @Sendable (inout Item, ColumnValue) -> Void

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - column: The name of the column; `nil` for none.
  ///   - table: The table that a reference points into.
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
    self.column = column.map {
      ItemColumn(
        name: $0, target: table, absent: kind.isText && kind != .code ? "''" : "NULL", get: get,
        set: set)
    }
    headers = file.headers
    self.words = words
    self.get = get
    self.set = set
  }

  /// The stored value of an item's field.
  public func value(of item: Item) -> ColumnValue { get(item) }

  /// Sets the field of an item to a stored value.
  func store(_ value: ColumnValue, in item: inout Item) { set(&item, value) }

  /// Sets the field of an item to a parsed value.
  ///
  /// - Parameter time: The time to store for a yes; an earlier one is kept.
  func put(_ value: ColumnValue, in item: inout Item, at time: Timestamp) {
    guard kind == .moment else { return set(&item, value) }
    if value.integer != 1 { return set(&item, .null) }
    if get(item) == .null { set(&item, .integer(time)) }
  }

  /// The text of an item's field in forms and exports.
  public func text(of item: Item, currency: Currency) -> String {
    kind.text(get(item), currency: currency)
  }

  /// Whether Homebox lacks the field; an export then has its column only if an item uses it.
  var isOurs: Bool { headers.first?.hasPrefix(FileColumn.ourPrefix) == true }

  /// The lower-case name that no custom field may have; `nil` if there is none.
  public var reservedName: String? {
    guard isOurs, let header = headers.first else { return nil }
    return Item.asciiLowercased(String(header.dropFirst(FileColumn.ourPrefix.count)))
  }
}

/// The name of a field's column in files (csv-formats a.3, a.4).
enum FileColumn {
  /// A column of Homebox, with its names in other generations.
  case homebox(String, or: [String] = [])
  /// A field that Homebox lacks, stored as a custom field.
  case ours(String)
  /// In no file.
  case none

  /// The prefix of Homebox's columns.
  static let prefix = "HB."
  /// The prefix of custom fields' columns.
  static let ourPrefix = "HB.field."

  /// The names in the header of a file.
  var headers: [String] {
    switch self {
    case .homebox(let name, let others): ([name] + others).map { Self.prefix + $0 }
    case .ours(let name): [Self.ourPrefix + name]
    case .none: []
    }
  }
}

/// Makes rows of the catalogue, with one function for each type of property.
///
/// They use closures, not key paths: reading through a key path copies the whole item.
extension FieldDefinition {
  /// A text.
  static func text(
    _ field: ItemField, in group: FieldGroup, _ column: String, _ file: FileColumn,
    words: String? = nil,
    kind: FieldKind = .text, _ get: @escaping @Sendable (Item) -> String,
    _ set: @escaping @Sendable (inout Item, String) -> Void
  ) -> FieldDefinition {
    FieldDefinition(
      field, in: group, kind, column: column, file: file, words: words,
      get: { .text(get($0)) }, set: { set(&$0, $1.text ?? "") })
  }

  /// A whole number: money, an asset number, a time.
  static func number(
    _ field: ItemField, in group: FieldGroup, _ kind: FieldKind, _ column: String,
    _ file: FileColumn,
    words: String? = nil, _ get: @escaping @Sendable (Item) -> Int64?,
    _ set: @escaping @Sendable (inout Item, Int64?) -> Void
  ) -> FieldDefinition {
    FieldDefinition(
      field, in: group, kind, column: column, file: file, words: words,
      get: { get($0).map(ColumnValue.integer) ?? .null }, set: { set(&$0, $1.integer) })
  }

  /// A day.
  static func date(
    _ field: ItemField, in group: FieldGroup, _ column: String, _ file: FileColumn,
    _ get: @escaping @Sendable (Item) -> CalendarDate?,
    _ set: @escaping @Sendable (inout Item, CalendarDate?) -> Void
  ) -> FieldDefinition {
    FieldDefinition(
      field, in: group, .date, column: column, file: file,
      get: { get($0).map { .text($0.text) } ?? .null },
      set: { set(&$0, $1.text.flatMap(CalendarDate.init(iso:))) })
  }

  /// Yes or no.
  static func flag(
    _ field: ItemField, in group: FieldGroup, _ column: String, _ file: FileColumn,
    _ get: @escaping @Sendable (Item) -> Bool,
    _ set: @escaping @Sendable (inout Item, Bool) -> Void
  ) -> FieldDefinition {
    FieldDefinition(
      field, in: group, .flag, column: column, file: file,
      get: { .integer(get($0) ? 1 : 0) }, set: { set(&$0, $1.integer == 1) })
  }

  /// A reference to a row of another table.
  static func choice(
    _ field: ItemField, in group: FieldGroup, _ column: String, of table: String,
    _ file: FileColumn,
    _ get: @escaping @Sendable (Item) -> UUID?,
    _ set: @escaping @Sendable (inout Item, UUID?) -> Void
  ) -> FieldDefinition {
    FieldDefinition(
      field, in: group, .choice, column: column, of: table, file: file,
      get: { get($0).map(ColumnValue.uuid) ?? .null }, set: { set(&$0, $1.uuid) })
  }

  /// A quantity.
  static func quantity(
    _ field: ItemField, in group: FieldGroup, _ column: String, _ file: FileColumn
  ) -> FieldDefinition {
    FieldDefinition(
      field, in: group, .quantity, column: column, file: file,
      get: { .real($0.quantity) }, set: { $0.quantity = Quantity.possible($1.real) })
  }

  /// The import reference.
  static func reference(
    _ field: ItemField, in group: FieldGroup, _ column: String, _ file: FileColumn
  ) -> FieldDefinition {
    FieldDefinition(
      field, in: group, .code, column: column, file: file,
      get: { $0.importReference.map(ColumnValue.text) ?? .null },
      set: { $0.importReference = $1.text })
  }

  /// A rating.
  static func rating(
    _ field: ItemField, in group: FieldGroup, _ column: String, _ file: FileColumn,
    _ get: @escaping @Sendable (Item) -> String,
    _ set: @escaping @Sendable (inout Item, String) -> Void
  ) -> FieldDefinition {
    FieldDefinition(
      field, in: group, .rating, column: column, file: file,
      get: { .text(get($0)) }, set: { set(&$0, $1.text ?? "") })
  }

  /// The tags, which have separate tables.
  static func tags(
    _ field: ItemField, in group: FieldGroup, _ file: FileColumn, words: String
  ) -> FieldDefinition {
    FieldDefinition(
      field, in: group, .tags, column: nil, file: file, words: words,
      get: { .text($0.tags.joined(separator: ";")) },
      set: { $0.tags = FieldKind.tags(in: $1.text ?? "") })
  }
}
