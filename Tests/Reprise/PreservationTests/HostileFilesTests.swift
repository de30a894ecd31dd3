import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Preservation

/// Links, pipes and hard-linked files in the place of a session's files (reliability S5).
@Suite(.timeLimit(.minutes(60))) struct HostileFilesTests {
  private let directory: TemporaryHome
  private let home: StateHome
  private let keys = LoginKeyProvider()
  private var session: String { home.path + "/sessions/work" }
  private var elsewhere: String { directory.path + "/elsewhere" }

  init() throws {
    directory = TemporaryHome()
    home = StateHome(path: directory.path + "/state")
    try FileManager.default.createDirectory(
      atPath: directory.path + "/elsewhere", withIntermediateDirectories: true)
  }

  private func save(_ text: String, in store: StateStore) throws {
    let record = ObjectRecord(
      node: .application, kind: .application, parent: nil, identifier: text, typeKey: "App")
    try store.commit(ArchiveChanges(upserts: [record]), info: ArchiveInfo())
  }

  private func store() throws -> StateStore {
    StateStore(session: try home.openSession(named: "work"), keys: keys)
  }

  // MARK: - Pipes and the like

  @Test(
    arguments: ["state.sqlite", "state.sqlite-wal", "state.sqlite-shm", "state.sqlite-journal"],
    ["pipe", "link", "directory"])
  func nonFileInPlaceOfTheArchiveIsQuarantined(_ name: String, _ kind: String) throws {
    do { _ = try home.openSession(named: "work") }
    try put(kind, at: "\(session)/\(name)")
    let store = try store()
    #expect(store.warning == nil)
    #expect(store.notice?.hasPrefix("Old state kept in ") == true)
    try save("new", in: store)
    #expect(try store.storedRecords().map(\.identifier) == ["new"])
    #expect(FileManager.default.subpaths(atPath: elsewhere) == [])
    let aside = FileManager.default.subpaths(atPath: home.path + "/quarantine") ?? []
    #expect(aside.contains { $0.hasSuffix("/" + name) })
    // Inspecting it does not block either.
    for state in home.statesAside() { _ = try? state.file.problems(keys: keys) }
  }

  @Test(arguments: ["pipe", "link"]) func nonFileInPlaceOfTheMarkIsReplaced(_ kind: String) throws {
    do { try save("old", in: store()) }
    try put(kind, at: session + "/launching")
    do {
      let store = try store()
      #expect(store.records.map(\.identifier) == ["old"])
      store.willRestore()
      #expect(store.isOnProbation)
    }
    #expect(directory.mode(of: "state/sessions/work/launching") == 0o600)
  }

  @Test(arguments: ["pipe", "directory", "link"])
  func nonFileInPlaceOfTheLockIsRefusedImmediately(_ kind: String) throws {
    do { _ = try home.openSession(named: "work") }
    unlink(session + "/lock")
    try put(kind, at: session + "/lock")
    #expect(throws: StateError.self) { try home.openSession(named: "work") }
  }

  private func put(_ kind: String, at path: String) throws {
    switch kind {
    case "pipe": try #require(mkfifo(path, 0o600) == 0)
    case "link": try #require(symlink(elsewhere, path) == 0)
    default: try #require(mkdir(path, 0o700) == 0)
    }
  }

  // MARK: - Directories that are links

  @Test(arguments: ["sessions", "sessions/work"])
  func aDirectoryThatIsALinkIsNotFollowed(_ name: String) throws {
    do { _ = try home.openSession(named: "work") }
    let path = "\(home.path)/\(name)"
    try FileManager.default.removeItem(atPath: path)
    try #require(symlink(elsewhere, path) == 0)
    #expect(throws: StateError.unwritable("\(path) is a link; it is not followed")) {
      try home.openSession(named: "work")
    }
    #expect(FileManager.default.subpaths(atPath: elsewhere) == [])
    #expect(home.sessionNames().isEmpty)
    #expect(home.storedSessions().isEmpty)
  }

  @Test func aLinkAmongTheSessionsIsPassedOver() throws {
    let first = try home.openFreeSession()
    try #require(symlink(elsewhere, home.path + "/sessions/a") == 0)
    #expect(try home.openFreeSession().name == "main-2")
    withExtendedLifetime(first) {}
  }

  @Test func nothingIsDeletedThroughALinkInPlaceOfTheQuarantine() throws {
    for number in 1...8 {
      try FileManager.default.createDirectory(
        atPath: "\(elsewhere)/000\(number)-precious", withIntermediateDirectories: true)
    }
    do { try save("old", in: store()) }
    try #require(symlink(elsewhere, home.path + "/quarantine") == 0)
    let store = StateStore(session: try home.openSession(named: "work"), keys: keys, fresh: true)
    #expect(store.warning?.contains("is a link; it is not followed") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).count == 8)
    #expect(home.statesAside().isEmpty)
  }

  @Test func foreignEntriesInTheQuarantineAreKept() throws {
    let quarantine = home.path + "/quarantine"
    do { try save("old", in: store()) }
    let foreign = ["notes", "0001", "0001-", "12-main", "0002-a b"]
    for name in foreign {
      try FileManager.default.createDirectory(
        atPath: "\(quarantine)/\(name)", withIntermediateDirectories: true)
    }
    try #require(symlink(elsewhere, quarantine + "/0001-main") == 0)
    for _ in 0..<8 {
      let store = StateStore(session: try home.openSession(named: "work"), keys: keys, fresh: true)
      try save("more", in: store)
    }
    let names = Set(try FileManager.default.contentsOfDirectory(atPath: quarantine))
    #expect(names.isSuperset(of: foreign + ["0001-main"]))
    #expect(names.count == foreign.count + 1 + Quarantine.limit)
  }

  // MARK: - Hard links

  @Test func aFileOfTheStateAttachesNoOther() throws {
    for attaches in [false, true] {
      var configuration = Configuration()
      configuration.prepareDatabase { $0.distrustFile(attaches: attaches) }
      let queue = try DatabaseQueue(configuration: configuration)
      let attach = Result {
        try queue.writeWithoutTransaction { try $0.execute(sql: "ATTACH ':memory:' AS other") }
      }
      #expect((try? attach.get()) != nil || !attaches)
      #expect((try? attach.get()) == nil || attaches)
    }
  }

  @Test func hardLinkedBackupIsNotModified() throws {
    do { try save("old", in: store()) }
    var before: [String: Data] = [:]
    for name in ["state.sqlite", "state.sqlite-wal"] {
      let path = "\(session)/\(name)"
      guard access(path, F_OK) == 0 else { continue }
      try #require(link(path, "\(elsewhere)/\(name)") == 0)
      before[name] = try Data(contentsOf: URL(fileURLWithPath: path))
    }
    do {
      let store = try store()
      #expect(store.records.map(\.identifier) == ["old"])
      try save("new", in: store)
      store.flush()
    }
    for (name, bytes) in before {
      #expect(try Data(contentsOf: URL(fileURLWithPath: "\(elsewhere)/\(name)")) == bytes)
    }
  }
}

