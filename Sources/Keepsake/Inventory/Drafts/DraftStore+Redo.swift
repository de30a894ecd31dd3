import Foundation
import GRDB

extension DraftStore {
  /// What a session stores with its drafts so that its state is never behind them.
  ///
  /// The inventory does not look inside.
  public struct Redo: Sendable {
    /// The session.
    public var session: String

    /// The bytes; `nil` removes the former record, which is outdated.
    public var record: Data?

    /// Makes a record.
    public init(session: String, record: Data?) {
      self.session = session
      self.record = record
    }

    func store(in db: Database) throws {
      guard let record else { return try Self.delete(of: session, in: db) }
      try db.cachedStatement(
        sql: """
          INSERT INTO redo(session, record) VALUES (?, ?)
          ON CONFLICT(session) DO UPDATE SET record = excluded.record
          """
      ).execute(arguments: [session, record])
    }

    static func delete(of session: String, in db: Database) throws {
      try db.cachedStatement(sql: "DELETE FROM redo WHERE session = ?")
        .execute(arguments: [session])
    }
  }

  /// Removes the record of a session that was given up; its drafts stay.
  public func forgetRedo(of session: String) throws(InventoryError) {
    try file.write { db in (try Redo.delete(of: session, in: db), .commit) }
  }

  /// The last record of a session.
  public func redoRecord(of session: String) throws(InventoryError) -> Data? {
    try file.read { db in
      try Data.fetchOne(
        db.cachedStatement(sql: "SELECT record FROM redo WHERE session = ?"), arguments: [session])
    }
  }
}
