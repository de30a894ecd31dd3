import InventorySupport
import Foundation
import GRDB
import Glibc
import RepriseTesting
import Testing

@testable import Inventory

/// If data files are replaced under an open inventory, nothing is written to the replaced ones.
@Suite(.leavesMainActorAlone) struct ReplacedFilesTests {
  let home: InventoryHome
  private let manager = FileManager.default
  private var data: String { home.path + "/data" }

  init() throws { home = try InventoryHome() }

  /// How an open inventory and open drafts respond to another change.
  private func refusals(_ store: InventoryStore, _ drafts: DraftStore) -> [String] {
    let changes: [() throws -> Void] = [
      { try store.add("Cup") }, { try drafts.put([Draft()]) },
    ]
    return changes.map { change in
      do {
        try change()
        return "stored"
      } catch let error as InventoryError {
        #expect(error.kind == .replaced)
        return error.message.replacing(data + "/", with: "")
      } catch {
        return "\(error)"
      }
    }
  }

  /// Expects refreshing and checkpointing to notice the replaced files.
  private func expectRefreshFails(_ store: InventoryStore) {
    #expect(throws: InventoryError.self) { try store.database.refresh() }
    #expect(throws: InventoryError.self) { try store.database.checkpoint() }
  }

  @Test func aCopyThatReplacedTheFilesIsNotWrittenTo() throws {
    let (store, drafts) = (try home.store(), try DraftStore(directory: data))
    try store.add("Teapot")
    _ = try store.database.checkpoint()
    let copy = home.path + "/copy"
    try manager.copyItem(atPath: data, toPath: copy)
    try manager.removeItem(atPath: data)
    try manager.copyItem(atPath: copy, toPath: data)
    #expect(
      refusals(store, drafts) == [
        "inventory.sqlite was replaced while it was open: quit and restart Keepsake",
        "drafts.sqlite was replaced while it was open: quit and restart Keepsake",
      ])
    expectRefreshFails(store)
    #expect(try home.store().database.counts.live == 1)
  }

  @Test func aDeletedLogIsNotWrittenTo() throws {
    let (store, drafts) = (try home.store(), try DraftStore(directory: data))
    try store.add("Teapot")
    for name in ["inventory", "drafts"] { unlink("\(data)/\(name).sqlite-wal") }
    #expect(
      refusals(store, drafts) == [
        "inventory.sqlite-wal was removed while it was open: quit and restart Keepsake",
        "drafts.sqlite-wal was removed while it was open: quit and restart Keepsake",
      ])
    expectRefreshFails(store)
  }

  @Test func aDirectoryThatIsMovedBackIsUsedAgain() throws {
    let (store, drafts) = (try home.store(), try DraftStore(directory: data))
    let elsewhere = home.path + "/elsewhere"
    try manager.moveItem(atPath: data, toPath: elsewhere)
    #expect(
      refusals(store, drafts) == [
        "inventory.sqlite was moved or removed: put it back, or quit and restart Keepsake",
        "drafts.sqlite was moved or removed: put it back, or quit and restart Keepsake",
      ])
    #expect(throws: InventoryError.self) { try drafts.reopened() }
    #expect(!manager.fileExists(atPath: data), "it is not created again")
    try manager.moveItem(atPath: elsewhere, toPath: data)
    #expect(refusals(store, drafts) == ["stored", "stored"])
    #expect(try store.database.refresh() == false)
  }

  @Test func openingAReaderCreatesNoDirectory() throws {
    let store = try home.store()
    try manager.removeItem(atPath: data)
    #expect(throws: InventoryError.self) { try store.database.openReader() }
    #expect(!manager.fileExists(atPath: data))
  }

  @Test func reopenedDraftsUseTheNewFile() throws {
    let drafts = try DraftStore(directory: data)
    for suffix in ["", "-wal", "-shm"] { unlink("\(data)/drafts.sqlite\(suffix)") }
    #expect(throws: InventoryError.self) { try drafts.put([Draft()]) }
    let reopened = try drafts.reopened()
    try reopened.put([Draft()])
    #expect(try DraftStore(directory: data).count() == 1)
  }

  /// A home that was killed with changes in the log, and whose database an older one then replaced.
  private func replaceUnderItsLog() throws {
    let killed = home.path + "/killed"
    let store = try home.store()
    try withExtendedLifetime(store) {
      for number in 1...40 { try store.add("Teapot \(number)") }
      _ = try store.database.checkpoint()
      try manager.copyItem(atPath: data + "/inventory.sqlite", toPath: home.path + "/backup")
      for number in 41...400 { try store.add("Teapot \(number)") }
      _ = try store.database.checkpoint()
      for number in 401...440 { try store.add("Teapot \(number)") }
      // The files as a kill leaves them.
      try manager.copyItem(atPath: data, toPath: killed)
    }
    try store.database.file.queue.close()
    try manager.removeItem(atPath: data)
    try manager.moveItem(atPath: killed, toPath: data)
    try manager.removeItem(atPath: data + "/inventory.sqlite-shm")
    // The lock file identifies the database that the log belongs to.
    let lock = try DatabaseLock(
      directory: DataDirectory(path: data, create: false), name: "inventory.lock")
    lock.note(try #require(FileIdentity(path: data + "/inventory.sqlite")).text)
    try manager.moveItem(atPath: home.path + "/backup", toPath: home.path + "/data/new")
    #expect(rename(data + "/new", data + "/inventory.sqlite") == 0)
  }

  @Test func theLogOfAReplacedFileIsSetAside() throws {
    try replaceUnderItsLog()
    let error = #expect(throws: InventoryError.self) {
      try home.store(readOnly: true).database.checkIntegrity()
    }
    #expect(error?.message.contains("was replaced while it was open") == true)
    let store = try home.store()
    #expect(
      store.database.openingNotice?.hasSuffix(
        "the log of the former one is kept as inventory.sqlite-wal.former-1") == true)
    try store.database.checkIntegrity()
    #expect(store.database.counts.live == 40)
    #expect(manager.fileExists(atPath: data + "/inventory.sqlite-wal.former-1"))
    #expect(try home.store().database.openingNotice == nil, "it is reported once")
  }

  @Test func aCopyWithItsOwnLogIsComplete() throws {
    let store = try home.store()
    for number in 1...40 { try store.add("Teapot \(number)") }
    let copy = home.path + "/copy"
    try withExtendedLifetime(store) { try manager.copyItem(atPath: data, toPath: copy) }
    unlink(copy + "/inventory.sqlite-shm")
    let copied = try home.store("copy")
    #expect(copied.database.openingNotice == nil)
    #expect(copied.database.counts.live == 40)
  }

  /// Opening a connection takes a millisecond, and closing it leaves a thread behind.
  @Test func aReturnedConnectionIsReused() throws {
    let store = try home.store()
    let reader = try store.database.openReader()
    #expect(
      try store.database.openReader().queue !== reader.queue, "a connection in use is not shared")
    store.database.giveBack(reader)
    #expect(try store.database.openReader().queue === reader.queue)
  }
}
