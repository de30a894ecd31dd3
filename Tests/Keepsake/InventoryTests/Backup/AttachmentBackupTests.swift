import InventorySupport
import Foundation
import RepriseTesting
import Synchronization
import Testing
import TestSupport

@testable import Inventory

/// A backup stores attachments by digest and restores them unchanged.
@Suite(.leavesMainActorAlone) struct AttachmentBackupTests {
  let home: InventoryHome
  let store: InventoryStore
  private let item: Item

  init() throws {
    home = try InventoryHome()
    store = try home.store()
    item = try store.add("Camera")
    var random = SeededGenerator(seed: 3)
    for number in 0..<5 {
      let bytes = (0..<(number * 700_000)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let path = try home.file("photo \(number).jpg", bytes: [0xFF, 0xD8, 0xFF, 0xE0] + bytes)
      _ = try store.attachments.attach([path], to: item.uuid, session: "test")
    }
  }

  private func restored(_ backup: Backup) throws -> (Restore.Outcome, AttachmentStore) {
    let outcome = try Restore(file: backup.path).run(into: home.path + "/restored")
    return (outcome, try home.store("restored").attachments)
  }

  private func backUp() throws -> Backup {
    try Backup(of: home.path + "/data", into: home.path, program: "keepsake test")
  }

  @Test func restoredAttachmentsAreIntact() throws {
    let backup = try backUp()
    #expect(backup.attachments == 5 && backup.faults == [])
    let (outcome, attachments) = try restored(backup)
    #expect(outcome.attachments == 5)
    let all = try attachments.fetchAll(of: item.uuid)
    #expect(try all == store.attachments.fetchAll(of: item.uuid))
    // The quick check trusts the recorded times; the thorough one reads the files.
    #expect(all.allSatisfy { attachments.condition(of: $0, thoroughly: false) == .intact })
    #expect(all.allSatisfy { attachments.condition(of: $0, thoroughly: true) == .intact })
    #expect(try attachments.orphans() == [])
  }

  /// Alters a byte of an archive while it is written in a directory.
  ///
  /// Calls back with whether the archive was still growing.
  private static func spoil(in directory: String, _ isDone: @escaping @Sendable (Bool) -> Void) {
    let deadline = ContinuousClock.now + .seconds(Wait.timeout)
    let (early, late): (Int64, Int64) = (1_000_000, 5_000_000)
    while ContinuousClock.now < deadline {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      guard let name = names.first(where: { $0.hasPrefix(".keepsake-backup-") }) else { continue }
      let file = open("\(directory)/\(name)/backup.zip", O_RDWR)
      guard file >= 0 else { continue }
      defer { close(file) }
      var status = stat()
      while fstat(file, &status) == 0, status.st_nlink > 0, status.st_size < early {}
      // In the middle of a file that is stored uncompressed.
      var byte: UInt8 = 0
      guard pread(file, &byte, 1, off_t(early / 2)) == 1 else { return isDone(false) }
      byte ^= 1
      pwrite(file, &byte, 1, off_t(early / 2))
      return isDone(fstat(file, &status) == 0 && status.st_size < late)
    }
    isDone(false)
  }

  /// Simulates a disk that stores other bytes than were written.
  @Test func aBackupThatDoesNotReadBackFails() throws {
    let target = home.path + "/backups"
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    for _ in 0..<20 {
      let isSpoiled = Mutex<Bool?>(nil)
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        Self.spoil(in: target) { inTime in
          isSpoiled.withLock { $0 = inTime }
          isDone.signal()
        }
      }
      let data = home.path + "/data"
      let result = Result { try Backup(of: data, into: target, program: "keepsake test") }
      isDone.wait()
      // On a busy machine the byte came too late to be read back.
      guard isSpoiled.withLock({ $0 }) == true else { continue }
      #expect(throws: InventoryError.self) { try result.get() }
      return
    }
    Issue.record("no archive was altered while it grew")
  }

  @Test func missingOrAlteredFilesAreReportedAndTheRestIsSaved() throws {
    let attachments = store.attachments
    let all = try attachments.fetchAll(of: item.uuid)
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
