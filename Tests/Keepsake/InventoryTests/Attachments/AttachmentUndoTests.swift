import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct AttachmentUndoTests {
  let home: AttachmentHome
  let session = AttachmentHome.session

  init() throws { home = try AttachmentHome() }

  @Test func attachingIsOneUndoStep() throws {
    try home.attach("a.txt", "b.txt", kind: .photo)
    #expect(
      try home.inventory.changes.nextUndo(session: session)?.description
        == "attached “a.txt” and 1 more")
    #expect(try home.inventory.changes.undo(session: session)?.subject == .attachment)
    #expect(try home.lines == [])
    #expect(home.files.count == 2, "undo never deletes a file")
    #expect(try home.store.sweep().files == 0)
    _ = try home.inventory.changes.redo(session: session)
    #expect(try home.lines == ["a.txt photo *", "b.txt photo"])
  }

  @Test func removalKindAndOrderAreUndoneInTurn() throws {
    let all = try home.attach("a.txt", "b.txt", "c.txt", kind: .photo)
    let before = try home.lines
    try home.inventory.changes.perform(
      .orderAttachments([all[1].uuid], moved: all[1].uuid), session: session)
    #expect(try home.lines == ["b.txt photo *", "a.txt photo", "c.txt photo"])
    try home.inventory.changes.perform(
      .removeAttachments([all[1].uuid, all[2].uuid]), session: session)
    #expect(
      try home.inventory.changes.nextUndo(session: session)?.description
        == "removed “b.txt” and 1 more")
    var first = try home.store.fetchAll(of: home.item.uuid)[0]
    first.kind = .receipt
    try home.inventory.changes.perform(.updateAttachment(first), session: session)
    #expect(try home.lines == ["a.txt receipt"])
    for _ in 0..<3 { _ = try home.inventory.changes.undo(session: session) }
    #expect(try home.lines == before)
    for _ in 0..<3 { _ = try home.inventory.changes.redo(session: session) }
    #expect(try home.lines == ["a.txt receipt"])
  }

  @Test func undoDoesNotRevertAnotherSessionsChange() throws {
    let attachment = try home.attach("a.txt")[0]
    try home.inventory.changes.perform(.removeAttachments([attachment.uuid]), session: "other")
    #expect(throws: InventoryError.self) { try home.inventory.changes.undo(session: session) }
    #expect(try home.lines == [])
  }

  /// Undoing each step restores the state before it, and redoing it the state after it.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func randomEditsAreUndoneAndRedoneStepByStep(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var pictures = [try home.lines]
    for number in 0..<40 {
      guard try edit(number, &random) else { continue }
      pictures.append(try home.lines)
    }
    for picture in pictures.dropLast().reversed() {
      _ = try home.inventory.changes.undo(session: session)
      #expect(try home.lines == picture, "seed \(seed)")
    }
    for picture in pictures.dropFirst() {
      _ = try home.inventory.changes.redo(session: session)
      #expect(try home.lines == picture, "seed \(seed)")
    }
    #expect(try home.store.examined().problems.isEmpty)
  }

  private func edit(_ number: Int, _ random: inout SeededGenerator) throws -> Bool {
    let all = try home.store.fetchAll(of: home.item.uuid)
    let kind = AttachmentKind.allCases.randomElement(using: &random) ?? .other
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      try home.attach("f\(number).txt", "g\(number).txt", kind: kind)
      return true
    case 1:
      guard var one = all.randomElement(using: &random), one.kind != kind else { return false }
      one.kind = kind
      return try home.inventory.changes.perform(.updateAttachment(one), session: session).count > 0
    case 2:
      let uuids = all.map(\.uuid).shuffled(using: &random)
      guard let moved = uuids.first else { return false }
      return try home.inventory.changes.perform(
        .orderAttachments(uuids, moved: moved), session: session
      ).count > 0
    default:
      guard let one = all.randomElement(using: &random) else { return false }
      return try home.inventory.changes.perform(.removeAttachments([one.uuid]), session: session)
        .count > 0
    }
  }
}
