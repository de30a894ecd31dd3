import RepriseTesting
import Foundation
import Testing

@testable import Preservation

/// A key file without a key is put aside with the state that it sealed, and never ends the program.
@Suite(.timeLimit(.minutes(60))) struct KeyFileTests {
  private let directory: TemporaryHome
  private let home: StateHome
  private var key: String { directory.path + "/data/state.key" }

  init() throws {
    directory = TemporaryHome()
    home = StateHome(path: directory.path + "/state")
  }

  private func store() throws -> StateStore {
    try StateStore(opening: {
      (try home.openSession(named: "work"), try LoginKeyProvider.mending(file: key), nil)
    })
  }

  private func save(_ text: String, in store: StateStore) throws {
    let record = ObjectRecord(
      node: .application, kind: .application, parent: nil, identifier: text, typeKey: "App")
    try store.commit(ArchiveChanges(upserts: [record]), info: ArchiveInfo())
  }

  @Test(arguments: [0, 1, 31, 33, 1024, 100_000])
  func keyOfWrongLengthIsSetAsideWithItsState(_ length: Int) throws {
    do { try save("old", in: store()) }
    let generation = home.path + "/sessions/work/previous.sqlite"
    try FileManager.default.copyItem(
      atPath: home.path + "/sessions/work/state.sqlite", toPath: generation)
    let good = try Data(contentsOf: URL(fileURLWithPath: key))
    let bad = Data(repeating: 7, count: length)
    try bad.write(to: URL(fileURLWithPath: key))
    let after = try store()
    #expect(after.records.isEmpty)
    #expect(after.warning == nil)
    #expect(after.notice?.hasPrefix("Old state kept in ") == true)
    #expect(after.notice?.hasSuffix(": the key file was damaged") == true)
    #expect(after.noticeDetails.contains { $0.hasSuffix("is kept as \(key).damaged-1") })
    #expect(try Data(contentsOf: URL(fileURLWithPath: key + ".damaged-1")) == bad)
    let aside = try #require(home.statesAside().first)
    #expect(
      FileManager.default.fileExists(
        atPath: (aside.file.path as NSString).deletingLastPathComponent + "/previous.sqlite"))
    // Restoring the old key file restores access to everything.
    let old = directory.path + "/found.key"
    try good.write(to: URL(fileURLWithPath: old))
    chmod(old, 0o600)
    let found = try aside.file.contents(keys: LoginKeyProvider(file: old))
    #expect(found.records.map(\.identifier) == ["old"])
    try save("new", in: after)
    #expect(try store2(after).records.map(\.identifier) == ["new"])
  }

  /// The state that the next launch finds.
  private func store2(_ before: StateStore) throws -> StateFile.Contents {
    before.flush()
    return try StateFile(path: home.path + "/sessions/work/state.sqlite")
      .contents(keys: LoginKeyProvider(file: key))
  }

  @Test(arguments: ["pipe", "link", "directory"])
  func nonFileIsSetAside(_ kind: String) throws {
    try FileManager.default.createDirectory(
      atPath: directory.path + "/data", withIntermediateDirectories: true)
    switch kind {
    case "pipe": mkfifo(key, 0o600)
    case "link": symlink("/dev/zero", key)
    default: mkdir(key, 0o700)
    }
    let store = try store()
    #expect(store.notice?.hasPrefix("The key file was damaged and is kept as ") == true)
    #expect(directory.mode(of: "data/state.key") == 0o600)
    try save("new", in: store)
    #expect(try store.storedRecords().count == 1)
  }

  @Test func aFileIsMadeOnceAndWhole() throws {
    let path = directory.path + "/file"
    #expect(try PrivateFile.create(path, contents: [1, 2, 3]))
    #expect(try !PrivateFile.create(path, contents: [4, 5, 6]), "it is there")
    #expect(try PrivateFile.contents(of: path, limit: 10) == [1, 2, 3])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["file"],
      "nothing it was made of stays")
  }

  @Test func onlyOneOfManyProgramsMakesTheNewKey() throws {
    try FileManager.default.createDirectory(
      atPath: directory.path + "/data", withIntermediateDirectories: true)
    try Data("short".utf8).write(to: URL(fileURLWithPath: key))
    let wrapped = try LoginKeyProvider.mending(file: key).wrap([1, 2, 3])
    try Data("short".utf8).write(to: URL(fileURLWithPath: key + ".copy"))
    let path = key
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      #expect((try? LoginKeyProvider.mending(file: path).unwrap(wrapped)) == [1, 2, 3])
    }
    #expect(access(key + ".damaged-2", F_OK) != 0)
  }
}
