import Foundation
import GRDB
import RepriseTesting
import Storage
import Testing

@Suite struct DatabaseExamples {
  private let home = TemporaryHome()

  @Test func rowsAreWrittenAndRead() throws {
    let database = try DatabaseQueue()
    let names = try database.write { db in
      try db.run("CREATE TABLE item (name TEXT, price REAL)")
      let insert = try RawStatement(db, sql: "INSERT INTO item VALUES (?, ?)")
      for (name, price) in [("Kettle", 24.9), ("Lamp", 40)] {
        insert.bind(name)
        insert.bind(price)
        try insert.run()
      }
      return try expensive(db)
    }
    #expect(names == ["Lamp"])
  }

  private func expensive(_ db: Database) throws -> [String] {
    var names: [String] = []
    let select = try RawStatement(db, sql: "SELECT name FROM item WHERE price > ?")
    select.bind(30.0)
    try select.forEachRow { (row: RawRow) in
      names.append(row.text(0))
      return true
    }
    return names
  }

  @Test func commitsSurviveAPowerFailure() throws {
    let path = home.path + "/items.sqlite"
    let database = try DatabasePool(path: path)
    let sync = PowerSync(database: path) {
      try database.writeWithoutTransaction { _ = try $0.checkpoint(.full) }
      return true
    }
    try database.write { try $0.run("CREATE TABLE item (name TEXT)") }
    sync.noteCommit()
    sync.flush()
    #expect(sync.isSynced && sync.failure == nil)
  }
}
