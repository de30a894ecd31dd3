import Testing

@testable import Inventory
@testable import Sync

/// A home's replica clock is stored completely.
@Suite struct HouseholdClockTests {
  /// Only a copied home has former device names.
  @Test(arguments: [[:], ["old": 7, "older": 3]] as [[String: Int64]])
  func formerDeviceNamesAreStored(_ former: [String: Int64]) throws {
    let homes = try SharedHomes()
    let store = try homes.found("anna")
    let clock = ReplicaClock(device: "new", next: 4, lastSequence: 9, former: former)
    try store.database.file.write { db in
      try SyncTables(db: db).set(clock)
      return ((), .commit)
    }
    #expect(try store.database.file.read { try SyncTables(db: $0).clock() } == clock)
  }
}
