import GRDB
import Storage
import Synchronization

/// A SQLite file in the data directory, private to its owner and opened without following links.
struct DatabaseFile: Sendable {
  let path: String
  let queue: DatabaseQueue
  let lock: DatabaseLock?
  let outside = OutsideChanges()
  /// Why nothing can be written, if writing was asked for.
  var unwritable: InventoryError?

  /// Whether it is read without locks, because the index of its log could not be made.
  let isUnlocked: Bool

  /// The identities of the opened files; `nil` for a file that is only read.
  let opened: OpenedFiles?

  /// The version that this program makes of the file.
  let format: Int

  /// The files that were quarantined when the file was opened, in one line.
  private(set) var notice: String?

  /// Opens the file; creates it first unless it is only read.
  ///
  /// - Parameters:
  ///   - applicationID: Marks the file as ours; a file with another mark is refused.
  ///   - oldestReadable: The oldest version that can be read without migration; by default the
  ///     present one.
  ///   - mayBeMissing: Whether to use an empty database in memory for a file that can neither be
  ///     read nor created.
  ///   - migrations: Each migrates the file from version *n* to *n + 1*.
  static func open(
    directory: DataDirectory, name: String, applicationID: Int32, access: StoreAccess,
    oldestReadable: Int? = nil, mayBeMissing: Bool = false,
    migrations: [@Sendable (Database) throws -> Void]
  ) throws(InventoryError) -> DatabaseFile {
    func open(readOnly: Bool) throws(InventoryError) -> DatabaseFile {
      try DatabaseFile(
        directory: directory, name: name, applicationID: applicationID, readOnly: readOnly,
        oldestReadable: oldestReadable, migrations: migrations)
    }
    do {
      return try open(readOnly: access == .read)
    } catch {
      // Users must be able to read their data from a disk that is full or failing.
      guard access == .writeIfPossible, mayBeReadable(after: error) else { throw error }
      var file: DatabaseFile
      do {
        file = try open(readOnly: true)
      } catch let absence {
        guard mayBeMissing, absence.kind == .noInput else { throw error }
        file = try DatabaseFile(standingInFor: directory, name: name, migrations: migrations)
      }
      file.unwritable = .unwritable(error, directory: directory.path)
      return file
    }
  }

  /// Makes an empty database in memory.
  private init(
    standingInFor directory: DataDirectory, name: String,
    migrations: [@Sendable (Database) throws -> Void]
  ) throws(InventoryError) {
    path = directory.path + "/" + name + ".sqlite"
    (lock, opened, isUnlocked, format) = (nil, nil, false, migrations.count)
    do {
      queue = try DatabaseQueue(configuration: Self.configuration(readOnly: false))
      try queue.writeWithoutTransaction { db in
        try db.changingSchema { for migrate in migrations { try migrate(db) } }
      }
    } catch {
      throw .database(error, path: path)
    }
  }

  private static func mayBeReadable(after error: InventoryError) -> Bool {
    [.cannotCreate, .io, .permission].contains(error.kind)
  }

  private init(
    directory: DataDirectory, name: String, applicationID: Int32, readOnly: Bool,
    oldestReadable: Int?, migrations: [@Sendable (Database) throws -> Void]
  ) throws(InventoryError) {
    path = directory.path + "/" + name + ".sqlite"
    format = migrations.count
    let file = path
    if readOnly {
      guard directory.contains(name + ".sqlite") else {
        throw InventoryError(.noInput, "there is no inventory at \(file)")
      }
      try directory.checkFile(name + ".sqlite")
    } else {
      try directory.prepareFile(name + ".sqlite")
    }
    try directory.checkFile(name + ".sqlite-wal")
    try directory.checkFile(name + ".sqlite-shm")
    lock = readOnly ? nil : try DatabaseLock(directory: directory, name: name + ".lock")
    let lock = lock
    if let lock, let kept = try FormerLog.putAside(path: file, lock: lock) {
      notice = "\(file) was replaced; the log of the former one is kept as \(kept)"
    }
    do {
      (queue, isUnlocked) = try Self.retrying {
        let (queue, isUnlocked) =
          try readOnly
          ? Self.readingQueue(file)
          : (DatabaseQueue(path: file, configuration: Self.configuration(readOnly: false)), false)
        try Self.bringUpToDate(
          queue, lock: lock, path: file, applicationID: applicationID,
          oldestReadable: oldestReadable ?? migrations.count, migrations: migrations)
        if let lock { try Self.checkWritable(queue, lock) }
        return (queue, isUnlocked)
      }
    } catch {
      throw Self.failure(error, path: file)
    }
    // The first query also makes SQLite open the log.
    _ = outside.note(try Self.dataVersion(queue, file))
    opened = lock.map { _ in OpenedFiles(path: file) }
    if let identity = FileIdentity(path: file) { lock?.note(identity.text) }
  }

  /// The error for a failure of SQLite, which cannot know that database and log do not belong together.
  static func failure(_ error: any Error, path: String) -> InventoryError {
    let failure = InventoryError.database(error, path: path)
    let noted = DatabaseLock.note(inFile: path.dropLast(".sqlite".count) + ".lock")
    guard failure.kind == .badData, FormerLog.isDoubtful(path: path, noted: noted) else {
      return failure
    }
    return InventoryError(
      .replaced, "\(path) was replaced while it was open: quit Keepsake, then try again")
  }

