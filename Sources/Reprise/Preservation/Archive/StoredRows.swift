import Foundation
import GRDB
import Storage

/// All rows of an archive, still sealed.
struct StoredRows {
  var objects: [StoredRow] = []
  var manifests: [StoredManifest]

  /// Whether the objects came in the order of their keys, in which SQLite keeps them.
  var areOrdered = true

  /// Reads all rows of an untrusted file.
  ///
  /// - Throws: ``StateError/damaged(_:)`` when a row does not have the shape of an archive's row.
  init(_ database: Database) throws {
    var room = try ReadBudget(database)
    manifests = try StoredManifest.all(in: database, &room)
    let statement = try RawStatement(database, sql: "SELECT node, body FROM object")
    try statement.forEachRow { row in
      guard let node = row.wholeNumber(0),
        let body = row.bytes(1, limit: StateArchive.recordLimit)
      else {
        throw StateError.damaged("an object of the saved state is malformed")
      }
      try room.take(body.count)
      guard objects.count < StateArchive.countLimit else { throw ReadBudget.exceeded }
      if let last = objects.last?.node.rawValue, last >= node { areOrdered = false }
      objects.append(StoredRow(node: NodeID(rawValue: node), sealed: body))
      return true
    }
  }
}

/// A manifest as stored, still sealed.
struct StoredManifest {
  /// The longest that is read, in bytes.
  private static let limit = 4096

  /// The object whose row holds it; `nil` for its own table.
  let node: NodeID?

  /// Supposedly nonce, ciphertext and tag.
  let sealed: Data

  /// The newest manifest and older ones that no checkpoint has removed yet, in no particular order.
  static func all(in database: Database) throws -> [StoredManifest] {
    var room = try ReadBudget(database)
    return try all(in: database, &room)
  }

  fileprivate static func all(
    in database: Database, _ room: inout ReadBudget
  ) throws -> [StoredManifest] {
    let inRows = "UNION ALL SELECT node, manifest FROM object WHERE manifest IS NOT NULL"
    let hasRoom = try ArchiveLayout.hasManifestColumn(database)
    var manifests: [StoredManifest] = []
    let statement = try RawStatement(
      database, sql: "SELECT NULL, body FROM manifest WHERE id = 0 \(hasRoom ? inRows : "")")
    try statement.forEachRow { row in
      // Any other value becomes bytes that do not open.
      let sealed = row.bytes(1, limit: limit) ?? Data()
      try room.take(sealed.count)
      manifests.append(
        StoredManifest(node: row.wholeNumber(0).map(NodeID.init(rawValue:)), sealed: sealed))
      return true
    }
    return manifests
  }
}

/// The budget for reading a file: in a damaged one, many rows may claim the same pages.
private struct ReadBudget {
  static let exceeded = StateError.damaged("the state file is larger than this app would write")

  /// The remaining bytes.
  private var left: Int

  /// Starts with the length of the file including its log.
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

/// One object as stored, still sealed.
struct StoredRow: Sendable {
  let node: NodeID

  /// Supposedly nonce, ciphertext and tag.
  let sealed: Data
}