/// Quarantined states are numbered, not dated: a clock may be set back.
@Suite(.leavesMainActorAlone) struct AsideNameTests {
  @Test(arguments: [
    ("0001-main", 1, "main"), ("12345-a-b", 12345, "a-b"),
    ("20260131-235959-123456-main", 0, "main"),
  ]) func namesAreRead(_ text: String, _ number: Int, _ session: String) throws {
    let name = try #require(AsideName(text))
    #expect((name.number, name.session, name.text) == (number, session, text))
  }

  @Test(arguments: [
    "", "main", "1-main", "0000-main", "0001main", "0001-", "0001-..", "0001-a/b", "-0001-main",
    "٠٠٠١-main", "99999999999999999999-main",
  ]) func otherNamesAreRejected(_ text: String) {
    #expect(AsideName(text) == nil)
  }

  @Test func numberingContinuesWithMoreDigits() {
    let name = AsideName(number: 10_000, session: "main")
    #expect(AsideName(name.text) == name)
    #expect(AsideName(number: 9_999, session: "main") < name)
  }

  @Test func stateQuarantinedAfterTheClockIsSetBackIsKept() throws {
    let directory = TemporaryHome()
    let home = StateHome(path: directory.path + "/state")
    for year in 2090..<2095 {
      try FileManager.default.createDirectory(
        atPath: "\(home.path)/quarantine/\(year)0101-000000-000000-main",
        withIntermediateDirectories: true)
    }
    let keys = LoginKeyProvider()
    let record = ObjectRecord(
      node: .application, kind: .application, parent: nil, identifier: "x", typeKey: "App")
    for round in 1...6 {
      let session = try home.openSession(named: "main")
      let store = StateStore(session: session, keys: keys, fresh: true)
      try store.commit(ArchiveChanges(upserts: [record]), info: ArchiveInfo())
      #expect(home.statesAside().count == min(round - 1, 5), "round \(round)")
    }
    #expect(home.statesAside().map(\.name).prefix(2) == ["0005-main", "0004-main"])
  }
}
