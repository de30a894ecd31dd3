import Foundation
import GRDB

/// The tables of the inventory (inventory-model a.2), version by version.
///
/// A list of plain steps and `PRAGMA user_version` instead of GRDB's migrator: opening a current file
/// must only read its header.
enum Schema {
  /// `KEEP` in ASCII.
  static let applicationID: Int32 = 0x4B45_4550

  static func migrations(currency: Currency) -> [@Sendable (Database) throws -> Void] {
    [
      { db in try createVersionOne(db, currency: currency) },
      { db in try dropCopyOfTexts(db) },
      { db in try db.execute(sql: attachments) },
      { db in try db.execute(sql: OrderClause.indexes) },
      { db in try db.execute(sql: ValuedRow.index) },
      { db in try addRatings(db, currency: currency) },
      { db in
        try addLoans(db, currency: currency)
      },
      { db in try SyncSchema.addValuesToHistory(db) },
      { db in try db.execute(sql: privatePlaces) },
      { db in try SyncSchema.lookAtRowsBesideItems(db) },
      { db in try WordRebuild.begin(db) },
      { db in try addPositions(db) },
      { db in
        try RatedCounts.create(db)
        try WithheldMigration.bringBack(db)
      },
      { db in try addTrashOfCategories(db) },
      { db in try addMaintenance(db, currency: currency) },
      { db in try addViews(db) },
      { db in try addPhotosOfPlaces(db) },
    ]
  }

  /// The oldest format that can be read without migration, if nothing can be written.
  static let oldestReadable = 1

  private static func createVersionOne(_ db: Database, currency: Currency) throws {
    try db.execute(sql: places + categories + items + attachedToItems + changes + search)
    try Meta.create(db, currency: currency)
    for (index, category) in SeedCategories.all.enumerated() {
      try db.execute(
        sql: """
          INSERT INTO category(uuid, name, useful_life_months, order_key) VALUES (?, ?, ?, ?)
          """,
        arguments: [Identity.new(), category.name, category.usefulLifeMonths, (index + 1) * 100])
    }
  }

  /// Drops the word index's copy of all texts, a fifth of the file, which is never read.
  ///
  /// The index itself stays as it is, so this takes the same time for any inventory. Freed pages are
  /// not overwritten with zeros, as Debian's SQLite does by default: that would take seconds for a
  /// million items, and the next writes reuse them.
  private static func dropCopyOfTexts(_ db: Database) throws {
    let wasSecure = try Int.fetchOne(db, sql: "PRAGMA secure_delete") ?? 0
    try db.execute(sql: "PRAGMA secure_delete = FAST")
    try db.execute(sql: "DROP TABLE item_fts_content")
    try db.execute(sql: "PRAGMA secure_delete = \(wasSecure == 1 ? "ON" : "OFF")")
    try db.execute(sql: "PRAGMA writable_schema = ON")
    defer { try? db.execute(sql: "PRAGMA writable_schema = RESET") }
    try db.execute(
      sql: """
        UPDATE sqlite_schema SET sql = replace(sql, 'tokenize =', 'content = '''', tokenize =')
        WHERE type = 'table' AND name = 'item_fts'
        """)
    db.clearSchemaCache()
  }

  /// Adds the rating of media, and its index.
  private static func addRatings(_ db: Database, currency: Currency) throws {
    try FieldMigration.add(.rating, to: db, currency: currency)
    try db.execute(
      sql: "CREATE INDEX item_rating ON item(rating) WHERE rating <> ''")
  }

  /// Adds loans.
  private static func addLoans(_ db: Database, currency: Currency) throws {
    let fields = [ItemField.lentTo, .lentDate, .dueBack]
    for field in fields { try FieldMigration.add(field, to: db, currency: currency) }
  }

  /// Adds the time when a category went to the trash.
  private static func addTrashOfCategories(_ db: Database) throws {
    guard try !db.hasColumn("deleted_at", in: "category") else { return }
    try db.execute(sql: "ALTER TABLE category ADD COLUMN deleted_at INTEGER")
  }

  /// Adds maintenance, and the indexes that find the few items with a date that is due.
  private static func addMaintenance(_ db: Database, currency: Currency) throws {
    let fields = [
      ItemField.maintenance, .maintenanceInterval, .maintenanceDue, .maintenanceLog,
    ]
    for field in fields {
      guard let column = field.definition.column, try !db.hasColumn(column.name, in: "item")
      else { continue }
      try FieldMigration.add(field, to: db, currency: currency)
    }
    try db.execute(sql: DueClause.indexes)
  }

