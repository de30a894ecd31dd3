import Foundation
import GRDB

/// What an archive holds as it lies in the file, not opened yet.
struct StoredRows {
  /// The longest sealed manifest that is read, in bytes.
  private static let manifestLimit = 4096

  var objects: [StoredRow] = []

  /// The newest manifest and those before it that nobody has taken out yet, in no particular order.
  var manifests: [StoredManifest] = []

  /// Reads everything, however the file got its rows.
  ///
  /// - Throws: ``StateError/damaged(_:)`` when there is something that no archive holds.
  init(_ database: Database) throws {
    // In a damaged file many rows may name the same pages as theirs.
    var room = try Self.size(of: database)
    let manifest = try StateArchive.hasRoomForManifests(database) ? "manifest" : "NULL"
    let objects = RowStatement(
      try database.cachedStatement(sql: "SELECT node, body, \(manifest) FROM object"))
    try objects.forEach { columns in
      guard let number = columns.number(0),
        let body = columns.content(1, limit: StateArchive.recordLimit)
      else {
        throw StateError.damaged("an object of the saved state is no object")
      }
      room -= body.count
      guard room >= 0, self.objects.count < StateArchive.countLimit else {
        throw StateError.damaged("the state file is too large to be ours")
      }
      let node = NodeID(rawValue: number)
      self.objects.append(StoredRow(node: node, sealed: body))
      addManifest(columns, 2, of: node)
    }
    let own = RowStatement(
      try database.cachedStatement(sql: "SELECT body FROM manifest WHERE id = 0"))
    try own.forEach { addManifest($0, 0, of: nil) }
  }

  private mutating func addManifest(
    _ columns: RowStatement.Columns, _ column: Int32, of node: NodeID?
  ) {
    guard !columns.isNull(column) else { return }
    // What cannot be one does not open.
    let sealed = columns.content(column, limit: Self.manifestLimit) ?? Data()
    manifests.append(StoredManifest(node: node, sealed: sealed))
  }

  /// The length of the file with what waits in its log, in bytes.
  private static func size(of database: Database) throws -> Int {
    let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    return pages * (try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
  }
}

/// A manifest as it lies in the file, not opened yet.
struct StoredManifest {
  /// The object in whose row it lies; `nil` in the table of its own.
  let node: NodeID?

  /// What should be nonce, ciphertext and tag.
  let sealed: Data
}
