import Foundation
import GRDB
import InventorySupport
import Testing

@testable import Inventory
@testable import Sync

/// Sends every column of every shared table from one home to another: through the triggers, an operation, the merge,
/// and the tables of the other home.
///
/// A new column fails here until ``SyncedTable`` says whether homes share it.
@Suite struct EveryColumnTests {
  /// A row that two homes share.
  private struct Subject {
    /// Finds the row in SQL.
    var condition: String
    var arguments: StatementArguments
    /// Rows that its references can point to.
    var others: [SyncedTable: UUID]
  }

  private let homes: SharedHomes
  private let anna: InventoryStore
  private let ben: InventoryStore
  private let subjects: [SyncedTable: Subject]

  init() throws {
    homes = try SharedHomes()
    anna = try homes.found("anna")
    ben = try homes.home.store("ben")
    try homes.join(ben)
    let shelf = try anna.addPlace("Shelf")
    let box = try anna.addPlace("Box")
    _ = try anna.items.addCategory(named: "Boats", session: InventoryHome.session)
    try anna.changes.perform(
      .view(.save(SavedView(name: "Afloat", filter: "boat"))), session: InventoryHome.session)
    let other = try anna.add("Dinghy")
    let item = try anna.add("Oar")
    let path = try homes.home.file("oar.txt", "an oar")
    try anna.attachments.attach([path], to: item.uuid, session: InventoryHome.session)
    let file = try #require(try anna.attachments.fetchAll(of: item.uuid).first)
    var settings = try anna.settings.fetch()
    settings.owner = "Anna"
    try anna.settings.change(settings, session: InventoryHome.session)
    try homes.synchronize(anna, ben)
    func row(_ uuid: UUID, _ others: [SyncedTable: UUID] = [:]) -> Subject {
      Subject(condition: "uuid = ?", arguments: [uuid], others: others)
    }
    subjects = [
      .setting: Subject(condition: "key = 'owner'", arguments: [], others: [:]),
      .category: Subject(condition: "name = 'Boats'", arguments: [], others: [:]),
      .place: row(box.uuid, [.place: shelf.uuid]),
      .item: row(item.uuid, [.place: box.uuid, .item: other.uuid]),
      .attachment: row(file.uuid, [.item: other.uuid]),
      .view: Subject(condition: "name = 'Afloat'", arguments: [], others: [:]),
    ]
  }

  private static func names(_ table: String, _ db: Database) throws -> Set<String> {
    // `table_xinfo` lists generated columns, too.
    Set(try Row.fetchAll(db, sql: "PRAGMA table_xinfo(\(table))").map { $0["name"] })
  }

  @Test(arguments: SyncedTable.allCases) func everyColumnIsSyncedOrLocal(table: SyncedTable) throws
  {
    let names = try anna.database.read { try Self.names(table.table, $0) }
    let synced = table.columns.map(\.stored)
    #expect(Set(synced).count == synced.count && table.localColumns.isDisjoint(with: synced))
    #expect(names == table.localColumns.union(synced))
  }

  /// Tags and custom fields are values of their item: names and values travel in its row.
  @Test(arguments: [
    ("tag", ["id", "uuid", "name", "colour"]), ("item_tag", ["item_id", "tag_id"]),
    ("custom_field", ["item_id", "name", "type", "value", "order_key"]),
  ])
  func tagsAndCustomFieldsHaveNoFurtherColumns(table: String, columns: [String]) throws {
    #expect(try anna.database.read { try Self.names(table, $0) } == Set(columns))
  }

  @Test(arguments: SyncedTable.allCases) func everyColumnReachesTheOtherHome(
    table: SyncedTable
  ) throws {
    for column in table.columns {
      let before = try value(of: column, in: table, at: ben)
      let sample = try sample(of: column, in: table)
      #expect(sample != before, "\(table) \(column.stored): the sample equals the former value")
      try write(sample, to: column, in: table)
      try homes.synchronize(anna, ben)
      #expect(try value(of: column, in: table, at: anna) == sample, "\(table) \(column.stored)")
      #expect(try value(of: column, in: table, at: ben) == sample, "\(table) \(column.stored)")
    }
  }

