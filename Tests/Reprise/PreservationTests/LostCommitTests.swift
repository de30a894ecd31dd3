import Foundation
import GRDB
import RepriseTesting
import Testing
import TestSupport

@testable import Preservation

/// Commits lost with the log and pages swapped in the file are detected and reported (reliability
/// T5, T7).
@Suite(.timeLimit(.minutes(60))) struct LostCommitTests {
  private let directory: TemporaryHome
  private let home: StateHome
  private let keys = LoginKeyProvider()
  private var session: String { home.path + "/sessions/work" }

  init() throws {
    directory = TemporaryHome()
    home = StateHome(path: directory.path + "/state")
  }

  private func record(_ text: String, _ node: Int64 = 1) -> ObjectRecord {
    ObjectRecord(
      node: NodeID(rawValue: node), kind: .view, parent: nil, identifier: text, typeKey: "View")
  }

  private func store() throws -> StateStore {
    StateStore(session: try home.openSession(named: "work"), keys: keys)
  }

  private func save(_ records: [ObjectRecord], in store: StateStore) throws {
    try store.commit(ArchiveChanges(upserts: records), info: ArchiveInfo())
  }

  /// The session's files as a kill would leave them now.
  private func kill(_ store: StateStore) throws -> StateHome {
    let copy = directory.path + "/killed-\(UUID().uuidString)"
    try FileManager.default.copyItem(atPath: home.path, toPath: copy)
    return StateHome(path: copy)
  }

  private func reopened(_ home: StateHome) throws -> StateStore {
    StateStore(session: try home.openSession(named: "work"), keys: keys)
  }

  private func killedAfterThreeCommits(movingTheLogAfter moved: Int?) throws -> StateHome {
    let store = try store()
    for number in 1...3 {
      try save([record("\(number)")], in: store)
      if number == moved { store.archive?.checkpoint() }
    }
    return try kill(store)
  }

  @Test func intactStateCausesNoNotice() throws {
    for moved in [nil, 1, 3] {
      let again = try reopened(try killedAfterThreeCommits(movingTheLogAfter: moved))
      #expect(again.records.map(\.identifier) == ["3"])
      #expect(again.notice == nil)
    }
  }

  @Test func aTurnThatWasCaughtUpWithIsMissedToo() throws {
    let first = try store()
    try save([record("1")], in: first)
    first.archive?.checkpoint()
    let redo = try #require(
      first.seal(ArchiveChanges(upserts: [record("2")]), info: ArchiveInfo())?.redoRecord)
    let behind = try kill(first)
    let again = try reopened(behind)
    again.replay(redo)
    #expect(again.records.map(\.identifier) == ["2"])
    let killed = try copy(behind)
    unlink(killed.path + "/sessions/work/state.sqlite-wal")
    let last = try reopened(killed)
    #expect(last.notice?.hasSuffix(": newest changes were lost") == true, "\(last.notice ?? "")")
  }

  @Test func missingLogIsDetected() throws {
    let killed = try killedAfterThreeCommits(movingTheLogAfter: 2)
    unlink(killed.path + "/sessions/work/state.sqlite-wal")
    let again = try reopened(killed)
    #expect(again.records.map(\.identifier) == ["2"], "what is there comes back")
    #expect(again.notice?.hasSuffix(": newest changes were lost") == true)
    try save([record("4")], in: again)
    #expect(try reopened(try copy(killed)).notice == nil, "it is said once")
  }

  private func copy(_ home: StateHome) throws -> StateHome {
    let copy = directory.path + "/copy-\(UUID().uuidString)"
    try FileManager.default.copyItem(atPath: home.path, toPath: copy)
    return StateHome(path: copy)
  }

  /// Wherever the log is cut or damaged, nothing is lost, or the loss is reported and the log
  /// quarantined unchanged.
  @Test(arguments: 0..<24) func damagedLogIsDetected(_ seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let killed = try killedAfterThreeCommits(movingTheLogAfter: seed % 3 == 0 ? nil : 1)
    let path = URL(fileURLWithPath: killed.path + "/sessions/work/state.sqlite-wal")
    var log = try Data(contentsOf: path)
    if seed.isMultiple(of: 2) {
      log = log.prefix(Int.random(in: 0..<log.count, using: &numbers))
    } else {
      log[Int.random(in: 0..<log.count, using: &numbers)] ^=
        1 << UInt8.random(in: 0..<8, using: &numbers)
    }
    try log.write(to: path)
    let again = try reopened(killed)
    guard again.records.map(\.identifier) != ["3"] else { return }
    #expect(again.notice != nil, "seed \(seed)")
    let aside = killed.statesAside().map { ($0.file.path as NSString).deletingLastPathComponent }
    let kept = aside.compactMap { FileManager.default.contents(atPath: $0 + "/state.sqlite-wal") }
    #expect(again.notice?.contains("kept in") != true || kept.contains(log), "seed \(seed)")
  }

  @Test func missingStateFileIsDetected() throws {
    let killed = try killedAfterThreeCommits(movingTheLogAfter: 3)
    for file in Session.files { unlink("\(killed.path)/sessions/work/\(file)") }
    let again = try reopened(killed)
    #expect(again.notice == "The saved state was lost: its file was empty")
    try save([record("new")], in: again)
  }

  @Test func anEmptyFileDoesNotTakeItsLogAlong() throws {
    let killed = try killedAfterThreeCommits(movingTheLogAfter: nil)
    let file = killed.path + "/sessions/work/state.sqlite"
    let log = try Data(contentsOf: URL(fileURLWithPath: file + "-wal"))
    truncate(file, 0)
    let again = try reopened(killed)
    #expect(again.notice?.contains("kept in") == true)
    let aside = try FileManager.default.subpathsOfDirectory(atPath: killed.path + "/quarantine")
    let kept = try #require(aside.first { $0.hasSuffix("-wal") })
    #expect(
      FileManager.default.contents(atPath: killed.path + "/quarantine/" + kept) == log)
  }

  @Test func theStateOfAnotherSessionIsNoticed() throws {
    do { try save([record("work")], in: store()) }
    do {
      let other = StateStore(session: try home.openSession(named: "other"), keys: keys)
      try save([record("other")], in: other)
      other.settle()
    }
    for file in Session.files { unlink("\(session)/\(file)") }
    try FileManager.default.copyItem(
      atPath: home.path + "/sessions/other/state.sqlite", toPath: session + "/state.sqlite")
    let store = try store()
    #expect(store.records.map(\.identifier) == ["other"])
    #expect(store.notice == "The saved state was replaced by another one")
    try save([record("more")], in: store)
  }

  @Test func quarantinedOrImportedStateIsNotReportedAsLost() throws {
    do { try save([record("old")], in: store()) }
    do {
      let fresh = StateStore(session: try home.openSession(named: "work"), keys: keys, fresh: true)
      try save([record("new")], in: fresh)
    }
    #expect(try store().notice == nil)
    let aside = try #require(home.statesAside().first)
    do {
      _ = try home.openSession(named: "work").replaceState(with: aside.file, keys: keys)
    }
    do {
      let restored = try store()
      #expect(restored.records.map(\.identifier) == ["old"])
      #expect(restored.notice == nil)
      restored.discard()
    }
    #expect(try store().notice == nil)
  }

  @Test func damagedCommitRecordIsIgnored() throws {
    do { try save([record("old")], in: store()) }
    let file = URL(fileURLWithPath: session + "/newest")
    let whole = try Data(contentsOf: file)
    var numbers = SeededGenerator(seed: 5)
    for _ in 0..<50 {
      var bytes = whole
      bytes[Int.random(in: 0..<bytes.count, using: &numbers)] ^=
        1 << UInt8.random(in: 0..<8, using: &numbers)
      try bytes.write(to: file)
      #expect(try store().notice == nil)
    }
  }

  /// Two swapped pages: all rows are there, but the next change would miss its own.
  @Test func swappedPagesAreRepaired() throws {
    let all = (1...300).map { record(String(repeating: "x", count: 200), Int64($0)) }
    do {
      let store = try store()
      try save(all, in: store)
      store.settle()
    }
    let path = session + "/state.sqlite"
    var file = try Data(contentsOf: URL(fileURLWithPath: path))
    let size = ArchiveLayout.pageSize
    // The leaves of the object table, the only table with many; type 13 is a leaf.
    let leaves = (1..<file.count / size).filter { file[$0 * size] == 13 }
    let (one, other) = (leaves[leaves.count / 3], leaves[leaves.count * 2 / 3])
    let page = file[one * size..<(one + 1) * size]
    file.replaceSubrange(
      one * size..<(one + 1) * size, with: file[other * size..<(other + 1) * size])
    file.replaceSubrange(other * size..<(other + 1) * size, with: page)
    try file.write(to: URL(fileURLWithPath: path))
    do {
      let store = try store()
      #expect(Set(store.records.map(\.node)) == Set(all.map(\.node)))
      #expect(store.notice?.hasSuffix("its pages were swapped") == true)
      try save(all.map { record("changed", $0.node.rawValue) }, in: store)
    }
    let again = try store()
    #expect(again.notice == nil)
    #expect(again.records.count == 300)
    #expect(again.records.allSatisfy { $0.identifier == "changed" })
  }

  // MARK: - Commits in the log alone

  @Test func leavingEmptiesTheLog() throws {
    let store = try store()
    try save([record("old")], in: store)
    #expect(try Data(contentsOf: URL(fileURLWithPath: session + "/state.sqlite-wal")).count > 0)
    store.settle()
    #expect(try Data(contentsOf: URL(fileURLWithPath: session + "/state.sqlite-wal")).count == 0)
    #expect(try store.storedRecords().count == 1)
  }

  /// Once the archive is accepted, closing checkpoints and deletes the log.
  @Test func aStateThatIsClosedLeavesNoLog() throws {
    do { try save([record("old")], in: store()) }
    let log = session + "/state.sqlite-wal"
    // A running sync may keep the database open for a moment.
    #expect(Wait.until { access(log, F_OK) != 0 })
    #expect(try store().records.map(\.identifier) == ["old"])
  }

  /// An inspection of what a kill left neither checkpoints nor deletes the log.
  @Test func lookingAtAStateLeavesItsFilesAsTheyAre() throws {
    let killed = try killedAfterThreeCommits(movingTheLogAfter: 1)
    let path = killed.path + "/sessions/work/state.sqlite"
    func files() throws -> [Data] {
      try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: path + $0)) }
    }
    let before = try files()
    #expect(try StateFile(path: path).contents(keys: keys).records.map(\.identifier) == ["3"])
    #expect(try files() == before)
  }

  @Test func aNewStateIsMovedOutOfTheLogSoon() async throws {
    let store = try store()
    try save([record("old")], in: store)
    let file = session + "/state.sqlite"
    func isMoved() -> Bool {
      let copy = directory.path + "/main.sqlite"
      unlink(copy)
      guard (try? FileManager.default.copyItem(atPath: file, toPath: copy)) != nil else {
        return false
      }
      return (try? StateFile(path: copy).contents(keys: keys).records.count) == 1
    }
    #expect(!isMoved())
    #expect(try await Wait.until { isMoved() })
    withExtendedLifetime(store) {}
  }

  // MARK: - Locked by another program

  /// A connection that may leave its transaction open.
  private func lockingQueue(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  @Test func aLockedFileIsWaitedForAndNothingIsLost() throws {
    do { try save([record("old")], in: store()) }
    let other = try lockingQueue(session + "/state.sqlite")
    var asked = 0
    try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let store = StateStore(session: try home.openSession(named: "work"), keys: keys) {
      asked += 1
      if asked == 3 {
        try? other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      }
      return true
    }
    #expect(asked >= 3)
    #expect(store.records.map(\.identifier) == ["old"])
    #expect(store.warning == nil && store.notice == nil)
  }

  /// The first commit takes a new lock; each later one already holds a read lock.
  @Test(arguments: [0, 2]) func aTurnWaitsForWhoLocksTheFileForAMoment(commits: Int) throws {
    let store = try store()
    for number in 0..<commits { try save([record("\(number)")], in: store) }
    let other = try lockingQueue(session + "/state.sqlite")
    try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.4)
      try? other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }
    try save([record("new")], in: store)
    #expect(store.warning == nil)
    #expect(try store.archive?.load().map(\.identifier) == ["new"])
  }

  @Test func appRunsWithoutSavingIfItDoesNotWait() throws {
    do { try save([record("old")], in: store()) }
    let other = try lockingQueue(session + "/state.sqlite")
    try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let store = try store()
    #expect(store.warning?.contains("another program has its file locked") == true)
    try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
  }

  // MARK: - The file is not trusted

  @Test func theFileCannotMakeItsReaderDoAnything() throws {
    let archive = try StateArchive(path: directory.path + "/x.sqlite", keys: keys)
    try archive.commit(ArchiveChanges(upserts: [record("x")]), info: ArchiveInfo())
    try archive.database.writeWithoutTransaction { database in
      for sql in [
        "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = 'x' WHERE name = 'object'",
        "ATTACH ':memory:' AS other", "SELECT zeroblob(100000000)",
        "SELECT load_extension('x')", "SELECT \"no column\" FROM meta",
      ] {
        #expect(throws: DatabaseError.self, "\(sql)") { try database.execute(sql: sql) }
      }
    }
  }

  @Test func keysStayInMemory() throws {
    _ = LoginKeyProvider()
    let keys = try LoginKeyProvider(file: directory.path + "/key")
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let locked = status.split(separator: "\n").first { $0.hasPrefix("VmLck:") }
    // 8 is RLIMIT_MEMLOCK, a constant that Swift does not import.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(8), &limit)
    #expect(limit.rlim_cur == 0 || locked.map { !$0.contains(" 0 kB") } == true)
    withExtendedLifetime(keys) {}
  }

  @Test func stateInMemoryIsNeverPowerSafe() throws {
    let store = try StateStore(archive: StateArchive(path: nil, keys: LoginKeyProvider()))
    #expect(store.status.isPowerSafe, "nothing was saved")
    let record = ObjectRecord(
      node: .application, kind: .application, parent: nil, identifier: "", typeKey: "App")
    try store.commit(ArchiveChanges(upserts: [record]), info: ArchiveInfo())
    #expect(!store.status.isPowerSafe)
  }
}
