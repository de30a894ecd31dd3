import Foundation
import InventorySupport
import RepriseTesting
import TestSupport
import Testing

@testable import Sync

/// A random history, determined by a seed.
final class History {
  private var random: SeededGenerator
  private var server = SimulatedServer()
  private var homes: [SimulatedHome] = []
  private var backups: [SimulatedHome?] = []
  private let oracle = Oracle()
  /// The events that a rejoining home brings: the others are never sent what its user had seen of the household.
  private var strangers: UInt64 = 0
  /// The events that were waiting in a home when it left or was copied outside the household: an old copy may still
  /// send them.
  private var unsent: UInt64 = 0
  private let names: NameMaker
  private let rows = (1...3).map { RowID(kind: "item", key: "\($0)") }
  private let columns = ["name", "place", MergedRow.life]

  /// Gives each device another name.
  private final class NameMaker {
    private var count = 0
    func next() -> String {
      count += 1
      return "d\(count)"
    }
  }

  private let isPlain: Bool

  /// - Parameter isPlain: Whether homes never leave and are never killed, as in the first of these histories.
  init(seed: UInt64, isPlain: Bool = false) {
    self.isPlain = isPlain
    random = SeededGenerator(seed: seed)
    names = NameMaker()
    for _ in 0..<random.next(2...4) {
      homes.append(SimulatedHome(device: names.next(), names: names.next))
      backups.append(nil)
    }
  }

  /// Runs the history and returns a description of the failure, or nil.
  func run() throws -> String? {
    for _ in 0..<random.next(10...60) { try step(random.next(0...(homes.count - 1))) }
    for _ in 0..<3 {
      for home in homes.indices { try synchronize(home) }
    }
    return verdict()
  }

  private func step(_ home: Int) throws {
    switch random.next(0...(isPlain ? 11 : 12)) {
    case 0...4: edit(home)
    case 5: try mayBeKilled(home) { try homes[home].record() }
    case 6, 7:
      try mayBeKilled(home) {
        try homes[home].record()
        // The answer may be lost; then everything is sent again.
        _ = try homes[home].send(random.next(1...3), to: &server)
      }
    case 8, 9: try mayBeKilled(home) { try receive(home, random.next(1...4)) }
    case 10:
      // Records first: the oracle doesn't know that a restored backup repeats unrecorded edits.
      try homes[home].record()
      if homes[home].isOutside { unsent |= homes[home].known & ~said }
      backups[home] = homes[home].copy
    case 12:
      if homes[home].isOutside {
        try mayBeKilled(home) { try homes[home].join(server, oracle) }
      } else if random.next(0...1) == 0 {
        // Even with waiting operations, as if the server were away.
        unsent |= homes[home].known & ~said
        strangers |= unsent
        homes[home].leave()
      }
    default:
      if random.next(0...2) == 0, let backup = backups[home] { homes[home] = backup.copy }
    }
  }

  /// Runs the program of a home, which may be killed at any moment and then continues from its stored state.
  private func mayBeKilled(_ home: Int, _ body: () throws -> Void) throws {
    guard !isPlain, random.next(0...3) == 0 else { return try body() }
    homes[home].storage.kill(after: random.next(0...20))
    defer { homes[home].storage.kill(after: nil) }
    do { try body() } catch is Killed {}
  }

  private func edit(_ home: Int) {
    guard !oracle.isFull else { return }
    let row = rows[random.next(0...2)]
    let column = columns[random.next(0...2)]
    var values = homes[home].table[row] ?? [:]
    let value = SharedValue.integer(Int64(oracle.events.count + 1))
    values[column] = value
    let life = values[MergedRow.life] ?? .null
    let noted = oracle.note(row, column, value, life: life, known: homes[home].known)
    homes[home].known |= noted
    if homes[home].isOutside { strangers |= noted }
    homes[home].table[row] = values
    homes[home].dirty.insert(row)
  }

  /// The events in the server's log.
  private var said: UInt64 { server.log.reduce(0) { $0 | oracle.events(in: $1.operation) } }

  private func receive(_ home: Int, _ most: Int) throws {
    let again = random.next(0...2)
    let atOnce = isPlain ? 1 : random.next(1...4)
    try homes[home].receive(most, again: again, atOnce: atOnce, from: server, oracle)
  }

  private func synchronize(_ home: Int) throws {
    if homes[home].isOutside { try homes[home].join(server, oracle) }
    for _ in 0..<100 {
      try receive(home, 1000)
      try homes[home].record()
      let isTaken = try homes[home].send(1000, to: &server)
      try receive(home, 1000)
      if isTaken, homes[home].storage.queue.isEmpty { return }
    }
  }

  private func verdict() -> String? {
    guard let first = homes.first else { return nil }
    for home in homes {
      if home.table.filter({ !$0.value.isEmpty }) != first.table.filter({ !$0.value.isEmpty }) {
        return "the tables differ: \(home.table) and \(first.table)"
      }
      if !home.storage.queue.isEmpty { return "something is still waiting" }
    }
    // Restoring a backup loses edits that no other home had yet.
    let present = homes.reduce(said) { $0 | $1.known }
    for row in rows {
      for column in columns {
        let standing = oracle.standing(row, column, among: present)
        let heads = first.storage.rows[row]?.merged.cells[column] ?? []
        let unheard = oracle.standing(
          row, column, among: present, strangers: strangers, late: unsent)
        let extra = Set(heads.map(\.value)).subtracting(standing).subtracting(unheard)
        if !standing.isSubset(of: heads.map(\.value))
          || !extra.allSatisfy({ isWrittenTwice($0, row, column) })
        {
          return "\(row.key) \(column): \(heads) instead of \(standing)"
        }
        let shown = first.table[row]?[column] ?? .null
        let isThere = column == MergedRow.life && standing.contains(.null)
        let isShown = heads.contains { $0.value == shown }
        if !standing.isEmpty, isThere ? shown != .null : !isShown {
          return "\(row.key) \(column) shows \(shown) instead of \(standing)"
        }
      }
    }
    return nil
  }

  /// Whether two operations write a value: a backup that is restored twice sends its unsent edits twice, without knowing
  /// the values that replaced them.
  private func isWrittenTwice(_ value: SharedValue, _ row: RowID, _ column: String) -> Bool {
    server.log.count { entry in
      entry.operation.writes.contains { $0.row == row && $0.cells[column] == value }
    } > 1
  }
}

extension SeededGenerator {
  mutating func next(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}

/// Compares histories of several homes with a model: with bad connections, kills, resends, restored backups, leaving
/// and rejoining.
///
/// `HOUSEHOLD_HISTORIES=1000000 swift test --filter SyncTests.HistoryTests` runs that many, and `HOUSEHOLD_SEED=7`
/// starts with another seed; without it, the seeds follow from `REPRISE_SEED`.
@Suite struct HistoryTests {
  @Test func noEditIsLostAndAllHomesAgreeInTheEnd() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["HOUSEHOLD_HISTORIES"].flatMap(Int.init) ?? 3000
    let first = environment["HOUSEHOLD_SEED"].flatMap(Int.init) ?? Int(RunSeed.number) * 1_000_000
    // A seed that once lost an edit, then others.
    #expect(try History(seed: 39795, isPlain: true).run() == nil, "seed 39795")
    for seed in first..<first + count {
      let failure = failure(of: UInt64(seed))
      try #require(failure == nil, "seed \(seed): \(failure ?? "")")
    }
  }

  private func failure(of seed: UInt64) -> String? {
    do { return try History(seed: seed).run() } catch { return "\(error)" }
  }
}