  @Test func tagsAndCustomFieldsReachTheOtherHome() throws {
    for (tags, fields) in [
      (["red"], [CustomField(name: "Length", value: "2 m")]),
      (["Blue"], [CustomField(name: "Length", value: "3 m")]), ([], []),
    ] {
      var item = try #require(try anna.items.fetch(id(.item)))
      (item.tags, item.fields) = (tags, fields)
      try anna.changes.perform(.updateItem(item), session: InventoryHome.session)
      try homes.synchronize(anna, ben)
      let received = try #require(try ben.items.fetch(id(.item)))
      #expect(received.tags == tags && received.fields == fields)
    }
  }

  @Test(arguments: InventorySetting.allCases) func everySettingIsSyncedOrLocal(
    setting: InventorySetting
  ) throws {
    let value: String =
      switch setting {
      case .currency: "USD"
      case .renewal: "2031-05-17"
      case .contentsLimit, .deductible: "5000"
      case .pictureGraphics: "1"
      case .owner, .address, .insurer, .policy: "Anna’s \(setting)"
      }
    try anna.database.write(source: "test") { transaction in
      try Meta.put(value, for: setting.key, transaction.db)
      transaction.isDirty = true
    }
    try homes.synchronize(anna, ben)
    let received = try ben.database.read { try Meta.text(setting.key, $0) }
    #expect((received == value) == (setting != .pictureGraphics), "\(received ?? "nothing")")
  }

  // MARK: - Columns

  private func id(_ table: SyncedTable) throws -> UUID {
    let subject = try #require(subjects[table])
    return try anna.database.read { db in
      try #require(
        try UUID.fetchOne(
          db, sql: "SELECT uuid FROM \(table.table) WHERE \(subject.condition)",
          arguments: subject.arguments))
    }
  }

  /// A value that the column doesn't have yet and that no rule rejects.
  private func sample(of column: SyncedColumn, in table: SyncedTable) throws -> ColumnValue {
    if let target = column.target {
      if target == .category { return .text("Boats") }
      return .uuid(try #require(subjects[table]?.others[target]))
    }
    if table == .item,
      let kind = FieldCatalogue.all.first(where: { $0.column?.name == column.stored })?.kind
    {
      return switch kind {
      case .date: .text("2001-02-03")
      case .rating: .text("film:R")
      case .interval: .text("6m")
      case .quantity: .real(2.5)
      case .money, .moment, .position, .assetNumber: .integer(77)
      case .flag: .integer(1)
      case .text, .lines, .code, .choice, .tags: .text("sample of \(column.stored)")
      }
    }
    return switch column.stored {
    // The name is the key of a category: only its spelling can change.
    case "name" where table == .category: .text("BOATS")
    case "name" where table == .view: .text("AFLOAT")
    case "sha256": .text(String(repeating: "ab", count: 32))
    case "photo": .text(PlacePhoto(sha256: String(repeating: "cd", count: 32), bytes: 9).text)
    case "kind": .text(AttachmentKind.receipt.rawValue)
    case _ where column.kind == .integer: .integer(77)
    default: .text("sample of \(column.stored)")
    }
  }

  private func write(_ value: ColumnValue, to column: SyncedColumn, in table: SyncedTable) throws {
    let subject = try #require(subjects[table])
    let key = column.target == .category ? "name" : "uuid"
    let stored = column.target.map { "(SELECT id FROM \($0.table) WHERE \(key) = ?)" } ?? "?"
    try anna.database.write(source: "test") { transaction in
      try transaction.db.execute(
        sql: "UPDATE \(table.table) SET \(column.stored) = \(stored) WHERE \(subject.condition)",
        arguments: [value] + subject.arguments)
      transaction.isDirty = true
    }
  }

  private func value(
    of column: SyncedColumn, in table: SyncedTable, at store: InventoryStore
  ) throws -> ColumnValue? {
    let subject = try #require(subjects[table])
    // Categories are matched by name, since each home has its own.
    let found = column.target == .category ? "name" : "uuid"
    let reference = column.target.map {
      "(SELECT \(found) FROM \($0.table) AS other WHERE other.id = subject.\(column.stored))"
    }
    return try store.database.read { db in
      let row = try #require(
        try Row.fetchOne(
          db,
          sql: """
            SELECT \(reference ?? column.stored) FROM \(table.table) AS subject
            WHERE \(subject.condition)
            """, arguments: subject.arguments))
      return try row.value(0)
    }
  }
}
