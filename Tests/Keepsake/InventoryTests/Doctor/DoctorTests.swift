import InventorySupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

/// The doctor finds and names every problem in the data.
@Suite(.leavesMainActorAlone) struct DoctorTests {
  let home: InventoryHome
  private var data: String { home.path + "/data" }

  init() throws {
    home = try InventoryHome()
    let store = try home.store()
    let place = try store.addPlace("Attic")
    for number in 0..<20 { try store.add("Thing \(number)") { $0.place = place.uuid } }
    let path = try home.file("photo.jpg", bytes: [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3])
    let item = try store.add("Camera")
    _ = try store.attachments.attach([path], to: item.uuid, session: "test")
    _ = try DraftStore(directory: data)
    try store.database.checkpoint()
  }

  private func findings(at time: Timestamp? = nil) throws -> [Finding] {
    var findings: [Finding] = []
    try Doctor(directory: data, at: time).examine { findings.append($0) }
    return findings
  }

  private func problems() throws -> [Finding] {
    try findings().filter { $0.status == .problem }
  }

  private func change(_ sql: String) throws {
    let queue = try DatabaseQueue(path: home.inventoryPath)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  private var content: String {
    get throws {
      let store = try home.store().attachments
      var path = ""
      try store.forEach { path = store.path(of: $0) }
      return path
    }
  }

  @Test func aSoundHomeHasNoProblems() throws {
    let findings = try findings()
    // The inventory's doctor doesn't check the configuration, the keys and the parts.
    let checks = Finding.Check.allCases.filter { ![.configuration, .keys, .parts].contains($0) }
    #expect(findings.map(\.check) == checks.sorted { order($0) < order($1) })
    #expect(findings.filter { $0.status != .ok }.map(\.check) == [.backup])
    #expect(findings.allSatisfy { $0.exitCode == 0 && !$0.text.contains("\n") })
  }

  private func order(_ check: Finding.Check) -> Int {
    let order: [Finding.Check] = [
      .permissions, .inventory, .counts, .search, .drafts, .attachments, .backup, .space, .place,
    ]
    return order.firstIndex(of: check) ?? 99
  }

  @Test(arguments: [
    ("UPDATE meta SET value = 7 WHERE key = 'items_live'", Finding.Check.counts),
    ("UPDATE location SET item_count = 3", .counts),
    ("DELETE FROM item_words_docsize WHERE id = 3", .search),
    ("PRAGMA foreign_keys = OFF; UPDATE item SET category_id = 4711 WHERE id = 2", .inventory),
  ])
  func problemsInTheDatabaseAreFound(sql: String, check: Finding.Check) throws {
    try change(sql)
    let problems = try problems()
    #expect(problems.map(\.check) == [check])
    #expect(problems.first?.exitCode == 65)
  }

  @Test func aFileThatIsNotADatabaseIsFound() throws {
    unlink(home.inventoryPath + "-wal")
    _ = try home.file("data/inventory.sqlite", bytes: Array(repeating: 7, count: 9000))
    #expect(try problems().map(\.check) == [.inventory])
  }

  @Test func missingAlteredAndOrphanedFilesAreFound() throws {
    let path = try content
    try Data([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 9]).write(to: URL(fileURLWithPath: path))
    let altered = try #require(try problems().first)
    #expect(altered.check == .attachments && altered.text.contains("photo.jpg"))
    #expect(altered.text.contains("altered") && altered.exitCode == 65)
    unlink(path)
    #expect(try problems().first?.text.contains("missing") == true)
    let orphan = data + "/attachments/ab/" + String(repeating: "c", count: 62)
    try FileManager.default.createDirectory(
      atPath: data + "/attachments/ab", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try Data([1]).write(to: URL(fileURLWithPath: orphan))
    let notes = try findings().filter { $0.status == .note && $0.check == .attachments }
    #expect(notes.map(\.text) == ["1 file belongs to no item"])
  }

  @Test func dataReadableByOthersIsFound() throws {
    chmod(data, 0o755)
    let problem = try #require(try problems().first)
    #expect(problem.check == .permissions && problem.exitCode == 77)
    #expect(problem.text.contains("chmod"))
  }

  @Test func aSynchronizedFolderAndAnOldBackupAreNoted() throws {
    _ = try home.file(".stfolder", "")
    try home.store().database.noteBackup(at: 1_000_000_000_000)
    let day: Timestamp = 86_400_000
    let old = try findings(at: 1_000_000_000_000 + 31 * day)
    #expect(old.filter { $0.status == .note }.map(\.check) == [.backup, .place])
    #expect(old.contains { $0.text.contains("31 days ago") })
    let new = try findings(at: 1_000_000_000_000 + 30 * day)
    #expect(new.filter { $0.status == .note }.map(\.check) == [.place])
  }

  @Test func examiningChangesNothing() throws {
    let before = try home.export(home.store())
    let version = try home.store().database.dataVersion
    _ = try findings()
    #expect(try home.store().database.dataVersion == version)
    #expect(try home.export(home.store()) == before)
  }

  @Test func aMissingInventoryIsReported() throws {
    let error = #expect(throws: InventoryError.self) {
      try Doctor(directory: home.path + "/nothing").examine { _ in }
    }
    #expect(error?.kind == .noInput)
  }

  /// Twenty missing files are listed, one per line; any more are only counted.
  @Test(arguments: [20, 22]) func manyMissingFilesAreCounted(_ missing: Int) throws {
    let store = try home.store().attachments
    let item = try home.store().add("Box")
    let paths = try (1..<missing).map { try home.file("file \($0).txt", "file \($0)") }
    _ = try store.attach(paths, to: item.uuid, session: "test")
    try store.forEach { unlink(store.path(of: $0)) }
    let lines = try problems().map(\.text)
    #expect(
      lines.filter { $0.contains("missing") }.count == min(missing, 20) + (missing > 20 ? 1 : 0))
    #expect(lines.contains { $0.contains("and \(missing - 20) more") } == (missing > 20))
  }
}
