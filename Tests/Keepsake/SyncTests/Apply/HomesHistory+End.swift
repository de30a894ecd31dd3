import InventorySupport
import Foundation

@testable import Inventory
@testable import Sync

/// The end of a history, and the checks that follow.
extension HomesHistory {
  /// Restores all connections and exchanges until nothing is waiting.
  func settle() throws -> String? {
    for _ in 0..<30 {
      for home in homes { try exchange(home) }
      let parts = try homes.map { try $0.store.household.membership() }
      let isDone = parts.allSatisfy {
        $0?.waiting == 0 && $0?.lastSequence == Int64(shared.log.count) && $0?.isJoining == false
      }
      if isDone { return nil }
    }
    return "something is still waiting"
  }

  private func exchange(_ home: HomeOnDisk) throws {
    if try home.store.household.membership() == nil {
      try home.store.household.enter("h", .joining)
    }
    try noteDevices(in: home)
    try home.store.household.applyUnapplied(author: "")
    try shared.receive(home.store)
    if try isJoining(home) { try mayBeKilled(home) { try self.bring(home) } }
    let store = home.store
    guard try !isJoining(home) else { return }
    while try store.household.record(author: "") > 0 {}
    for _ in 0..<3 {
      let isTaken = try shared.send(store)
      try shared.receive(store)
      if isTaken { return }
    }
  }

  /// Tells a home the device names of the others, as the server does.
  private func noteDevices(in home: HomeOnDisk) throws {
    guard try home.store.household.membership() != nil else { return }
    try home.store.household.noteDevices(
      homes.compactMap { try $0.store.household.membership()?.device }.map {
        SyncDevice(device: $0, member: "", machine: "", joined: 0)
      })
  }

  /// The values that a home shows, except the parents of trashed places: no screen shows them, and a home that never had the
  /// parent doesn't know it.
  private func visible(in home: HomeOnDisk) throws -> [RowID: RowImage] {
    try images(home).mapValues { image in
      image[MergedRow.life] == nil ? image : image.filter { $0.key != "parent" }
    }
  }

  func verdict() throws -> String? {
    let first = homes[0].store
    for home in homes {
      let differences = try shared.differences(home.store, first)
      if !differences.isEmpty { return "homes differ: \(differences)" }
      if try conflictLines(home) != conflictLines(homes[0]) {
        return "homes differ in their conflicts"
      }
      if try visible(in: home) != visible(in: homes[0]) { return "homes differ in what they show" }
      if try home.store.recount() != home.store.database.counts { return "the counts are wrong" }
      let places = try home.store.wrongPlaceCounts()
      if !places.isEmpty { return "the counts of places are wrong: \(places)" }
      try home.store.database.checkIntegrity()
    }
    // A hostile member may replace anything, so only agreement can be checked.
    return isAttacked ? try verdictOnDepth() : try verdictOnEdits()
  }

  private func verdictOnDepth() throws -> String? {
    for home in homes {
      let levels = try home.store.levels()
      if max(levels.items, levels.places) > Bounds.levels { return "too deep: \(levels)" }
      if try home.store.household.setAsideChanges() != homes[0].store.household.setAsideChanges() {
        return "homes differ in what they set aside"
      }
    }
    return nil
  }

  /// The conflicts of a home as text, without authors, which not all homes know.
  private func conflictLines(_ home: HomeOnDisk) throws -> [String] {
    try home.store.household.rowConflicts().map {
      "\($0.subject): \($0.shown ?? ""), \($0.other ?? "")"
    }
    .sorted()
  }

  /// Checks that every written value is shown, in conflict, or was replaced by someone who had seen it.
  private func verdictOnEdits() throws -> String? {
    try readLog()
    let own = homes.map(\.own).reduce(into: Set<Int>()) { $0.formUnion($1) }
    // The household's settings win, so a joining home may lose its own.
    let brought = strangers.filter(oracle.isOfSetting)
    // Events that a restored copy removed before any other home received them are gone.
    let present = said.reduce(into: own.subtracting(brought)) { $0.formUnion($1) }
    let unheard = oracle.standing(among: present, strangers: strangers, late: unsent)
    let judge = try CellJudge(self, in: homes[0])
    for (cell, values) in oracle.standing(among: present) {
      let words = try judge.failure(of: cell, standing: values, unheard: unheard[cell] ?? [])
      if let words { return words }
    }
    return nil
  }
}
