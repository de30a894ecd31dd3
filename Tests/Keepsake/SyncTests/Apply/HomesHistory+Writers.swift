import InventorySupport
import Foundation
import GRDB

@testable import Inventory
@testable import Sync

/// Edits of everything but items, each with a unique value.
extension HomesHistory {
  // MARK: - Settings and categories

  /// The settings that users write.
  var settings: [InventorySetting] { [.insurer, .contentsLimit] }

  /// The categories whose useful life users write.
  var categories: [String] { ["art", "tools"] }

  func writeSetting(_ home: HomeOnDisk) throws {
    count += 1
    var settings = try home.store.settings.fetch()
    if next(0...1) == 0 {
      settings.insurer = "insurer \(count)"
    } else {
      settings.contentsLimit = Int64(count)
    }
    try home.store.settings.change(settings, session: InventoryHome.session)
  }

  /// Writes a useful life, for which this version has no screen, but another one may.
  func writeCategory(_ home: HomeOnDisk) throws {
    count += 1
    let category = categories[next(0...(categories.count - 1))]
    try home.store.database.write(source: InventoryHome.session) { transaction in
      try transaction.db.execute(
        sql: "UPDATE category SET useful_life_months = ? WHERE name = ?",
        arguments: [1000 + count, category])
      transaction.isDirty = true
    }
  }

  // MARK: - Places

  func writePlace(_ home: HomeOnDisk) throws {
    count += 1
    let present = try places.compactMap { try home.store.places.fetch($0) }
    let isAnother = places.count < 3 && next(0...2) == 0
    guard !isAnother, let place = present.randomElement(using: &random) else {
      return try addPlace(home, beside: present)
    }
    try unlessRefused {
      if place.deletedAt != nil {
        try change(place, in: home) {
          $0.deletedAt = nil
          $0.name = "Name \(count)"
        }
        return
      }
      switch next(0...6) {
      case 0: try trash(place, in: home)
      case 1, 2:
        try home.store.changes.perform(
          .renamePlace(place.uuid, to: "Name \(count)"), session: InventoryHome.session)
      case 3: try change(place, in: home) { $0.notes = "notes \(count)" }
      case 4:
        let digest = ContentDigest.text(of: Array("photo \(count)".utf8))
        try change(place, in: home) { $0.photo = PlacePhoto(sha256: digest, bytes: 9) }
      default: try move(place, among: present, in: home)
      }
    }
  }

  private func addPlace(_ home: HomeOnDisk, beside present: [Place]) throws {
    let around = present.filter { $0.deletedAt == nil }.randomElement(using: &random)
    let place = Place(
      uuid: Identity.new(), parent: next(0...1) == 0 ? around?.uuid : nil, name: "Name \(count)")
    places.append(place.uuid)
    try home.store.changes.perform(.createPlace(place), session: InventoryHome.session)
  }

  /// Moves a place to a parent that it never had.
  private func move(_ place: Place, among present: [Place], in home: HomeOnDisk) throws {
    let cell = EditOracle.Cell(row: SyncedTable.place.row(place.uuid), column: "parent")
    let targets = present.filter {
      $0.deletedAt == nil && $0.uuid != place.uuid
        && !oracle.hasWritten(.text(SharedKey.text($0.uuid)), in: cell)
    }
    guard let target = targets.randomElement(using: &random) else { return }
    try change(place, in: home) { $0.parent = target.uuid }
  }

  /// Trashes a place unless others are in it, since these would return to a parent they had before.
  private func trash(_ place: Place, in home: HomeOnDisk) throws {
    guard try home.store.places.children(of: place.uuid).allSatisfy({ !places.contains($0.uuid) })
    else {
      return
    }
    let contents: Edit.Contents = next(0...1) == 0 ? .moveUp : .trash
    try home.store.changes.perform(
      .trashPlace(place.uuid, contents: contents), session: InventoryHome.session)
  }

  private func change(
    _ place: Place, in home: HomeOnDisk, _ body: (inout Place) -> Void
  ) throws {
    try home.store.database.write(source: InventoryHome.session) { transaction in
      let stored = try PlaceTree.existing(place.uuid, transaction.db)
      var wanted = stored.place
      body(&wanted)
      _ = try PlaceEdits.log(stored, wanted: wanted, .update, in: transaction)
    }
  }

  // MARK: - Files

  func writeFile(_ home: HomeOnDisk) throws {
    count += 1
    let present = try home.store.database.file.read { db in
      try files.compactMap { try StoredAttachment.fetch(db, uuid: $0)?.attachment }
    }
    let isAnother = files.count < 3 && next(0...2) == 0
    guard !isAnother, var file = present.randomElement(using: &random) else {
      return try attach(home)
    }
    guard file.deletedAt == nil else { return try restore(file, in: home) }
    let choice = next(0...5)
    if choice == 0 {
      return _ = try home.store.changes.perform(
        .removeAttachments([file.uuid]), session: InventoryHome.session)
    }
    if choice < 3, let kind = newKind(of: file.uuid) {
      file.kind = kind
    } else {
      file.title = "title \(count)"
    }
    try home.store.changes.perform(.updateAttachment(file), session: InventoryHome.session)
  }

  private func attach(_ home: HomeOnDisk) throws {
    let present = try items.compactMap { try home.store.items.fetch($0) }.filter {
      $0.deletedAt == nil
    }
    guard let item = present.randomElement(using: &random) else { return }
    let digits = String(count, radix: 16)
    let content = AttachmentContent(
      fileName: "file \(count).txt", mediaType: "text/plain", bytes: Int64(count),
      sha256: String(repeating: "0", count: 64 - digits.count) + digits)
    let file = Attachment(
      uuid: Identity.new(), item: item.uuid, kind: .other, title: "title \(count)",
      content: content)
    files.append(file.uuid)
    try home.store.changes.perform(.attach([file]), session: InventoryHome.session)
  }

  /// A kind that the file never had.
  private func newKind(of file: UUID) -> AttachmentKind? {
    let cell = EditOracle.Cell(row: SyncedTable.attachment.row(file), column: "kind")
    return AttachmentKind.allCases.filter {
      !oracle.hasWritten(.text($0.rawValue), in: cell)
    }.randomElement(using: &random)
  }

  /// Restores a file as undo does, and edits it.
  private func restore(_ file: Attachment, in home: HomeOnDisk) throws {
    try home.store.database.write(source: InventoryHome.session) { transaction in
      guard let stored = try StoredAttachment.fetch(transaction.db, uuid: file.uuid) else { return }
      var wanted = stored.attachment
      wanted.deletedAt = nil
      wanted.title = "title \(count)"
      _ = try AttachmentWriter.update(stored, to: wanted, in: transaction)
    }
  }
}