  /// Frees SQLite's cache.
  func releaseMemory() { queue.releaseMemory() }

  /// Retries after SQLite errors, some of which are transient.
  private static func retrying<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError where repeatable.contains(error.resultCode) {
      return try body()
    }
  }

  private static let repeatable: [ResultCode] = [
    .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_FULL, .SQLITE_READONLY,
  ]

  /// Throws if the file is read-only; SQLite opens such files without an error.
  ///
  /// If another program is writing, writing is possible.
  private static func checkWritable(_ queue: DatabaseQueue, _ lock: DatabaseLock) throws {
    do {
      try lock.withLock(timeout: 0) {
        // Begins a write and, since the file has no incremental vacuum, does nothing.
        try queue.writeWithoutTransaction { try $0.run("PRAGMA incremental_vacuum(0)") }
      }
    } catch let error as InventoryError where error.kind == .locked {
      return
    }
  }

  static func configuration(readOnly: Bool, isAlone: Bool = false) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = readOnly
    // Set below, with the other options.
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(2)
    configuration.prepareDatabase { db in
      db.stopNotingStatements()
      db.distrustFile()
      // Before the first read, so that the index of the log is kept in memory, not in a file.
      if isAlone { try db.run("PRAGMA locking_mode = EXCLUSIVE") }
      try db.run(
        """
        PRAGMA foreign_keys = ON;
        PRAGMA trusted_schema = OFF;
        PRAGMA cell_size_check = ON;
        PRAGMA mmap_size = 0;
        PRAGMA temp_store = MEMORY;
        PRAGMA synchronous = NORMAL;
        PRAGMA wal_autocheckpoint = 0;
        PRAGMA journal_size_limit = 16777216;
        """)
    }
    return configuration
  }

  /// Migrates the file.
  ///
  /// If its version is current, this reads two numbers in the header.
  private static func bringUpToDate(
    _ queue: DatabaseQueue, lock: DatabaseLock?, path: String, applicationID: Int32,
    oldestReadable: Int, migrations: [@Sendable (Database) throws -> Void]
  ) throws {
    let current = try queue.unsafeRead { try checkedVersion($0, path, applicationID, migrations) }
    if current == migrations.count { return }
    guard let lock else {
      // A program was killed while it made the file.
      if current == 0 { throw InventoryError(.noInput, "there is no inventory at \(path)") }
      if current >= oldestReadable { return }
      throw InventoryError(.badData, "\(path) has an older format; open it for writing once")
    }
    try lock.withLock(timeout: 5000) {
      try queue.writeWithoutTransaction { db in
        // Write the first page without a journal: a kill would leave the journal behind, and a reader
        // without write access could not roll it back.
        let isEmpty = try Int.fetchOne(db, sql: "PRAGMA page_count") == 0
        if isEmpty { try db.execute(sql: "PRAGMA journal_mode = MEMORY") }
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        try db.inTransaction(.exclusive) {
          let version = try checkedVersion(db, path, applicationID, migrations)
          try db.changingSchema { for migrate in migrations[version...] { try migrate(db) } }
          try db.execute(sql: "PRAGMA application_id = \(applicationID)")
          try db.execute(sql: "PRAGMA user_version = \(migrations.count)")
          return .commit
        }
      }
    }
  }

  private static func checkedVersion(
    _ db: Database, _ path: String, _ applicationID: Int32,
    _ migrations: [@Sendable (Database) throws -> Void]
  ) throws -> Int {
    let version = try db.number("PRAGMA user_version")
    let mark = try db.number("PRAGMA application_id")
    if version == 0, mark == 0 {
      let tables = try db.number("SELECT count(*) FROM sqlite_schema")
      if tables == 0 { return 0 }
    }
    guard mark == Int(applicationID), version > 0 else {
      throw InventoryError(.badData, "\(path) is a database of another program; move it away")
    }
    guard version <= migrations.count else {
      throw InventoryError(
        .badData,
        "\(path) was written by a newer version (format \(version), this version reads "
          + "\(migrations.count)); update Keepsake")
    }
    return version
  }
}

/// Detects changes that other connections make to a file.
final class OutsideChanges: Sendable {
  private let seen = Mutex<Int64?>(nil)

  /// Whether SQLite's number of outside changes differs from the last one.
  ///
  /// The first call, when the file is opened, reports no change.
  func note(_ version: Int64) -> Bool {
    seen.withLock { seen in
      defer { seen = version }
      return seen.map { $0 != version } ?? false
    }
  }
}

extension DatabaseFile {
  /// Whether another connection has changed the file since the last call.
  ///
  /// - Throws: `replaced` if the opened file has been replaced by another.
  func hasChangedOutside() throws(InventoryError) -> Bool {
    try opened?.check()
    return outside.note(try Self.dataVersion(queue, path))
  }

  /// The number that changes with every commit of another connection.
  static func dataVersion(_ queue: DatabaseQueue, _ path: String) throws(InventoryError) -> Int64 {
    do {
      return try queue.unsafeRead { database in
        // Asked in every turn: boxing a row in GRDB takes longer than SQLite takes to answer.
        try RawStatement(database, sql: "PRAGMA data_version").run() ?? 0
      }
    } catch {
      throw .database(error, path: path)
    }
  }
}
