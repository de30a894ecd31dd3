import RepriseTesting
import InventorySupport
import Foundation

@testable import Inventory
@testable import Sync

/// A random history, by seed, of two to four homes with stores on disk: users edit, connections are cut, answers are
/// lost, programs are killed during writes, old copies are restored, and homes leave and rejoin.
final class HomesHistory {
  var random: SeededGenerator
  let shared: SharedHomes
  var homes: [HomeOnDisk] = []
  var oracle = EditOracle()
  /// The items, places and attachments that the oracle follows.
  var items: [UUID] = []
  var places: [UUID] = []
  var files: [UUID] = []
  /// The events in each operation of the log.
  var said: [Set<Int>] = []
  /// Values that restored copies send again, since they were in no operation yet when the copy was made.
  var resentValues: [EditOracle.Cell: Set<SharedValue>] = [:]
  /// The events that a joining home brings: the others are never sent what its user had seen of the household before.
  var strangers: Set<Int> = []
  /// The events that were waiting in a home when it left or was copied outside the household: an old copy may still
  /// send them.
  var unsent: Set<Int> = []
  /// Numbers the written values, so that each is unique.
  var count = 0
  private let isPlain: Bool
  /// Whether a hostile member takes part.
  let isAttacked: Bool
  private let surroundings: SeededSurroundings

  /// - Parameters:
  ///   - isPlain: Whether homes never leave and users edit only items, as in the first of these histories.
  ///   - isAttacked: Whether a hostile member takes part; then no home leaves or restores an old copy.
  init(seed: UInt64, isPlain: Bool = false, isAttacked: Bool = false) throws {
    self.isPlain = isPlain
    self.isAttacked = isAttacked
    random = SeededGenerator(seed: seed)
    surroundings = SeededSurroundings(seed: seed)
    shared = try SharedHomes(author: "")
  }

  /// Runs the history.
  ///
  /// - Returns: A description of the failure, or nil.
  func run() throws -> String? { try surroundings.run(live) }

  private func live() throws -> String? {
    homes.append(HomeOnDisk(try shared.found("first")))
    for number in 1..<(isAttacked ? 3 : next(2...4)) {
      let home = HomeOnDisk(try shared.home.store("\(number)"))
      homes.append(home)
      // Some homes bring data.
      for _ in 0..<next(0...3) {
        let write = isPlain ? self.write : anyWriter
        try edit(home) { try write(home) }
      }
      try home.store.household.enter("h", .joining)
    }
    for _ in 0..<next(20...(isPlain ? 70 : 90)) { try step(homes[next(0...(homes.count - 1))]) }
    return try settle() ?? verdict()
  }

  func next(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  // MARK: - Steps

  private func step(_ home: HomeOnDisk) throws {
    if isAttacked {
      if next(0...1) == 0 { try attack() }
      if next(0...3) == 0 { try nest(home) }
    }
    switch next(0...(isPlain ? 17 : 28)) {
    case 15...18 where isAttacked: try attack()
    case 0...5: try edit(home, mayBeKilled: true) { try self.write(home) }
    case 6, 7: try edit(home, mayBeKilled: true) { try self.tidy(home) }
    case 8:
      try mayBeKilled(home) {
        if try self.isMember(home) {
          try home.store.household.record(author: "", limit: self.next(1...4))
        }
      }
    case 9, 10:
      try mayBeKilled(home) { try self.send(home) }
      // As after a power cut: the files may lack the operation of what was sent, so it is sent again.
      try noteResent(home)
    case 11...13: try mayBeKilled(home) { try self.receive(home) }
    case 14: home.isCut.toggle()
    case 15: try backUp(home)
    case 18: try mayBeKilled(home) { try self.leaveOrRejoin(home) }
    case 19...28:
      let write = anyWriter
      try edit(home, mayBeKilled: true) { try write(home) }
    default: try restoreBackup(home)
    }
  }

  /// Leaves, even with waiting changes and conflicts, or rejoins.
  private func leaveOrRejoin(_ home: HomeOnDisk) throws {
    if try home.store.household.membership() == nil {
      try home.store.household.enter("h", .joining)
    } else if next(0...2) == 0 {
      try noteUnsent(home)
      strangers.formUnion(unsent)
      try home.store.household.leave()
    }
  }

  private func noteUnsent(_ home: HomeOnDisk) throws {
    try readLog()
    unsent.formUnion(said.reduce(home.own) { $0.subtracting($1) })
  }

  private func backUp(_ home: HomeOnDisk) throws {
    guard try !isJoining(home) else { return }
    if try !isMember(home) { try noteUnsent(home) }
    try home.backUp()
  }

  private func restoreBackup(_ home: HomeOnDisk) throws {
    guard next(0...1) == 0, let backup = home.backup else { return }
    // A copy may also be opened on a new machine while the old one is still in use.
    if homes.count < 4, next(0...2) == 0 {
      let other = try HomeOnDisk(backup)
      homes.append(other)
      try noteResent(other)
    } else {
      try home.restore(backup)
      try noteResent(home)
    }
  }

  private func noteResent(_ home: HomeOnDisk) throws {
    guard try home.store.household.membership() != nil else { return }
    let unsaid = try home.store.database.file.read { db in
      try SyncedTable.allCases.flatMap {
        try SyncTables(db: db).rows(in: .dirty, kind: $0.rawValue, limit: 1000)
      }
    }
    for (row, image) in try images(home) where unsaid.contains(row) {
      for (column, value) in image {
        resentValues[EditOracle.Cell(row: row, column: column), default: []].insert(value)
      }
    }
  }

  private func send(_ home: HomeOnDisk) throws {
    guard !home.isCut, try isMember(home) else { return }
    try home.store.household.record(author: "")
    // Only the received operations show whether the answer arrived; without it everything is sent again.
    try shared.send(home.store, most: next(1...3))
  }

  private func receive(_ home: HomeOnDisk) throws {
    guard !home.isCut else { return }
    let isJoining = try isJoining(home)
    let most = next(0...2) == 0 ? .max : next(1...5)
    try shared.receive(home.store, most: most, again: next(0...2))
    if isJoining { try bring(home) }
  }

  /// Sends what a home brings, once it has received everything.
  func bring(_ home: HomeOnDisk) throws {
    guard let membership = try home.store.household.membership(), membership.isJoining,
      membership.lastSequence == Int64(shared.log.count)
    else { return }
    try home.store.household.bringIn(author: "")
  }

  func mayBeKilled(_ home: HomeOnDisk, _ body: () throws -> Void) throws {
    guard next(0...4) == 0 else { return try body() }
    let start = try home.position
    try body()
    try home.kill(since: start, using: &random)
  }

  func isMember(_ home: HomeOnDisk) throws -> Bool {
    try home.store.household.membership()?.isJoining == false
  }

  func isJoining(_ home: HomeOnDisk) throws -> Bool {
    try home.store.household.membership()?.isJoining == true
  }
}
