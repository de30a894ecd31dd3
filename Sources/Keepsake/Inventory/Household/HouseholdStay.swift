import Foundation
import GRDB
import Household

/// The time of this home in its present household.
struct HouseholdStay {
  var household: String
  /// The names under which this home has written in it.
  var devices: [String]
  /// The last entry of the change log from before.
  var entered: Int64
  /// Whether what is written here goes to the household already.
  var hasBegun: Bool

  /// The present one; `nil` without a household.
  static func current(_ db: Database) throws -> HouseholdStay? {
    guard let household = try Meta.text(Meta.household, db),
      let row = try Row.fetchOne(db, sql: "SELECT device, former FROM household_clock")
    else { return nil }
    let former: String = try row.value(1)
    let names = try? JSONDecoder().decode([String: Int64].self, from: Data(former.utf8)).keys
    let devices = [try row.value(0)] + (names?.sorted() ?? [])
    return HouseholdStay(
      household: household, devices: devices,
      entered: try noted(db) ?? estimate(by: devices, db),
      hasBegun: try JoiningStage.current(db) == .over)
  }

  /// Notes that what is written from now on goes to the household.
  static func begin(_ db: Database) throws {
    guard try db.hasColumn("entered", in: "household_clock") else { return }
    try db.execute(
      sql: "UPDATE household_clock SET entered = (SELECT ifnull(max(id), 0) FROM change)")
  }

  private static func noted(_ db: Database) throws -> Int64? {
    guard try db.hasColumn("entered", in: "household_clock") else { return nil }
    return try Int64.fetchOne(db, sql: "SELECT entered FROM household_clock")
  }

  /// An earlier version did not note it: then it is the last entry before the first one in the household's history.
  private static func estimate(by devices: [String], _ db: Database) throws -> Int64 {
    let marks = devices.map { _ in "?" }.joined(separator: ", ")
    return try Int64.fetchOne(
      db,
      sql: """
        SELECT max(id) FROM change WHERE at < (
          SELECT min(at) FROM household_history WHERE device IN (\(marks)))
        """, arguments: StatementArguments(devices)) ?? 0
  }
}
