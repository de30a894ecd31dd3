import Foundation
import GRDB
import RepriseTesting
import Synchronization
import Testing

@testable import Preservation

/// Each session has one owner, and unusable state is quarantined, never lost.
@Suite(.leavesMainActorAlone) struct SessionTests {
  private let directory: TemporaryHome
  private let home: StateHome
  private let keys = LoginKeyProvider()

  init() throws {
    directory = TemporaryHome()
    home = StateHome(path: directory.path + "/state")
  }

  private func record(_ text: String, node: Int64 = 1) -> ObjectRecord {
    ObjectRecord(
      node: NodeID(rawValue: node), kind: .view, parent: nil, identifier: text, typeKey: "View")
  }

  private var quarantined: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: home.quarantine)) ?? []
  }

  /// Opens the session after its last owner has released it.
  ///
  /// Parallel tests start processes: between fork and exec, such a process holds every open file,
  /// including the lock.
  private func openWork() throws -> Session {
    for _ in 0..<200 {
      do { return try home.openSession(named: "work") } catch StateError.busy { usleep(10_000) }
    }
    return try home.openSession(named: "work")
  }

  /// A closed descriptor number may be reused a moment later: it must not be closed again.
  @Test func busySessionClosesNoForeignDescriptor() throws {
    let held = try home.openSession(named: "work")
    let directory = home
    let isDone = Mutex(false)
    let lost = Mutex(0)
    let threads = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      // Where a session moves its lock to.
      while !isDone.withLock({ $0 }) {
        let mine = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 56)
        sched_yield()
        if close(mine) != 0 { lost.withLock { $0 += 1 } }
      }
      threads.signal()
    }
    for _ in 0..<400 { _ = try? directory.openSession(named: "work") }
    isDone.withLock { $0 = true }
    threads.wait()
    #expect(lost.withLock { $0 } == 0)
    withExtendedLifetime(held) {}
  }

  @Test func aSessionHasOneOwner() throws {
    let first = try openWork()
    #expect(throws: StateError.busy("work")) { try home.openSession(named: "work") }
    withExtendedLifetime(first) {}
  }

  @Test func theDeathOfTheOwnerFreesIt() throws {
    do { _ = try openWork() }
    _ = try openWork()
  }

  @Test func withoutANameTheNextFreeOneIsOpened() throws {
    let first = try home.openFreeSession()
    let second = try home.openFreeSession()
    #expect(first.name == "main")
    #expect(second.name == "main-2")
  }

  @Test func theMostRecentlyUsedFreeSessionIsOpened() throws {
    for name in ["recent", "old", "recent"] {
      let store = StateStore(session: try home.openSession(named: name), keys: keys)
      try store.commit(ArchiveChanges(upserts: [record(name)]), info: ArchiveInfo())
    }
    // The order does not depend on a clock, which may have been set back.
    let future = timeval(tv_sec: 4_000_000_000, tv_usec: 0)
    for file in ["state.sqlite", "lock", "used"] {
      #expect(utimes("\(home.path)/sessions/old/\(file)", [future, future]) == 0)
    }
    #expect(try home.openFreeSession().name == "recent")
  }

  @Test func theSessionThatSavedLastIsTheOneUsedLast() throws {
    let first = StateStore(session: try home.openSession(named: "first"), keys: keys)
    let second = StateStore(session: try home.openSession(named: "second"), keys: keys)
    #expect(home.sessionNames() == ["second", "first"])
    try first.commit(ArchiveChanges(upserts: [record("x")]), info: ArchiveInfo())
    first.flush()
    #expect(home.sessionNames() == ["first", "second"])
    withExtendedLifetime(second) {}
  }

  /// The files of the home that this process has open.
  private func openFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }.filter { $0.hasPrefix(home.path) }
  }

  @Test func notingTheUseKeepsNoFileOpen() throws {
    let sessions = try ["first", "second"].map { try home.openSession(named: $0) }
    let files = try openFiles()
    #expect(files.contains { $0.hasSuffix("/lock") })
    #expect(files.filter { $0.hasSuffix("/used") } == [])
    withExtendedLifetime(sessions) {}
  }

  /// The lock moves to a high descriptor; the low one is closed.
  @Test func aSessionHasItsLockOpenOnce() throws {
    let session = try openWork()
    #expect(try openFiles().filter { $0.hasSuffix("/lock") }.count == 1)
    withExtendedLifetime(session) {}
  }

  @Test func damagedUseNumberCountsAsUnused() throws {
    for name in ["a", "b"] { _ = try home.openSession(named: name) }
    let file = URL(fileURLWithPath: "\(home.path)/sessions/b/used")
    for text in ["", "no number at all", "-00000000000001", "9999999999999999999999"] {
      try Data(text.utf8).write(to: file)
      #expect(try home.openFreeSession().name.isEmpty == false)
      #expect(home.sessionNames().count == 2)
    }
  }

  @Test(arguments: ["", ".", "..", "a/b", "a b", "\u{1B}", String(repeating: "x", count: 65)])
  func invalidSessionNameIsRefused(name: String) {
    #expect(throws: StateError.badName(name)) { try home.openSession(named: name) }
  }

  @Test func directoriesAreForTheOwnerOnly() throws {
    _ = try openWork()
    for name in ["state", "state/sessions", "state/sessions/work"] {
      #expect(directory.mode(of: name) == 0o700, "\(name)")
    }
  }

  @Test(arguments: ["state", "state/sessions", "state/sessions/work"])
  func writeAccessForOthersIsRemoved(name: String) throws {
    _ = try openWork()
    #expect(chmod("\(directory.path)/\(name)", 0o777) == 0)
    _ = try openWork()
    #expect(directory.mode(of: name) == 0o755)
  }

  @Test(
    .enabled(if: getuid() == 0, "only root can give files away"),
    arguments: ["state", "state/sessions", "state/sessions/work"])
  func aDirectoryOfAnotherUserIsLeftAlone(name: String) throws {
    _ = try openWork()
    let path = "\(directory.path)/\(name)"
    #expect(chown(path, 65534, 65534) == 0)
    #expect(throws: StateError.unwritable("\(path) belongs to another user")) { try openWork() }
  }

  @Test func damagedStateIsQuarantinedAndTheAppRuns() throws {
    let session = try openWork()
    try Data("no database at all, but long enough".utf8)
      .write(to: URL(fileURLWithPath: session.archivePath))
    let store = StateStore(session: session, keys: keys)
    #expect(store.records.isEmpty)
    #expect(store.notice?.hasPrefix("Old state kept in \(home.quarantine)") == true)
    #expect(quarantined.count == 1)
    try store.commit(ArchiveChanges(upserts: [record("new")]), info: ArchiveInfo())
    #expect(try store.storedRecords() == [record("new")])
  }

  @Test func aDamagedObjectIsLeftOutAndACopyOfAllIsKept() throws {
    do {
      let store = StateStore(session: try openWork(), keys: keys)
      try store.commit(
        ArchiveChanges(upserts: [record("one"), record("other", node: 5)]), info: ArchiveInfo())
    }
    let path = home.path + "/sessions/work/state.sqlite"
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: "UPDATE object SET body = CAST(substr(body, 1, length(body) - 17) || x'00' || "
          + "substr(body, -16) AS BLOB) WHERE node = 5")
    }
    let store = StateStore(session: try openWork(), keys: keys)
    #expect(store.records.filter { $0.kind != .damaged } == [record("one")])
    #expect(store.records.filter { $0.kind == .damaged }.map(\.node.rawValue) == [5])
    #expect(store.notice == "Old state kept in \(home.quarantine): one object was damaged")
    let place = home.quarantine + "/" + (quarantined.first ?? "")
    #expect(store.noticeDetails == [place, "one object was damaged and left out"])
    #expect(quarantined.count == 1)
    store.willRestore()
    #expect(!store.deservesGeneration, "the object may be in the previous one")
  }

  /// No guardian recorded how they died, so it takes two.
  @Test func twoLaunchesThatDiedWhileRestoringAreFollowedByACleanOne() throws {
    do {
      let store = StateStore(session: try openWork(), keys: keys)
      try store.commit(ArchiveChanges(upserts: [record("deadly")]), info: ArchiveInfo())
      store.willRestore()
    }
    do {
      let store = StateStore(session: try openWork(), keys: keys)
      #expect(store.records == [record("deadly")])
      #expect(store.notice == nil)
      store.willRestore()
    }
    let next = StateStore(session: try openWork(), keys: keys)
    #expect(next.records.isEmpty)
    #expect(next.notice?.contains("the last start failed") == true)
    #expect(quarantined.count == 1)
    next.didFinishLaunching()
  }

  /// However often a launch is killed on a step, it neither makes more copies nor steps further.
  @Test func aStepThatIsKilledIsRepeated() throws {
    do {
      let store = StateStore(session: try openWork(), keys: keys)
      try store.commit(ArchiveChanges(upserts: [record("deadly")]), info: ArchiveInfo())
      try store.launchGuard?.begin(CrashLoopStep(level: 1, leftOut: NodeID(rawValue: 1)))
    }
    for _ in 0..<7 {
      let store = StateStore(session: try openWork(), keys: keys)
      #expect(store.leftOut == NodeID(rawValue: 1))
      #expect(store.notice == "Old state kept in \(home.quarantine): the last start failed")
      #expect(quarantined == ["0001-work"])
    }
  }

  @Test func aHealthyLaunchLeavesNoMark() throws {
    do {
      let store = StateStore(session: try openWork(), keys: keys)
      try store.commit(ArchiveChanges(upserts: [record("fine")]), info: ArchiveInfo())
      store.willRestore()
      store.didFinishLaunching()
    }
    let next = StateStore(session: try openWork(), keys: keys)
    #expect(next.records == [record("fine")])
    #expect(next.notice == nil)
  }

  @Test func startingFreshKeepsTheOldStateAside() throws {
    do {
      let store = StateStore(session: try openWork(), keys: keys)
      try store.commit(ArchiveChanges(upserts: [record("old")]), info: ArchiveInfo())
    }
    let store = StateStore(session: try openWork(), keys: keys, fresh: true)
    #expect(store.records.isEmpty)
    let kept = try #require(quarantined.first)
    let archive = try StateArchive(
      path: "\(home.quarantine)/\(kept)/state.sqlite", keys: keys)
    #expect(try archive.load() == [record("old")])
  }

  @Test func onlyTheOldestBeyondFiveIsDeleted() throws {
    for round in 0..<7 {
      let store = StateStore(session: try openWork(), keys: keys, fresh: true)
      try store.commit(ArchiveChanges(upserts: [record("\(round)")]), info: ArchiveInfo())
    }
    #expect(quarantined.count == 5)
  }

  @Test func discardingDeletesTheStateOnly() throws {
    let session = try openWork()
    let store = StateStore(session: session, keys: keys)
    try store.commit(ArchiveChanges(upserts: [record("x")]), info: ArchiveInfo())
    store.discard()
    #expect(access(session.archivePath, F_OK) != 0)
    #expect(quarantined.isEmpty)
  }

  @Test func discardedStateIsNotReportedAsLost() throws {
    do {
      let store = StateStore(session: try openWork(), keys: keys)
      try store.commit(ArchiveChanges(upserts: [record("x")]), info: ArchiveInfo())
      store.discard()
      // A session that is ending stores nothing more.
      try store.commit(ArchiveChanges(upserts: [record("y")]), info: ArchiveInfo())
    }
    let again = StateStore(session: try openWork(), keys: keys)
    #expect(again.records.isEmpty)
    #expect(again.notice == nil)
  }

  @Test func aDiscardedSessionIsTheOneUsedLast() throws {
    let first = StateStore(session: try home.openSession(named: "first"), keys: keys)
    let second = StateStore(session: try home.openSession(named: "second"), keys: keys)
    first.discard()
    #expect(home.sessionNames() == ["first", "second"])
    withExtendedLifetime(second) {}
  }
}
