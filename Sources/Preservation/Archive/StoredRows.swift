import DatabaseAccess
import Foundation
import GRDB

/// What an archive holds as it lies in the file, not opened yet.
struct StoredRows {
  var objects: [StoredRow] = []
  var manifests: [StoredManifest]

  /// Whether the objects came in the order of their numbers, in which SQLite keeps them.
  var areOrdered = true

  /// Reads everything, however the file got its rows.
  ///
  /// - Throws: ``StateError/damaged(_:)`` when there is something that no archive holds.
  init(_ database: Database) throws {
    var room = try Room(database)
    manifests = try StoredManifest.all(in: database, &room)
    let statement = RowStatement(try database.cachedStatement(sql: "SELECT node, body FROM object"))
    try statement.forEach { columns in
      guard let node = columns.number(0),
        let body = columns.content(1, limit: StateArchive.recordLimit)
      else {
        throw StateError.damaged("an object of the saved state is no object")
      }
      try room.take(body.count)
      guard objects.count < StateArchive.countLimit else { throw Room.exceeded }
      if let last = objects.last?.node.rawValue, last >= node { areOrdered = false }
      objects.append(StoredRow(node: NodeID(rawValue: node), sealed: body))
    }
  }
}

/// A manifest as it lies in the file, not opened yet.
struct StoredManifest {
  /// The longest that is read, in bytes.
  private static let limit = 4096

  /// The object in whose row it lies; `nil` in the table of its own.
  let node: NodeID?

  /// What should be nonce, ciphertext and tag.
  let sealed: Data

  /// The newest manifest and those before it that nobody has taken out yet, in no particular order.
  static func all(in database: Database) throws -> [StoredManifest] {
    var room = try Room(database)
    return try all(in: database, &room)
  }

  fileprivate static func all(
    in database: Database, _ room: inout Room
  ) throws -> [StoredManifest] {
    let inRows = "UNION ALL SELECT node, manifest FROM object WHERE manifest IS NOT NULL"
    let hasRoom = try StateArchive.hasRoomForManifests(database)
    var manifests: [StoredManifest] = []
    let statement = RowStatement(
      try database.cachedStatement(
        sql: "SELECT NULL, body FROM manifest WHERE id = 0 \(hasRoom ? inRows : "")"))
    try statement.forEach { columns in
      // What cannot be one does not open.
      let sealed = columns.content(1, limit: limit) ?? Data()
      try room.take(sealed.count)
      manifests.append(
        StoredManifest(node: columns.number(0).map(NodeID.init(rawValue:)), sealed: sealed))
    }
    return manifests
  }
}

/// How much a file can hold: in a damaged one many rows may name the same pages as theirs.
private struct Room {
  static let exceeded = StateError.damaged("the state file is too large to be ours")

  /// In bytes.
  private var left: Int

  /// The length of the file with what waits in its log.
  init(_ database: Database) throws {
    let pages = try database.number("PRAGMA page_count")
    let size = try database.number("PRAGMA page_size")
    let (product, isTooLarge) = pages.multipliedReportingOverflow(by: size)
    guard !isTooLarge else { throw Self.exceeded }
    left = product
  }

  mutating func take(_ bytes: Int) throws {
    left -= bytes
    guard left >= 0 else { throw Self.exceeded }
  }
}
