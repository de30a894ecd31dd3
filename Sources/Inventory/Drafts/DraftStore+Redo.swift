import Foundation
import GRDB

extension DraftStore {
  /// What a session keeps with its drafts so that its state is never behind them; what is in it
  /// the inventory does not know.
  public struct Redo: Sendable {
    /// The session.
    public var session: String

    /// The bytes; nil when there is nothing to keep: what there was is outdated then.
    public var record: Data?

    /// Makes one.
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

  /// What was kept last for a session, or nil.
  public func redoRecord(of session: String) throws(InventoryError) -> Data? {
    try file.read { db in
      try Data.fetchOne(
        db.cachedStatement(sql: "SELECT record FROM redo WHERE session = ?"), arguments: [session])
    }
  }
}
