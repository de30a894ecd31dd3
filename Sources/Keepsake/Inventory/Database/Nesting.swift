import Foundation
import GRDB

/// Rows nested in rows of the same kind: items in items, or places in places.
///
/// No method recurses or assumes a maximum depth: a file may be nested deeper than ``Bounds/levels``. Items that the login
/// may not see count: they have a level as well.
public struct Nesting {
  /// The two kinds of rows.
  public enum Kind {
    case items, places
  }

  private let db: Database
  private let table: String
  private let parent: String
  /// Which rows count as contents, in SQL: places in the trash don't.
  private let isCounted: String

  /// Looks at the items or the places of a database.
  public init(_ kind: Kind, _ db: Database) {
    self.db = db
    switch kind {
    case .items: (table, parent, isCounted) = ("main.item", "parent_item_id", "TRUE")
    case .places:
      (table, parent, isCounted) = ("main.location", "parent_id", "child.deleted_at IS NULL")
    }
  }

  /// The local ID of a row.
  public func id(of uuid: UUID) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM \(table) WHERE uuid = ?"), arguments: [uuid])
  }

  /// The UUID of a row.
  public func uuid(of id: Int64) throws -> UUID? {
    try UUID.fetchOne(
      db.cachedStatement(sql: "SELECT uuid FROM \(table) WHERE id = ?"), arguments: [id])
  }

  /// A row and its containers, innermost first; stops at a cycle, which a damaged file may have.
  public func outward(from id: Int64?) throws -> [Int64] {
    let around = try db.cachedStatement(sql: "SELECT \(parent) FROM \(table) WHERE id = ?")
    var rows: [Int64] = []
    var passed: Set<Int64> = []
    var current = id
    while let row = current, passed.insert(row).inserted {
      rows.append(row)
      current = try Int64.fetchOne(around, arguments: [row])
    }
    return rows
  }

  /// The rows directly in a row.
  public func contents(of id: Int64) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: "SELECT id FROM \(table) AS child WHERE \(parent) = ? AND \(isCounted)"),
      arguments: [id])
  }

  /// The number of levels below a row, at most ``Bounds/levels``, and a row on the lowest.
  public func deepest(in id: Int64) throws -> (levels: Int, row: Int64) {
    let find = try db.cachedStatement(
      sql: """
        WITH RECURSIVE below(id, level) AS (
          SELECT ?1, 0 UNION ALL
          SELECT child.id, level + 1 FROM below JOIN \(table) AS child ON child.\(parent) = below.id
          WHERE level < \(Bounds.levels) AND \(isCounted))
        SELECT level, id FROM below ORDER BY level DESC, id LIMIT 1
        """)
    guard let row = try Row.fetchOne(find, arguments: [id]) else { return (0, id) }
    return (try row.value(0), try row.value(1))
  }

  /// SQL that selects a row, bound as `?1`, and everything in it.
  public var everythingIn: String {
    """
    WITH RECURSIVE below(id) AS (
      VALUES (?1) UNION
      SELECT child.id FROM below JOIN \(table) AS child ON child.\(parent) = below.id)
    SELECT uuid FROM below JOIN \(table) AS inner ON inner.id = below.id
    """
  }

  /// SQL that selects a row, bound as `?1`, and everything around it.
  public var everythingAround: String {
    """
    WITH RECURSIVE around(id) AS (
      VALUES (?1) UNION
      SELECT inner.\(parent) FROM around JOIN \(table) AS inner ON inner.id = around.id
      WHERE inner.\(parent) IS NOT NULL)
    SELECT uuid FROM around JOIN \(table) AS inner ON inner.id = around.id
    """
  }

  /// Checks whether a row may be put into another: not into itself, and not too deep.
  ///
  /// A row that is already too deep may be moved outward.
  ///
  /// - Parameters:
  ///   - id: The row; `nil` for a new row.
  ///   - former: The row's present container.
  func check(_ id: Int64?, in around: Int64, former: Int64?) throws -> Verdict {
    let above = try outward(from: around)
    guard let id else { return above.count < Bounds.levels ? .allowed : .tooDeep }
    if above.contains(id) { return .inItself }
    if above.count + 1 + (try deepest(in: id).levels) <= Bounds.levels { return .allowed }
    return try above.count < outward(from: former).count ? .allowed : .tooDeep
  }

  /// The result of ``check(_:in:former:)``.
  enum Verdict {
    case allowed, inItself, tooDeep
  }
}
