import InventorySupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct OpeningTests {
  let home: InventoryHome

  init() throws { home = try InventoryHome() }

  private func kind(_ body: () throws -> Void) -> InventoryError.Kind? {
    do {
      try body()
      return nil
    } catch let error as InventoryError {
      return error.kind
    } catch {
      return nil
    }
  }

  private func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: home.path + "/" + name)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func aNewInventoryIsPrivateAndReady() throws {
    let store = try home.store("deep/er/data")
    #expect(try mode("deep/er/data") == 0o700)
    for file in ["inventory.sqlite", "inventory.sqlite-wal", "inventory.lock"] {
      #expect(try mode("deep/er/data/" + file) == 0o600, "\(file)")
    }
    #expect(store.database.counts == InventoryCounts())
    #expect(try store.items.categories().count == 18)
    try store.database.checkIntegrity()
  }

  /// A journal left by a kill would keep others from reading the file.
  @Test func newDatabasesAreCreatedWithoutAJournal() throws {
    mkdir(home.path + "/data", 0o700)
    for name in ["inventory", "drafts"] {
      // The link makes writing a journal fail.
      symlink("/nonexistent/journal", "\(home.path)/data/\(name).sqlite-journal")
    }
    try home.store().add("Teapot")
    _ = try DraftStore(directory: home.path + "/data")
  }

  @Test func identityAndDataSurviveReopening() throws {
    let store = try home.store()
    let item = try store.add("Teapot")
    let again = try home.store()
    #expect(again.database.uuid == store.database.uuid)
    #expect(again.database.dataVersion == store.database.dataVersion)
    #expect(try again.items.fetch(item.uuid) == item)
    #expect(again.database.counts.live == 1)
  }

  @Test func theCurrencyBelongsToTheInventory() throws {
    let yen = try #require(Currency(code: "JPY"))
    _ = try InventoryStore(directory: home.path + "/data", currency: yen)
    #expect(try home.store().database.currency == yen)
  }

  @Test func readOnlyAccessCreatesAndWritesNothing() throws {
    #expect(kind { _ = try home.store("none", readOnly: true) } == .noInput)
    #expect(!FileManager.default.fileExists(atPath: home.path + "/none"))
    try home.store().add("Teapot")
    let reader = try home.store(readOnly: true)
    #expect(reader.database.counts.live == 1)
    #expect(kind { try reader.add("Cup") } == .permission)
    #expect(try !reader.database.file.checkpoint(), "the log is left alone")
  }

  @Test func linksAndStrangeFilesAreRefused() throws {
    _ = try home.file("elsewhere", "precious")
    let manager = FileManager.default
    try manager.createDirectory(atPath: home.path + "/data", withIntermediateDirectories: true)
    let target = home.path + "/data/inventory.sqlite"
    try manager.createSymbolicLink(atPath: target, withDestinationPath: home.path + "/elsewhere")
    #expect(kind { _ = try home.store() } == .permission)
    #expect(try home.text("elsewhere") == "precious")
    try manager.removeItem(atPath: target)
    try manager.linkItem(atPath: home.path + "/elsewhere", toPath: target)
    #expect(kind { _ = try home.store() } == .permission)
    try manager.removeItem(atPath: target)
    try manager.createDirectory(atPath: target, withIntermediateDirectories: true)
    #expect(kind { _ = try home.store() } == .permission)
  }

  @Test func aDirectoryThatOthersMayWriteToIsRefused() throws {
    let path = home.path + "/data"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
    chmod(path, 0o777)
    #expect(kind { _ = try home.store() } == .permission)
  }

  @Test func filesReadableByOthersAreMadePrivate() throws {
    _ = try home.store()
    chmod(home.path + "/data/inventory.sqlite", 0o644)
    _ = try home.store()
    #expect(try mode("data/inventory.sqlite") == 0o600)
  }

  @Test func aFileThatIsNotAnInventoryIsLeftAlone() throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: home.path + "/data", withIntermediateDirectories: true)
    let garbage = String(repeating: "not a database ", count: 100)
    _ = try home.file("data/inventory.sqlite", garbage)
    #expect(kind { _ = try home.store() } == .badData)
    #expect(try home.text("data/inventory.sqlite") == garbage)

    let other = home.path + "/other"
    try manager.createDirectory(atPath: other, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: other + "/inventory.sqlite")
    try queue.write { try $0.execute(sql: "CREATE TABLE contacts(name)") }
    #expect(kind { _ = try home.store("other") } == .badData)
    #expect(try queue.read { try $0.tableExists("contacts") })
  }

  @Test func aNewerFormatIsNotTouched() throws {
    try home.store().add("Teapot")
    let queue = try DatabaseQueue(path: home.path + "/data/inventory.sqlite")
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
    let error = #expect(throws: InventoryError.self) { try home.store() }
    #expect(error?.exitCode == 65)
    #expect(error?.message.contains("newer version") == true)
    let version = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    #expect(version == 99)
  }

  @Test func aSecondWriterWaitsAndIsRefused() throws {
    let store = try home.store()
    let directory = try DataDirectory(path: home.path + "/data", create: false)
    let lock = try DatabaseLock(directory: directory, name: "inventory.lock")
    try lock.withLock(timeout: 0) {
      #expect(kind { try store.add("Cup") } == .locked)
      let done = try store.database.checkpoint()
      #expect(!done)
    }
    try store.add("Cup")
    #expect(try store.database.checkpoint())
  }

  @Test func changesByAnotherProgramAreNoticed() throws {
    let ours = try home.store()
    let theirs = try home.store()
    #expect(try !ours.database.refresh())
    try theirs.add("Teapot")
    #expect(ours.database.counts.live == 0)
    #expect(try ours.database.refresh())
    #expect(ours.database.counts.live == 1)
    #expect(ours.database.dataVersion == theirs.database.dataVersion)
  }

  @Test func everyErrorKindHasItsExitStatus() {
    let codes = InventoryError.Kind.allCases.map { InventoryError($0, "").exitCode }
    #expect(codes == [1, 1, 65, 66, 73, 74, 75, 77, 74])
  }
}
