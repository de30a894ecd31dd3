import Foundation

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

  /// The tags, which have tables of their own.
  static func tags(
    _ field: ItemField, in group: FieldGroup, _ file: FileColumn, words: String
  ) -> FieldDefinition {
    FieldDefinition(
      field, in: group, .tags, column: nil, file: file, words: words,
      get: { .text($0.tags.joined(separator: ";")) },
      set: { $0.tags = FieldKind.tags(in: $1.text ?? "") })
  }
}
