import InventorySupport
import Foundation
import Synchronization
import RepriseTesting
import Testing

@testable import Inventory

/// Restoring brings back everything saved and loses nothing that was there.
@Suite(.leavesMainActorAlone) struct BackupTests {
  let home: InventoryHome
  private var data: String { home.path + "/data" }
  private var backups: String { home.path + "/backups" }

  init() throws {
    home = try InventoryHome()
    try FileManager.default.createDirectory(
      atPath: home.path + "/backups", withIntermediateDirectories: true)
  }

  private func backUp(at time: Timestamp? = nil) throws -> Backup {
    try Backup(of: data, into: backups, program: "keepsake test", at: time)
  }

  private func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// Blanks compress to a thousandth of their size.
  @Test func dataThatCompressesWellIsSavedAndRestored() throws {
    let store = try home.store()
    let note = "See" + String(repeating: " ", count: 1_000_000) + "below"
    for number in 0..<15 { try store.add("Thing \(number)") { $0.notes = note } }
    let made = try backUp()
    #expect(made.items == 15 && made.size * 100 < 15 * Int64(note.utf8.count))
    let target = home.path + "/restored/data"
    #expect(try Restore(file: made.path).run(into: target).items == 15)
    let restored = try InventoryStore(directory: target)
    #expect(try home.export(restored) == home.export(store))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func aRestoredBackupEqualsTheOriginal(seed: UInt64) throws {
    let store = try home.store()
    var random = SeededGenerator(seed: seed)
    let edits = RandomEdits(store: store)
    for number in 1...60 { _ = try edits.step(number, using: &random) }
    let drafts = try DraftStore(directory: data)
    let discarded = Draft(session: "main")
    try drafts.put([discarded], redo: .init(session: "main", record: nil))
    #expect(try drafts.discard(discarded.uuid, of: "main"))
    var draft = Draft(session: "main")
    draft.fields[.name] = "half a w"
    try drafts.put([draft], redo: .init(session: "main", record: Data([1, 2, 3])))
    let backup = try backUp(at: 1_700_000_000_000)
    #expect(backup.faults == [] && backup.drafts == 1, "seed \(seed)")
    #expect(try names(backups) == [String(backup.path.split(separator: "/").last ?? "")])
    let restore = try Restore(file: backup.path)
    let outcome = try restore.run(into: home.path + "/a new home/share/keepsake")
    #expect(outcome.keptAside == nil && outcome.drafts == 1)
    let back = try home.store("a new home/share/keepsake")
    #expect(try home.export(back) == home.export(store), "seed \(seed)")
    #expect(
      back.database.uuid == store.database.uuid
        && back.database.dataVersion == store.database.dataVersion)
    #expect(back.database.counts == store.database.counts)
    #expect(try back.database.lastBackup() == 1_700_000_000_000)
    try back.database.checkIntegrity()
    let restored = try DraftStore(directory: home.path + "/a new home/share/keepsake")
    #expect(try restored.drafts() == drafts.drafts())
    #expect(try restored.redoRecord(of: "main") == Data([1, 2, 3]))
    // Undo continues where it was.
    let undone = try store.changes.undo(session: InventoryHome.session) != nil
    #expect(try (back.changes.undo(session: InventoryHome.session) != nil) == undone)
    #expect(try home.export(back) == home.export(store), "seed \(seed)")
  }

  @Test func aBackupIsConsistentWhileOthersWrite() throws {
    let store = try home.store()
    try store.add("first")
    let isDone = Mutex(false)
    let data = data
    let pair = try home.file("pair.csv", "HB.name\na\nb\n")
    let writer = Thread {
      // Each import adds two items, so a consistent backup has an odd number of them.
      while !isDone.withLock({ $0 }) {
        guard let store = try? InventoryStore(directory: data) else { continue }
        _ = try? CSVImporter(store: store).importFile(at: pair, session: InventoryHome.session)
      }
      isDone.withLock { $0 = false }
    }
    writer.start()
    defer {
      isDone.withLock { $0 = true }
      while isDone.withLock({ $0 }) { usleep(1000) }
    }
    for number in 0..<8 {
      let backup = try backUp(at: Timestamp(number) * 1000)
      let place = "restored-\(number)"
      _ = try Restore(file: backup.path).run(into: "\(home.path)/\(place)")
      let back = try home.store(place)
      #expect(back.database.counts.live % 2 == 1)
      #expect(try back.database.counts == back.recount())
    }
  }

  /// The inventory still holds data sealed with a forgotten passphrase, which may be remembered later.
  @Test func forgottenKeysAreSavedWithTheCurrentOnes() throws {
    try home.store().add("Teapot")
    let keys: [String: [UInt8]] = [
      "keys.bag": [1], "keys.bag.forgotten-2": [2, 2], "keys.bag.forgotten-14": [3],
    ]
    for (name, bytes) in keys { _ = try home.file("data/\(name)", bytes: bytes) }
    _ = try home.file("data/keys.bag.forgotten-x", "no keys")
    let place = home.path + "/restored"
    _ = try Restore(file: backUp().path).run(into: place)
    for (name, bytes) in keys {
      #expect(try Array(Data(contentsOf: URL(fileURLWithPath: "\(place)/\(name)"))) == bytes)
    }
    #expect(try names(place).count { $0.hasPrefix("keys.bag") } == keys.count)
  }

  @Test func aBackupNeverOverwritesAnother() throws {
    try home.store().add("Teapot")
    let first = try backUp(at: 0)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: first.path))
    let second = try backUp(at: 0)
    #expect(first.path != second.path)
    #expect(try Data(contentsOf: URL(fileURLWithPath: first.path)) == bytes)
    #expect(try names(backups).count == 2)
  }

  @Test func restoringSetsTheFormerDataAside() throws {
    let saved = try home.export(fill("Teapot"))
    let backup = try backUp()
    let present = try home.export(fill("Kettle"))
    // The login's keys and other files stay where they are.
    _ = try home.file("data/state.key", bytes: [7, 7])
    try FileManager.default.createDirectory(
      atPath: data + "/demo", withIntermediateDirectories: true)
    _ = try home.file("data/demo/thing", "x")
    #expect(Restore.present(in: data) == 2)
    let kept = try #require(try Restore(file: backup.path).run(into: data).keptAside)
    #expect(try home.export(home.store()) == saved)
    let aside = try InventoryStore(directory: kept)
    #expect(try home.export(aside) == present)
    #expect(try home.text("data/state.key") == "\u{7}\u{7}")
    #expect(try home.text("data/demo/thing") == "x")
    // No scratch directory is left.
    #expect(try names(home.path).filter { $0.hasPrefix(".") } == [])
  }

  /// A restore asks before it sets any of them aside.
  @Test func draftsArchivedAndTrashedItemsCountAsPresent() throws {
    let store = try home.store()
    #expect(Restore.present(in: data) == 0)
    let trashed = try store.add("Kettle")
    try store.changes.perform(.trashItems([trashed.uuid]), session: "test")
    #expect(Restore.present(in: data) == 1)
    try store.add("Cup") { $0.archivedAt = 1 }
    #expect(Restore.present(in: data) == 2)
    try DraftStore(directory: data).put([Draft()])
    #expect(Restore.present(in: data) == 3)
  }

  private func fill(_ name: String) throws -> InventoryStore {
    let store = try home.store()
    try store.add(name)
    return store
  }

  @Test func anOpenInventoryIsNotReplaced() throws {
    let store = try fill("Teapot")
    let backup = try backUp()
    let restore = try Restore(file: backup.path)
    let error = #expect(throws: InventoryError.self) { try restore.run(into: data) }
    #expect(error?.kind == .locked)
    #expect(error?.message.contains("quit Keepsake") == true)
    #expect(try names(home.path) == ["backups", "data"])
    try store.add("still here")
  }

  /// A window that can't open the inventory still stores drafts.
  @Test func openDraftsAreNotReplaced() throws {
    func makeBackup() throws -> Backup {
      _ = try fill("Teapot")
      try DraftStore(directory: data).put([Draft()])
      return try backUp()
    }
    let restore = try Restore(file: makeBackup().path)
    let drafts = try DraftStore(directory: data)
    let error = #expect(throws: InventoryError.self) { try restore.run(into: data) }
    #expect(error?.kind == .locked)
    try drafts.put([Draft()])
    #expect(try drafts.count() == 2)
  }

  @Test func aDamagedInventoryIsReplaced() throws {
    let saved = try home.export(fill("Teapot"))
    let backup = try backUp()
    try? FileManager.default.removeItem(atPath: data + "/inventory.sqlite-wal")
    _ = try home.file("data/inventory.sqlite", bytes: Array(repeating: 3, count: 5000))
    #expect(Restore.present(in: data) == 1)
    let outcome = try Restore(file: backup.path).run(into: data)
    #expect(outcome.keptAside != nil)
    #expect(try home.export(home.store()) == saved)
  }

  @Test(arguments: ["inventory", "drafts"])
  func backingUpADamagedDatabaseFails(name: String) throws {
    do {
      let store = try home.store()
      for number in 0..<300 { try store.add("Thing \(number)") }
      try store.database.checkpoint()
      let drafts = try DraftStore(directory: data)
      for _ in 0..<300 {
        var draft = Draft()
        draft.fields[.name] = String(repeating: "half a word ", count: 20)
        try drafts.put([draft])
      }
      try drafts.checkpoint()
    }
    let path = "\(data)/\(name).sqlite"
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    // Damages a page in the middle, so that the file opens and reading begins.
    let middle = bytes.count / 2 / 4096 * 4096
    for index in middle..<(middle + 4096) { bytes[index] = 0x5A }
    _ = try home.file("data/\(name).sqlite", bytes: bytes)
    let error = #expect(throws: InventoryError.self) { try backUp() }
    #expect(error?.kind == .badData)
    #expect(error?.message.contains(path) == true)
    #expect(try names(backups) == [])
  }

  @Test func aBackupNeedsADirectoryAndAnInventory() throws {
    #expect(throws: InventoryError(.noInput, "there is no inventory at \(home.inventoryPath)")) {
      try FileManager.default.createDirectory(
        atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      _ = try backUp()
    }
    _ = try fill("Teapot")
    for place in ["nowhere", "file"] {
      _ = try home.file("file", "x")
      let error = #expect(throws: InventoryError.self) {
        try Backup(of: data, into: "\(home.path)/\(place)", program: "")
      }
      #expect(error?.kind == .noInput)
    }
    #expect(try names(backups) == [])
  }

  @Test func aBackupRemovesTheScratchFilesOfAKilledOne() throws {
    _ = try fill("Teapot")
    let left = backups + "/" + Backup.scratchPrefix + "left"
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(fileURLWithPath: left + "/backup.zip"))
    let backup = try backUp()
    #expect(try names(backups).map { "\(backups)/\($0)" } == [backup.path])
  }
}
