import Foundation
import GRDB
import Inventory

/// An inventory's membership of a household, as far as this home knows.
public struct SyncMembership: Hashable, Sendable {
  /// The household's name on its server.
  public var household: String
  /// The name under which this inventory writes; a copy of it takes another.
  public var device: String
  /// The number by the server's counter up to which everything is merged.
  public var lastSequence: Int64
  /// The number of rows and operations that the server does not have yet.
  public var waiting: Int
  /// The digest of the operation with the number ``lastSequence``; empty before the first.
  public var chainDigest: String
  /// Whether it is joining still: see ``SyncStore/bringIn(author:)``.
  public var isJoining: Bool
}

/// An operation that the server has not ordered yet.
public struct QueuedOperation: Sendable {
  /// Its number among the changes of the device.
  public var number: Int64
  /// The operation.
  public var operation: SyncOperation
}

/// How an inventory comes into a household.
public enum SyncEntry: Sendable {
  /// It founds one: all that it has goes out.
  case founding
  /// It joins one: first comes what the others have, see ``SyncStore/bringIn(author:)``.
  case joining
}

/// A change that another member wrote.
public struct ReceivedChange: Hashable, Sendable {
  /// The item, or the item of a file; `nil` for a change of anything else.
  public var item: UUID?
  /// The name of the member who wrote it.
  public var author: String
  /// Whether the item is new.
  public var isNew: Bool
}

/// The time of this home in its present household.
struct MembershipPeriod {
  var household: String
  /// The names under which this home has written in it.
  var devices: [String]
  /// The last entry of the change log before the home joined.
  var entered: Int64
  /// Whether changes are already recorded for the household.
  var hasBegun: Bool

  /// The present one; `nil` without a household.
  static func current(_ db: Database) throws -> MembershipPeriod? {
    guard let household = try Meta.text(Meta.household, db),
      let row = try Row.fetchOne(db, sql: "SELECT device, former FROM household_clock")
    else { return nil }
    let former: String = try row.value(1)
    let names = try? JSONDecoder().decode([String: Int64].self, from: Data(former.utf8)).keys
    let devices = [try row.value(0)] + (names?.sorted() ?? [])
    return MembershipPeriod(
      household: household, devices: devices,
      entered: try noted(db) ?? estimate(by: devices, db),
      hasBegun: try JoiningStage.current(db) == .over)
  }

  /// Notes that changes are recorded for the household from now on.
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

/// How far a home has come into its household.
enum JoiningStage: Int {
  /// It is part of it.
  case over
  /// The home is receiving the household's data.
  case receiving
  /// The home is queueing its own data for the household.
  case bringing

  static func current(_ db: Database) throws -> JoiningStage {
    let stage = try Int.fetchOne(db, sql: "SELECT joining FROM household_clock")
    return stage.flatMap(JoiningStage.init) ?? .over
  }

  func set(_ db: Database) throws {
    try db.execute(sql: "UPDATE household_clock SET joining = ?", arguments: [rawValue])
  }
}