  /// Makes the table of saved views, and shows the views that newer homes of the household saved.
  private static func addViews(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS saved_view(
          id INTEGER PRIMARY KEY,
          uuid BLOB NOT NULL UNIQUE,
          name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK(name <> ''),
          filter TEXT NOT NULL DEFAULT '',
          sort TEXT NOT NULL DEFAULT 'name',
          hidden_columns TEXT NOT NULL DEFAULT '',
          deleted_at INTEGER
        ) STRICT
        """)
    try SyncSchema.show(kind: SyncedTable.view.rawValue, db)
  }

  /// Adds the photos of places, with an index of their files, and shows those that newer homes of the household set.
  private static func addPhotosOfPlaces(_ db: Database) throws {
    if try !PlacePhotos.exist(db) {
      try db.execute(sql: "ALTER TABLE location ADD COLUMN photo TEXT")
    }
    try db.execute(sql: PlacePhotos.index)
    try SyncSchema.show(kind: SyncedTable.place.rawValue, db)
  }

  /// Makes the index of the user's own order, and shows the positions that newer homes of the household gave.
  private static func addPositions(_ db: Database) throws {
    try db.execute(sql: OrderClause.positionIndex)
    let column = ItemField.position.definition.column?.name
    try SyncSchema.bringUpToDate(showing: column.map { [$0] } ?? [], db)
  }

  private static let places = """
    CREATE TABLE meta(key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
    CREATE TABLE location(
      id INTEGER PRIMARY KEY,
      uuid BLOB NOT NULL UNIQUE,
      parent_id INTEGER REFERENCES location(id),
      name TEXT NOT NULL CHECK(name <> ''),
      sort_key TEXT NOT NULL,
      path TEXT NOT NULL,
      order_key INTEGER NOT NULL DEFAULT 0,
      notes TEXT NOT NULL DEFAULT '',
      item_count INTEGER NOT NULL DEFAULT 0,
      subtree_count INTEGER NOT NULL DEFAULT 0,
      place_count INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      deleted_at INTEGER,
      rev INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX location_name ON location(ifnull(parent_id, 0), name)
      WHERE deleted_at IS NULL;
    CREATE INDEX location_order ON location(parent_id, sort_key);

    """

  /// Finds the few places with sealed names among many.
  private static let privatePlaces = """
    CREATE INDEX IF NOT EXISTS location_private ON location(id) WHERE \(Place.maskedCondition)
    """

  private static let categories = """
    CREATE TABLE category(
      id INTEGER PRIMARY KEY,
      uuid BLOB NOT NULL UNIQUE,
      name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK(name <> ''),
      useful_life_months INTEGER,
      order_key INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    """

  private static let items = """
    CREATE TABLE item(
      id INTEGER PRIMARY KEY,
      uuid BLOB NOT NULL UNIQUE,
      asset_no INTEGER UNIQUE,
      name TEXT NOT NULL CHECK(name <> ''),
      sort_key TEXT NOT NULL,
      description TEXT NOT NULL DEFAULT '',
      notes TEXT NOT NULL DEFAULT '',
      category_id INTEGER REFERENCES category(id),
      location_id INTEGER REFERENCES location(id),
      parent_item_id INTEGER REFERENCES item(id),
      quantity REAL NOT NULL DEFAULT 1 CHECK(quantity >= 0),
      unit TEXT NOT NULL DEFAULT '',
      manufacturer TEXT NOT NULL DEFAULT '',
      model_number TEXT NOT NULL DEFAULT '',
      serial_number TEXT NOT NULL DEFAULT '',
      condition TEXT NOT NULL DEFAULT '',
      purchase_price_minor INTEGER,
      purchase_date TEXT,
      purchase_from TEXT NOT NULL DEFAULT '',
      order_ref TEXT NOT NULL DEFAULT '',
      link TEXT NOT NULL DEFAULT '',
      replacement_minor INTEGER,
      replacement_on TEXT,
      insured INTEGER NOT NULL DEFAULT 0,
      policy_id INTEGER,
      warranty_until TEXT,
      warranty_lifetime INTEGER NOT NULL DEFAULT 0,
      warranty_details TEXT NOT NULL DEFAULT '',
      sold_on TEXT,
      sold_to TEXT NOT NULL DEFAULT '',
      sold_price_minor INTEGER,
      sold_notes TEXT NOT NULL DEFAULT '',
      archived_at INTEGER,
      deleted_at INTEGER,
      import_ref TEXT UNIQUE CHECK(length(import_ref) BETWEEN 1 AND 100),
      order_key INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      rev INTEGER NOT NULL,
      -- 0 live, 1 archived, 2 in the trash: one column, so that the indexes below cover.
      shelf INTEGER GENERATED ALWAYS AS (
        CASE WHEN deleted_at NOT NULL THEN 2 WHEN archived_at NOT NULL THEN 1 ELSE 0 END) STORED
    ) STRICT;
    CREATE INDEX item_order ON item(shelf, sort_key);
    CREATE INDEX item_place ON item(location_id, shelf, sort_key);
    CREATE INDEX item_parent ON item(parent_item_id) WHERE parent_item_id IS NOT NULL;

    """

  private static let attachedToItems = """
    CREATE TABLE tag(
      id INTEGER PRIMARY KEY,
      uuid BLOB NOT NULL UNIQUE,
      name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK(name <> ''),
      colour TEXT
    ) STRICT;
    CREATE TABLE item_tag(
      item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
      tag_id INTEGER NOT NULL REFERENCES tag(id),
      PRIMARY KEY(item_id, tag_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX item_tag_by_tag ON item_tag(tag_id);
    CREATE TABLE custom_field(
      item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
      name TEXT NOT NULL COLLATE NOCASE CHECK(name <> ''),
      type TEXT NOT NULL DEFAULT 'text',
      value TEXT NOT NULL,
      order_key INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY(item_id, name)
    ) STRICT, WITHOUT ROWID;

    """

  private static let changes = """
    CREATE TABLE change(
      id INTEGER PRIMARY KEY,
      group_id INTEGER NOT NULL,
      at INTEGER NOT NULL,
      source TEXT NOT NULL,
      op TEXT NOT NULL,
      table_name TEXT NOT NULL,
      row_uuid BLOB,
      before TEXT,
      after TEXT,
      rev_before INTEGER NOT NULL,
      rev_after INTEGER NOT NULL,
      undone INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX change_group ON change(group_id);
    CREATE INDEX change_undo ON change(source, undone, group_id);
    CREATE INDEX change_row ON change(row_uuid);

    """

  private static let search = """
    CREATE VIRTUAL TABLE item_fts USING fts5(
      name, description, notes, manufacturer, model, serial, asset_no, tags, purchase_from, fields,
      tokenize = "unicode61 remove_diacritics 2");
    CREATE VIRTUAL TABLE place_fts USING fts5(
      name, tokenize = "unicode61 remove_diacritics 2");
    -- Merging takes milliseconds: it is done at quiet moments, not while a person saves.
    INSERT INTO item_fts(item_fts, rank) VALUES ('automerge', 0);
    """
}

extension Schema {
  /// The attachments of items; their files are stored next to the database.
  ///
  /// A removed row stays, marked, so that undo can restore it. `is_primary` follows from the other
  /// columns and is written with them.
  static let attachments = """
    CREATE TABLE attachment(
      id INTEGER PRIMARY KEY,
      uuid BLOB NOT NULL UNIQUE,
      item_id INTEGER NOT NULL REFERENCES item(id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      title TEXT NOT NULL DEFAULT '',
      file_name TEXT NOT NULL,
      mime TEXT NOT NULL DEFAULT '',
      bytes INTEGER NOT NULL CHECK(bytes >= 0),
      sha256 TEXT NOT NULL CHECK(length(sha256) = 64),
      width INTEGER,
      height INTEGER,
      is_primary INTEGER NOT NULL DEFAULT 0,
      order_key INTEGER NOT NULL DEFAULT 0,
      created_at INTEGER NOT NULL,
      deleted_at INTEGER,
      rev INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX attachment_item ON attachment(item_id, order_key);
    CREATE INDEX attachment_kind ON attachment(item_id, kind, deleted_at) WHERE deleted_at IS NULL;
    CREATE INDEX attachment_content ON attachment(sha256);
    """
}

/// The categories of a new inventory, with the useful lives for depreciation.
public enum SeedCategories {
  /// One of them.
  public struct Seed: Sendable {
    /// Its name.
    public let name: String
    /// `nil` if age does not reduce the value (art, jewellery).
    public let usefulLifeMonths: Int?
  }

  /// All of them, in the order of the list.
  public static let all: [Seed] = [
    Seed(name: "Appliances", usefulLifeMonths: 144),
    Seed(name: "Art", usefulLifeMonths: nil),
    Seed(name: "Books & media", usefulLifeMonths: 240),
    Seed(name: "Clothing", usefulLifeMonths: 60),
    Seed(name: "Collectibles", usefulLifeMonths: nil),
    Seed(name: "Documents", usefulLifeMonths: nil),
    Seed(name: "Electronics", usefulLifeMonths: 72),
    Seed(name: "Furniture", usefulLifeMonths: 180),
    Seed(name: "Garden & outdoor", usefulLifeMonths: 120),
    Seed(name: "Jewellery", usefulLifeMonths: nil),
    Seed(name: "Kitchenware", usefulLifeMonths: 120),
    Seed(name: "Musical instruments", usefulLifeMonths: 360),
    Seed(name: "Sports & hobbies", usefulLifeMonths: 120),
    Seed(name: "Textiles & bedding", usefulLifeMonths: 96),
    Seed(name: "Tools", usefulLifeMonths: 180),
    Seed(name: "Toys & games", usefulLifeMonths: 84),
    Seed(name: "Vehicles & bicycles", usefulLifeMonths: 144),
    Seed(name: "Other", usefulLifeMonths: nil),
  ]
}
