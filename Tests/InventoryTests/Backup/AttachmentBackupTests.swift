import Foundation
import RepriseTesting
import Testing

@testable import Inventory

/// Attachments are saved by their digests, and come back as they were.
@Suite(.leavesMainActorAlone) struct AttachmentBackupTests {
  let home: TemporaryHome
  let store: InventoryStore
  private let item: Item

  init() throws {
    home = try TemporaryHome()
    store = try home.store()
    item = try store.add("Camera")
    var random = SeededGenerator(seed: 3)
    for number in 0..<5 {
      let bytes = (0..<(number * 700_000)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let path = try home.file("photo \(number).jpg", bytes: [0xFF, 0xD8, 0xFF, 0xE0] + bytes)
      _ = try AttachmentStore(store).attach([path], to: item.uuid, session: "test")
    }
  }

  private func restored(_ backup: Backup) throws -> (Restore.Outcome, AttachmentStore) {
    let outcome = try Restore(file: backup.path).run(into: home.path + "/restored")
    return (outcome, AttachmentStore(try home.store("restored")))
  }

  private func backUp() throws -> Backup {
    try Backup(of: home.path + "/data", into: home.path, program: "keepsake test")
  }

  @Test func theyComeBackIntact() throws {
    let backup = try backUp()
    #expect(backup.attachments == 5 && backup.faults == [])
    let (outcome, attachments) = try restored(backup)
    #expect(outcome.attachments == 5)
    let all = try attachments.attachments(of: item.uuid)
    #expect(try all == AttachmentStore(store).attachments(of: item.uuid))
    // Sealed, so one look tells; and read, so it is true.
    #expect(all.allSatisfy { attachments.condition(of: $0, thoroughly: false) == .intact })
    #expect(all.allSatisfy { attachments.condition(of: $0, thoroughly: true) == .intact })
    #expect(try attachments.orphans() == [])
  }

  @Test func whatIsMissingOrAlteredIsNamedAndTheRestSaved() throws {
    let attachments = AttachmentStore(store)
    let all = try attachments.attachments(of: item.uuid)
    unlink(attachments.path(of: all[1]))
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: attachments.path(of: all[2])))
    let backup = try backUp()
    #expect(backup.faults.count == 2 && backup.attachments == 4)
    #expect(backup.faults.contains { $0.hasSuffix("is missing") })
    #expect(backup.faults.contains { $0.hasSuffix("was altered") })
    let (outcome, back) = try restored(backup)
    #expect(outcome.faults == backup.faults)
    #expect(try back.examined().problems.map(\.condition) == [.missing, .altered])
  }
}
