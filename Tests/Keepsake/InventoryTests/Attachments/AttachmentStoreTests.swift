import InventorySupport
import Foundation
import GRDB
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct AttachmentStoreTests {
  let home: AttachmentHome

  init() throws { home = try AttachmentHome() }

  private func mode(_ path: String) throws -> Int {
    try #require(
      FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test func contentIsStoredUnderItsDigestForTheOwnerOnly() throws {
    let attachment = try home.attach("receipt 1.txt")[0]
    // echo -n 'receipt 1.txt ' | sha256sum
    let digest = "41e1a0f48aa3b914d9ed6a0d9a9368c6f13ee90352b6829a93ad8f07fb1729e5"
    #expect(attachment.sha256 == digest)
    let path = home.store.path(of: attachment)
    #expect(path == "\(home.store.path)/\(digest.prefix(2))/\(digest.dropFirst(2))")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "receipt 1.txt ")
    #expect(try mode(path) == 0o600)
    #expect(try mode(home.store.path) == 0o700)
    #expect(try mode((path as NSString).deletingLastPathComponent) == 0o700)
    #expect(attachment.kind == .receipt)
    #expect(attachment.mediaType == "text/plain")
    #expect(attachment.bytes == 14)
    #expect(home.store.condition(of: attachment, thoroughly: true) == .intact)
    let file = try home.store.open(attachment)
    close(file)
  }

  @Test func equalFilesAreStoredOnceAndAttachedOncePerItem() throws {
    let path = try home.file("a.txt")
    let cup = try home.inventory.add("Cup")
    let session = AttachmentHome.session
    #expect(try home.store.attach([path], to: home.item.uuid, session: session).count == 1)
    #expect(try home.store.attach([path], to: home.item.uuid, session: session).count == 0)
    #expect(try home.store.attach([path, path], to: cup.uuid, session: session).count == 1)
    #expect(home.files.count == 1)
    #expect(try home.store.fetchAll(of: cup.uuid).count == 1)
  }

  @Test func theFirstPhotoIsThePrimaryOne() throws {
    let photos = try home.attach("r.pdf", "b.txt", "c.txt", kind: .photo)
    try home.inventory.changes.perform(
      .orderAttachments([photos[2].uuid, photos[0].uuid], moved: photos[2].uuid),
      session: AttachmentHome.session)
    #expect(try home.lines == ["c.txt photo *", "r.pdf photo", "b.txt photo"])
    var first = try home.store.fetchAll(of: home.item.uuid)[0]
    first.kind = .manual
    first.title = "  How to pour "
    try home.inventory.changes.perform(.updateAttachment(first), session: AttachmentHome.session)
    #expect(try home.lines == ["How to pour manual", "r.pdf photo *", "b.txt photo"])
    try home.inventory.changes.perform(
      .removeAttachments([photos[0].uuid]), session: AttachmentHome.session)
    #expect(try home.lines == ["How to pour manual", "b.txt photo *"])
    #expect(try home.store.fetch(photos[0].uuid) == nil)
  }

  @Test func anUpdateDoesNotOverwriteAnotherSessionsChange() throws {
    var mine = try home.attach("a.txt")[0]
    var other = mine
    other.title = "Theirs"
    try home.inventory.changes.perform(.updateAttachment(other), session: "other")
    mine.title = "Mine"
    #expect(throws: InventoryError.self) {
      try home.inventory.changes.perform(.updateAttachment(mine), session: AttachmentHome.session)
    }
    #expect(try home.lines == ["Theirs other"])
  }

  @Test func oneFileThatCannotBeAttachedStopsTheOthers() throws {
    let good = try home.file("good.txt")
    let error = try #require(home.refusal(good, home.home.path + "/none.txt"))
    #expect(error.kind == .noInput)
    #expect(error.message.hasSuffix("none.txt: No such file or directory"))
    #expect(try home.lines == [])
    #expect(home.files == [])
  }

  @Test func missingPhotosAndReceiptsAreFoundBySQL() throws {
    try home.attach("a.txt", kind: .photo)
    let receipt = try home.attach("r.txt", kind: .receipt)[0]
    let cup = try home.inventory.add("Cup")
    func names(_ condition: String) throws -> [String] {
      try home.inventory.database.file.read {
        try String.fetchAll($0, sql: "SELECT name FROM item WHERE \(condition) ORDER BY id")
      }
    }
    #expect(try names(AttachmentClause.hasPhoto) == ["Teapot"])
    #expect(try names("NOT " + AttachmentClause.hasPhoto) == [cup.name])
    #expect(try names(AttachmentClause.hasReceipt) == ["Teapot"])
    try home.inventory.changes.perform(.removeAttachments([receipt.uuid]), session: "test")
    #expect(try names(AttachmentClause.hasReceipt) == [])
    let plan = try home.inventory.database.file.read {
      try Row.fetchAll(
        $0, sql: "EXPLAIN QUERY PLAN SELECT 1 FROM item WHERE \(AttachmentClause.hasPhoto)"
      ).map { "\($0)" }.joined()
    }
    #expect(plan.contains("COVERING INDEX attachment_kind"), "\(plan)")
  }

  @Test func anInventoryOfFormat2KeepsEverythingAndAcceptsAttachments() throws {
    let corpus = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Corpus/inventory-2.sqlite")
    let old = try InventoryHome(inventory: Data(contentsOf: corpus))
    let reader = try old.store(readOnly: true)
    let list = try ItemList(store: reader)
    let uuid = try #require(try list.row(at: 1)?.uuid)
    #expect(try reader.attachments.fetchAll(of: uuid) == [])
    #expect(try reader.attachments.orphans() == [])
    let store = try old.store()
    #expect(store.database.counts.live == 3)
    #expect(try store.items.fetch(uuid)?.name == "Teapot")
    #expect(try store.items.fetch(uuid)?.tags == ["gift", "tea"])
    let file = try old.file("a.txt", "a")
    let summary = try store.attachments.attach([file], to: uuid, session: "test")
    #expect(summary.description == "attached “a.txt”")
    #expect(try store.changes.undo(session: "test") != nil)
    #expect(try store.changes.undo(session: "main")?.count == 3)
    try store.database.checkIntegrity()
  }

  /// A person may let others search the directory, but not write to it.
  @Test(arguments: [(0o711, true), (0o755, true), (0o720, false), (0o702, false)])
  func aDirectoryWritableByOthersIsRefused(_ mode: Int, _ isTaken: Bool) throws {
    _ = try home.attach("receipt 1.txt")
    #expect(chmod(home.store.path, mode_t(mode)) == 0)
    let again = try? home.attach("receipt 2.txt")
    #expect((again != nil) == isTaken)
  }
}
