import Foundation
import Synchronization
import RepriseTesting
import Testing
import TestSupport

@testable import Preservation

/// State that cannot be opened at the start is opened later and never overwritten.
@Suite(.leavesMainActorAlone) struct RecoveryTests {
  private let directory: TemporaryHome
  private let home: StateHome
  private let keys = LoginKeyProvider()

  init() throws {
    directory = TemporaryHome()
    home = StateHome(path: directory.path + "/state")
  }

  /// An obstacle that keeps everything from being opened, until it is removed.
  private final class Obstacle {
    var failures: Int
    init(failures: Int) { self.failures = failures }
  }

  private func store(_ obstacle: Obstacle) throws -> StateStore {
    try StateStore(opening: {
      obstacle.failures -= 1
      guard obstacle.failures < 0 else { throw StateError.unwritable("too many open files") }
      return (try home.openSession(named: "work"), keys, nil)
    })
  }

  private func save(_ text: String, in store: StateStore) throws {
    let record = ObjectRecord(
      node: .application, kind: .application, parent: nil, identifier: text, typeKey: "App")
    try store.commit(ArchiveChanges(upserts: [record]), info: ArchiveInfo())
  }

  @Test func aFailureThatIsOverAtOnceIsNotNoticed() throws {
    let store = try store(Obstacle(failures: 1))
    #expect(store.warning == nil)
    #expect(store.isOpen)
  }

  @Test func savedStateIsQuarantinedBeforeAnythingIsStored() throws {
    do { try save("old", in: store(Obstacle(failures: 0))) }
    let store = try store(Obstacle(failures: 4))
    #expect(store.warning == "nothing is being saved: too many open files")
    #expect(store.records.isEmpty)
    #expect(!store.recover())
    #expect(store.recover())
    #expect(store.warning == nil)
    #expect(store.notice?.hasPrefix("Old state kept in ") == true)
    try save("new", in: store)
    #expect(try store.storedRecords().map(\.identifier) == ["new"])

    let aside = try #require(home.statesAside().first)
    #expect(try aside.file.contents(keys: keys).records.map(\.identifier) == ["old"])
  }

  /// A store that holds "old", in a file that can be read to the end, but whose pages have no room for changes by their own account.
  private func storeThatCannotBeWritten() throws -> StateStore {
    do {
      let store = try store(Obstacle(failures: 0))
      try save("old", in: store)
      store.settle()
    }
    let path = home.path + "/sessions/work/state.sqlite"
    var bytes = try Data(contentsOf: URL(filePath: path))
    for page in stride(from: 2048, to: bytes.count, by: 2048) where bytes[page] == 0x0D {
      bytes.replaceSubrange(page + 1...page + 2, with: [0, 1])
    }
    try bytes.write(to: URL(filePath: path))
    return try store(Obstacle(failures: 0))
  }

  @Test func unwritableFileIsReplacedByANewOne() throws {
    let store = try storeThatCannotBeWritten()
    #expect(store.records.map(\.identifier) == ["old"] && store.notice == nil)
    let damage = try #require(throws: StateError.self) { try save("new", in: store) }
    let info = ArchiveInfo()
    #expect(!store.replaceFile(storing: [], info: info, because: .unwritable("full")))
    #expect(store.replaceFile(storing: store.records, info: info, because: damage))
    #expect(store.notice?.hasSuffix("it was damaged") == true)
    #expect(try store.storedRecords().map(\.identifier) == ["old"])
    try save("new", in: store)
    #expect(try store.storedRecords().map(\.identifier) == ["new"])
    #expect(!store.replaceFile(storing: [], info: info, because: damage), "once in a launch")
    let aside = try #require(home.statesAside().first)
    #expect(try aside.file.contents(keys: keys).records.map(\.identifier) == ["old"])
    #expect(home.statesAside().count == 1)
  }

  /// The new file holds all, not only what was changed since.
  @Test func failedQuarantineIsRetried() throws {
    let store = try storeThatCannotBeWritten()
    let damage = try #require(throws: StateError.self) { try save("new", in: store) }
    let obstacle = home.path + "/quarantine"
    try Data("mine".utf8).write(to: URL(filePath: obstacle))
    let (records, info) = (store.records, ArchiveInfo())
    #expect(!store.replaceFile(storing: records, info: info, because: damage))
    #expect(store.warning?.hasPrefix("nothing is being saved: ") == true)
    #expect(!store.recover())
    #expect(unlink(obstacle) == 0)
    #expect(store.recover())
    #expect(store.warning == nil)
    #expect(try store.storedRecords().map(\.identifier) == ["old"])
    #expect(home.statesAside().count == 1)
  }

  @Test func anEmptySessionIsSimplyOpened() throws {
    let store = try store(Obstacle(failures: 3))
    #expect(!store.isOpen)
    #expect(store.recover())
    #expect(store.notice == nil)
    #expect(!store.recover())
  }

  /// An observer that registered before the archive opened is notified of failed syncs.
  @Test func failedSyncAfterALateOpeningIsReported() async throws {
    let store = try store(Obstacle(failures: 3))
    let news = Atomic(0)
    store.observeWarning { news.add(1, ordering: .relaxed) }
    #expect(store.recover())
    let log = home.path + "/sessions/work/state.sqlite-wal"
    // A link is not followed: it cannot be synced.
    #expect(unlink(log) == 0 && symlink("/nonexistent", log) == 0)
    try save("new", in: store)
    #expect(try await Wait.until { news.load(ordering: .relaxed) > 0 })
    withExtendedLifetime(store) {}
  }

  /// Keys that can never be read.
  private final class LostKeys: KeyProvider {
    let name = "lost"
    let promise = "none"
    let asked = Atomic(0)

    func wrap(_ key: [UInt8]) throws -> Data {
      asked.add(1, ordering: .relaxed)
      throw StateError.unwritable("the disk is read-only")
    }

    func unwrap(_ wrapped: Data) throws -> [UInt8] { Array(try wrap([])) }
  }

  @Test func aLastingFailureOpensTheArchiveOnceATry() throws {
    let keys = LostKeys()
    let store = StateStore(session: try home.openSession(named: "work"), keys: keys)
    let before = keys.asked.load(ordering: .relaxed)
    #expect(!store.recover())
    #expect(keys.asked.load(ordering: .relaxed) == before + 1)
  }

  @Test func stateThatCannotBeQuarantinedStays() throws {
    do { try save("old", in: store(Obstacle(failures: 0))) }
    // A file blocks the directory.
    try Data().write(to: URL(fileURLWithPath: home.quarantine))
    let session = try home.openSession(named: "work")
    #expect(throws: StateError.self) { try session.quarantine() }
    let again = StateStore(session: session, keys: keys)
    #expect(again.records.map(\.identifier) == ["old"])
  }

  @Test func refusedStateThatCannotBeQuarantinedIsNotOverwritten() throws {
    let store = try store(Obstacle(failures: 0))
    try save("unwanted", in: store)
    try Data().write(to: URL(fileURLWithPath: home.quarantine))
    store.refuse()
    try save("new", in: store)
    #expect(!store.isOpen)
    #expect(store.warning?.hasPrefix("nothing is being saved: ") == true)

    try FileManager.default.removeItem(atPath: home.quarantine)
    #expect(store.recover())
    try save("newer", in: store)
    let aside = try #require(home.statesAside().first)
    #expect(try aside.file.contents(keys: keys).records.map(\.identifier) == ["unwanted"])
    #expect(try store.storedRecords().map(\.identifier) == ["newer"])
  }
}
