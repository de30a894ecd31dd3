import RepriseTesting
import Foundation
import GRDB
import Testing

@testable import Preservation

/// A launch reseals the state of another provider, as after the first passphrase; problems with it never prevent the
/// app from starting.
@Suite struct ResealingLaunchTests {
  /// Seals as a login does, under another name.
  private struct Passphrase: KeyProvider {
    let login = LoginKeyProvider()
    let name = "test-passphrase"
    let promise = "sealed with a passphrase"
    let damagedFile: String? = nil
    func wrap(_ key: [UInt8]) throws -> Data { try login.wrap(key) }
    func unwrap(_ wrapped: Data) throws -> [UInt8] { try login.unwrap(wrapped) }
  }

  private let directory: TemporaryHome
  private let home: StateHome
  private let login = LoginKeyProvider()
  private let passphrase = Passphrase()
  private var place: String { home.path + "/sessions/work" }

  init() throws {
    directory = TemporaryHome()
    let home = StateHome(path: directory.path + "/state")
    self.home = home
    let store = StateStore(session: try home.openSession(named: "work"), keys: login)
    let record = ObjectRecord(
      node: .application, kind: .application, parent: nil, identifier: "typed", typeKey: "App")
    try store.commit(ArchiveChanges(upserts: [record]), info: ArchiveInfo())
    store.settle()
  }

  private func launch(
    fresh: Bool = false, whileOccupied waits: () -> Bool = { false }
  ) throws -> StateStore {
    try StateStore(
      opening: { (try home.openSession(named: "work"), passphrase, former: login) }, fresh: fresh,
      whileOccupied: waits)
  }

  private func write(_ bytes: [UInt8], at offset: UInt64, of file: String) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: place + "/" + file))
    try handle.seek(toOffset: offset)
    try handle.write(contentsOf: bytes)
    try handle.close()
  }

  private func protection(_ file: String) throws -> String {
    try StateFile(path: place + "/" + file).protection()
  }

  /// Another program that has the state locked until it is told to end.
  private final class Locker {
    private let database: DatabaseQueue

    init(_ path: String) throws {
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      database = try DatabaseQueue(path: path, configuration: configuration)
      try database.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    func end() { try? database.close() }
  }

  @Test func stateAndGenerationAreResealed() throws {
    try FileManager.default.copyItem(
      atPath: place + "/state.sqlite", toPath: place + "/previous.sqlite")
    let store = try launch()
    #expect(store.records.map(\.identifier) == ["typed"])
    #expect(try protection("state.sqlite") == passphrase.name)
    #expect(try protection("previous.sqlite") == passphrase.name)
  }

  /// The 19th byte says how the file is written.
  @Test func damagedStateIsQuarantined() throws {
    try write([0xFF], at: 18, of: "state.sqlite")
    let store = try launch()
    #expect(store.isOpen && store.records.isEmpty)
    #expect(store.notice?.hasPrefix("Old state kept in ") == true)
    #expect(home.statesAside().count == 1)
  }

  @Test func aDamagedGenerationIsLeftAlone() throws {
    try Data(repeating: 7, count: 4096).write(
      to: URL(fileURLWithPath: place + "/previous.sqlite"))
    #expect(chmod(place + "/previous.sqlite", 0o600) == 0)
    let store = try launch()
    #expect(store.records.map(\.identifier) == ["typed"])
    #expect(store.notice == nil)
  }

  /// SQLite would delete the log of an empty file.
  @Test func anEmptyFileKeepsItsLogInQuarantine() throws {
    try Data(repeating: 1, count: 8192).write(
      to: URL(fileURLWithPath: place + "/state.sqlite-wal"))
    #expect(chmod(place + "/state.sqlite-wal", 0o600) == 0)
    #expect(truncate(place + "/state.sqlite", 0) == 0)
    let store = try launch()
    #expect(store.isOpen)
    let aside = try #require(home.statesAside().first)
    let log = try FileManager.default.attributesOfItem(atPath: aside.file.path + "-wal")
    #expect(log[.size] as? Int == 8192)
  }

  @Test func waitsWhileAnotherProgramLocksTheState() throws {
    let locker = try Locker(place + "/state.sqlite")
    var rounds = 0
    let store = try launch {
      rounds += 1
      if rounds == 2 { locker.end() }
      return true
    }
    #expect(rounds >= 2)
    #expect(store.records.map(\.identifier) == ["typed"])
    #expect(try protection("state.sqlite") == passphrase.name)
  }

  @Test func stateIsResealedBeforeUnreadQuarantine() throws {
    let store = try launch(fresh: true)
    #expect(store.records.isEmpty)
    let aside = try #require(home.statesAside().first)
    #expect(try aside.file.protection() == passphrase.name)
  }

  @Test func aStateThatIsLockedMeanwhileKeepsItsFormerProvider() throws {
    let locker = try Locker(place + "/state.sqlite")
    defer { locker.end() }
    var isFinished = false
    #expect(throws: StateError.self) {
      try home.resealAll(from: login, to: passphrase) { _ in isFinished = true }
    }
    #expect(!isFinished, "the keys are still needed")
  }
}
