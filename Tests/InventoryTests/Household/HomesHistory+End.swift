import Foundation
import Household

@testable import Inventory

/// How a history ends, and what must be true then.
extension HomesHistory {
  /// Mends all lines and exchanges until nothing waits.
  func settle() throws -> String? {
    for _ in 0..<30 {
      for home in homes { try exchange(home) }
      let parts = try homes.map { try $0.store.householdPart() }
      let isDone = parts.allSatisfy {
        $0?.waiting == 0 && $0?.seen == Int64(shared.log.count) && $0?.isJoining == false
      }
      if isDone { return nil }
    }
    return "something waits for ever"
  }

  private func exchange(_ home: HomeOnDisk) throws {
    if try home.store.householdPart() == nil { try home.store.enterHousehold("h", .joining) }
    try noteDevices(in: home)
    try home.store.showPending(author: "")
    try shared.receive(home.store)
    if try isJoining(home) { try mayBeKilled(home) { try self.bring(home) } }
    let store = home.store
    guard try !isJoining(home) else { return }
    while try store.recordForHousehold(author: "") > 0 {}
    for _ in 0..<3 {
      let isTaken = try shared.send(store)
      try shared.receive(store)
      if isTaken { return }
    }
  }

  /// Tells a home under which names the others write, as the server does.
  private func noteDevices(in home: HomeOnDisk) throws {
    guard try home.store.householdPart() != nil else { return }
    try home.store.noteHouseholdDevices(
      homes.compactMap { try $0.store.householdPart()?.device }.map {
        HouseholdDevice(device: $0, member: "", machine: "", joined: 0)
      })
  }

  func verdict() throws -> String? {
    let first = homes[0].store
    for home in homes {
      let differences = try shared.differences(home.store, first)
      if !differences.isEmpty { return "homes differ: \(differences)" }
      if try home.store.recount() != home.store.counts { return "the counts are wrong" }
      let places = try home.store.wrongPlaceCounts()
      if !places.isEmpty { return "the counts of places are wrong: \(places)" }
      try home.store.checkIntegrity()
    }
    try readLog()
    // What a copy that came back took away before anybody else had it is gone.
    let present = (said + homes.map(\.own)).reduce(into: Set<Int>()) { $0.formUnion($1) }
    let unheard = oracle.standing(among: present, strangers: strangers, late: unsent)
    let images = try images(homes[0])
    for (cell, values) in oracle.standing(among: present) {
      let row = try first.file.read { try HouseholdTables(db: $0).row(cell.row) }
      let heads = Set(row?.merged.cells[cell.column]?.map(\.value) ?? [])
      let shown = images[cell.row]?[cell.column] ?? .null
      if let failure = try judge(cell, values, unheard[cell] ?? [], heads, shown) { return failure }
    }
    return nil
  }

  private func judge(
    _ cell: EditOracle.Cell, _ standing: Set<SharedValue>, _ unheard: Set<SharedValue>,
    _ heads: Set<SharedValue>,
    _ shown: SharedValue
  ) throws -> String? {
    let words =
      "\(cell.row.key) \(cell.column) shows \(shown) of \(heads) where \(standing) stand"
    if cell.column == MergedRow.life {
      // Others who went on with the item, which the oracle does not follow, may have kept it.
      return standing.contains(.null) && shown != .null ? words : nil
    }
    let extra = try heads.subtracting(standing).subtracting(unheard).filter {
      try !isSaidTwice($0, cell)
    }
    return standing.isSubset(of: heads) && extra.isEmpty && heads.contains(shown) ? nil : words
  }

  /// Whether a value was written twice, or may have been: a copy that comes back says once more what waited in it, and does
  /// not know what has replaced it since.
  private func isSaidTwice(_ value: SharedValue, _ cell: EditOracle.Cell) throws -> Bool {
    if saidAgain[cell]?.contains(value) == true { return true }
    return try shared.log.count { entry in
      try Household.Operation(bytes: entry.bytes).writes.contains {
        $0.row == cell.row && $0.cells[cell.column] == value
      }
    } > 1
  }
}
