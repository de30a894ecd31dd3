/// A column of a table whose rows homes share.
///
/// Triggers, operations and whatever applies them loop over these columns, as storage and files loop over
/// ``FieldCatalogue``.
public struct SyncedColumn: Hashable, Sendable {
  /// The type of the values.
  public enum Kind: Hashable, Sendable {
    case text, integer
    /// The identity of a row of another table.
    case reference(SyncedTable)
    /// The field of the catalogue decides.
    case field
  }

  /// The name in operations, which other homes read: it never changes.
  public let name: String
  /// The name in the table.
  public let stored: String
  /// The type of its values.
  public let kind: Kind
  /// The value of a row of which no operation wrote the column.
  public let empty: ColumnValue
  /// Whether operations contain the value even if it is ``empty``.
  public let isAlwaysSent: Bool

  init(
    _ name: String, stored: String? = nil, _ kind: Kind, empty: ColumnValue = .null,
    isAlwaysSent: Bool = false
  ) {
    self.name = name
    self.stored = stored ?? name
    self.kind = kind
    self.empty = empty
    self.isAlwaysSent = isAlwaysSent
  }

  /// The table that a reference points into; `nil` for other columns.
  public var target: SyncedTable? {
    if case .reference(let table) = kind { table } else { nil }
  }

  /// The value to store: ``empty`` if another home sent one of another type.
  public func checked(_ value: ColumnValue) -> ColumnValue {
    switch kind {
    case .text: value.text.map(ColumnValue.text) ?? empty
    case .integer: value.integer.map(ColumnValue.integer) ?? empty
    case .reference, .field: value
    }
  }

  /// When a row was moved to the trash or removed; null while it exists.
  static let life = SyncedColumn("life", stored: "deleted_at", .integer)

  static let created = SyncedColumn(
    "created_at", .integer, empty: .integer(0), isAlwaysSent: true)
}

/// A synced column of a type that holds a row.
public struct SyncedProperty<Record>: Sendable {
  /// The column.
  public let column: SyncedColumn
  /// Reads the value of the column.
  public let get: @Sendable (Record) -> ColumnValue
  /// Writes a value of the column.
  public let set: @Sendable (inout Record, ColumnValue) -> Void
}

extension Array {
  /// The stored values in which two records differ, by column.
  func differences<Record>(
    from stored: Record, to wanted: Record
  ) -> (before: [String: ColumnValue], after: [String: ColumnValue])
  where Element == SyncedProperty<Record> {
    var before: [String: ColumnValue] = [:]
    var after: [String: ColumnValue] = [:]
    for property in self where property.get(stored) != property.get(wanted) {
      before[property.column.stored] = property.get(stored)
      after[property.column.stored] = property.get(wanted)
    }
    return (before, after)
  }

  /// A record with the values of a log entry.
  func applying<Record>(_ values: [String: ColumnValue], to record: Record) -> Record
  where Element == SyncedProperty<Record> {
    var record = record
    for property in self {
      if let value = values[property.column.stored] { property.set(&record, value) }
    }
    return record
  }

  /// A record with one side of a log entry, in place of the other side.
  ///
  /// - Throws: `conflict` if the record no longer has the other side's values, which a row without a revision shows.
  func applying<Record>(
    _ values: [String: ColumnValue], insteadOf others: [String: ColumnValue], to record: Record,
    named name: String
  ) throws -> Record where Element == SyncedProperty<Record>, Record: Equatable {
    guard applying(others, to: record) == record else {
      throw InventoryError(
        .conflict, "“\(name)” was changed elsewhere since; nothing was undone or redone")
    }
    return applying(values, to: record)
  }
}

