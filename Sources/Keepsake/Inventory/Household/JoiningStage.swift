import GRDB

/// How far a home has come into its household.
enum JoiningStage: Int {
  /// It is part of it.
  case over
  /// What the others have is still coming.
  case receiving
  /// It says what it brings.
  case bringing

  static func current(_ db: Database) throws -> JoiningStage {
    let stage = try Int.fetchOne(db, sql: "SELECT joining FROM household_clock")
    return stage.flatMap(JoiningStage.init) ?? .over
  }

  func set(_ db: Database) throws {
    try db.execute(sql: "UPDATE household_clock SET joining = ?", arguments: [rawValue])
  }
}
