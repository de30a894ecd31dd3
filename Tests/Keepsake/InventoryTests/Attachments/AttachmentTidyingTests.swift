import Foundation
import RepriseTesting
import Testing
import TestSupport

@testable import Inventory

@Suite(.leavesMainActorAlone) struct AttachmentTidyingTests {
  let home: AttachmentHome

  init() throws { home = try AttachmentHome() }

  @Test func missingAndAlteredFilesAreFound() throws {
    let all = try home.attach("a.txt", "b.txt", "c.txt", "d.txt")
    #expect(try home.store.examined().problems.isEmpty)
    unlink(home.store.path(of: all[0]))
    let longer = home.store.path(of: all[1])
    try Data("something longer".utf8).write(to: URL(filePath: longer))
    // The length is unchanged: only the modification time and the digest differ.
    let altered = home.store.path(of: all[2])
    let file = fopen(altered, "r+")
    fputs("X", file)
    fclose(file)
    func glances() -> [AttachmentCondition] {
      all.map { home.store.condition(of: $0, thoroughly: false) }
    }
    #expect(glances() == [.missing, .altered, .doubtful, .intact])
    #expect(try home.store.examined().problems.map(\.condition) == [.missing, .altered, .altered])
    #expect(throws: InventoryError.self) { try home.store.open(all[0]) }
    #expect(throws: InventoryError.self) { try home.store.open(all[1]) }
    // Attaching the files again repairs them.
    unlink(longer)
    _ = try home.store.attach(
      [home.home.path + "/a.txt", home.home.path + "/b.txt", home.home.path + "/c.txt"],
      to: home.item.uuid, session: "test")
    #expect(try home.store.examined().problems.isEmpty)
    #expect(glances() == [.intact, .intact, .intact, .intact])
  }

  /// Copying or restoring changes modification times: the digest is checked once, then the new time is recorded.
  @Test func anIntactFileWithANewTimeIsVerifiedOnce() throws {
    let attachment = try home.attach("a.txt")[0]
    #expect(utimes(home.store.path(of: attachment), nil) == 0)
    #expect(home.store.condition(of: attachment, thoroughly: false) == .doubtful)
    #expect(home.store.condition(of: attachment, thoroughly: true) == .intact)
    #expect(home.store.condition(of: attachment, thoroughly: false) == .intact)
  }

  /// A sweep would mistake a file whose row isn't written yet for an orphan.
  @Test func attachingWaitsForASweep() throws {
    try home.attach("a.txt")
    let before = home.files
    let sweeping = try #require(
      try AttachmentDirectory(in: home.inventory.database.directory, create: false))
    let path = try home.file("b.txt")
    let isDone = DispatchSemaphore(value: 0)
    let (store, item) = (home.store, home.item.uuid)
    try sweeping.withLock(alone: true) { () throws(InventoryError) in
      Thread.detachNewThread {
        _ = try? store.attach([path], to: item, session: "test")
        isDone.signal()
      }
      for _ in 0..<40 {
        usleep(5000)
        #expect(home.files == before)
      }
    }
    #expect(Wait.until(isDone))
    #expect(try home.lines.count == 2)
  }

  @Test func aSweepDeletesOnlyFilesWithoutARow() throws {
    let all = try home.attach("a.txt", "b.txt")
    try home.inventory.changes.perform(.removeAttachments([all[0].uuid]), session: "test")
    let kept = home.files
    let orphan = AttachmentDirectory.place(of: String(repeating: "ab", count: 32))
    mkdir(home.store.path + "/ab", 0o700)
    for name in ["ab/" + orphan.name, ".incoming-killed", "ab/notes.txt", "README"] {
      try Data("1234".utf8).write(to: URL(filePath: home.store.path + "/" + name))
    }
    #expect(try home.store.orphans().sorted() == [".incoming-killed", "ab/" + orphan.name])
    let swept = try home.store.sweep()
    #expect(swept.files == 2)
    #expect(swept.bytes == 8)
    #expect(home.files == (kept + ["README", "ab/notes.txt"]).sorted())
    _ = try home.inventory.changes.undo(session: "test")
    #expect(try home.store.examined().problems.isEmpty)
  }

  /// A sweep never deletes a file whose row is about to be written.
  @Test func aSweepWaitsForAttaching() async throws {
    let path = home.home.path + "/data"
    let item = home.item.uuid
    let files = try (0..<20).map { try home.file("f\($0).txt") }
    let sweeper = Task.detached {
      let store = try InventoryStore(directory: path).attachments
      for _ in 0..<200 where !Task.isCancelled { try store.sweep() }
    }
    for file in files { _ = try home.store.attach([file], to: item, session: "test") }
    sweeper.cancel()
    try await sweeper.value
    #expect(try home.store.examined().problems.isEmpty)
    #expect(home.files.count == 20)
  }
}