extension Place {
  /// The columns of a place that homes share.
  public static let synced: [SyncedProperty<Place>] = [
    SyncedProperty(
      column: SyncedColumn("name", .text), get: { .text($0.name) },
      set: { $0.name = $1.text ?? "" }),
    SyncedProperty(
      column: SyncedColumn("parent", stored: "parent_id", .reference(.place)),
      get: { $0.parent.map(ColumnValue.uuid) ?? .null }, set: { $0.parent = $1.uuid }),
    SyncedProperty(
      column: SyncedColumn("notes", .text, empty: .text("")), get: { .text($0.notes) },
      set: { $0.notes = $1.text ?? "" }),
    SyncedProperty(
      column: SyncedColumn("photo", .text),
      get: { $0.photo.map { .text($0.text) } ?? .null },
      set: { $0.photo = $1.text.flatMap(PlacePhoto.init(text:)) }),
    SyncedProperty(
      column: .life, get: { $0.deletedAt.map(ColumnValue.integer) ?? .null },
      set: { $0.deletedAt = $1.integer }),
  ]
}

extension Category {
  /// The columns of a category that homes share.
  public static let synced: [SyncedProperty<Category>] = [
    SyncedProperty(
      column: SyncedColumn("name", .text), get: { .text($0.name) },
      set: { $0.name = $1.text ?? "" }),
    SyncedProperty(
      column: SyncedColumn("useful_life_months", .integer),
      get: { $0.usefulLifeMonths.map { .integer(Int64($0)) } ?? .null },
      set: { $0.usefulLifeMonths = $1.integer.map { Int(clamping: $0) } }),
    SyncedProperty(
      column: .life, get: { $0.deletedAt.map(ColumnValue.integer) ?? .null },
      set: { $0.deletedAt = $1.integer }),
  ]
}

extension Attachment {
  /// The columns of an attachment that homes share.
  public static let synced: [SyncedProperty<Attachment>] = [
    SyncedProperty(
      column: SyncedColumn("item", stored: "item_id", .reference(.item)),
      get: { .uuid($0.item) }, set: { $0.item = $1.uuid ?? $0.item }),
    SyncedProperty(
      column: SyncedColumn(
        "kind", .text, empty: .text(AttachmentKind.other.rawValue), isAlwaysSent: true),
      get: { .text($0.kind.rawValue) },
      set: { $0.kind = $1.text.flatMap(AttachmentKind.init) ?? .other }),
    SyncedProperty(
      column: SyncedColumn("title", .text, empty: .text("")), get: { .text($0.title) },
      set: { $0.title = $1.text ?? "" }),
    SyncedProperty(
      column: SyncedColumn("file_name", .text), get: { .text($0.fileName) },
      set: { $0.fileName = $1.text ?? "" }),
    SyncedProperty(
      column: SyncedColumn("mime", .text, empty: .text(""), isAlwaysSent: true),
      get: { .text($0.mediaType) }, set: { $0.mediaType = $1.text ?? "" }),
    SyncedProperty(
      column: SyncedColumn("bytes", .integer), get: { .integer($0.bytes) },
      set: { $0.bytes = $1.integer ?? 0 }),
    SyncedProperty(
      column: SyncedColumn("sha256", .text), get: { .text($0.sha256) },
      set: { $0.sha256 = $1.text ?? "" }),
    SyncedProperty(
      column: SyncedColumn("width", .integer),
      get: { $0.width.map { .integer(Int64($0)) } ?? .null },
      set: { $0.width = $1.integer.map { Int(clamping: $0) } }),
    SyncedProperty(
      column: SyncedColumn("height", .integer),
      get: { $0.height.map { .integer(Int64($0)) } ?? .null },
      set: { $0.height = $1.integer.map { Int(clamping: $0) } }),
    SyncedProperty(
      column: SyncedColumn("order_key", .integer, empty: .integer(0), isAlwaysSent: true),
      get: { .integer($0.order) }, set: { $0.order = $1.integer ?? 0 }),
    SyncedProperty(
      column: .created, get: { .integer($0.createdAt) }, set: { $0.createdAt = $1.integer ?? 0 }),
    SyncedProperty(
      column: .life, get: { $0.deletedAt.map(ColumnValue.integer) ?? .null },
      set: { $0.deletedAt = $1.integer }),
  ]
}
