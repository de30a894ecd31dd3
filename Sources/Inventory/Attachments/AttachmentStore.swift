import Foundation
import GRDB

/// The files attached to items: their rows in the inventory and their contents beside it.
///
/// A content is stored first, and the row after it, so a row never points at nothing, whatever is
/// killed when. What no row points at is removed by ``sweep()`` alone.
package struct AttachmentStore: Sendable {
  package let inventory: InventoryStore

  /// The directory that the contents are below.
  let directory: String

  /// Makes a store.
  ///
  /// - Parameter directory: Where contents are read, for a copy of an inventory to try things on.
  package init(_ inventory: InventoryStore, contentsIn directory: String? = nil) {
    self.inventory = inventory
    self.directory = directory ?? inventory.directory
  }

  /// Where the contents lie.
  package var path: String { directory + "/" + AttachmentDirectory.name }

  /// Stores files and attaches them to an item: all of them or none, in one step of undo.
  ///
  /// - Parameters:
  ///   - paths: the files, in their order.
  ///   - kind: what they are; nil: what each seems to be.
  /// - Returns: what was done; a `count` below that of `paths`: the item had the others already.
  /// - Throws: one line that says which file cannot be attached and why; nothing is changed then.
  @discardableResult
  package func attach(
    _ paths: [String], kind: AttachmentKind? = nil, to item: UUID, session: String
  ) throws(InventoryError) -> ChangeSummary {
    guard let found = try inventory.item(item), found.deletedAt == nil else {
      throw InventoryError(.refused, "that item does not exist any more")
    }
    if let unwritable = inventory.unwritable { throw unwritable }
    // All are looked at before the first is copied.
    for path in paths { _ = try AttachmentSource(path: path) }
    guard let directory = try AttachmentDirectory(in: inventory.directory, create: true) else {
      throw InventoryError(.cannotCreate, "cannot create \(path)")
    }
    return try directory.withLock(alone: false) { () throws(InventoryError) in
      var incoming: [IncomingContent] = []
      for path in paths {
        incoming.append(
          try IncomingContent(copying: AttachmentSource(path: path), into: directory))
      }
      for content in incoming { try content.keep() }
      let attachments = incoming.map { one in
        let guess = AttachmentKind(
          guessing: one.content.fileName, mediaType: one.content.mediaType)
        return Attachment(item: item, kind: kind ?? guess, content: one.content)
      }
      return try inventory.perform(.attach(attachments), session: session)
    }
  }

  /// What is attached to an item, in its order.
  package func attachments(of item: UUID) throws(InventoryError) -> [Attachment] {
    try inventory.file.read { try StoredAttachment.all($0, of: item).map(\.attachment) }
  }

  /// The attachment with that identity; nil when there is none, or it was removed.
  package func attachment(_ uuid: UUID) throws(InventoryError) -> Attachment? {
    try inventory.file.read { db in
      guard try db.hasTable("attachment") else { return nil }
      let found = try StoredAttachment.fetch(db, uuid: uuid)?.attachment
      return found?.deletedAt == nil ? found : nil
    }
  }

  /// Hands over every attachment, one after the other, as a report or a backup reads them.
  package func forEach(
    _ body: (Attachment) throws -> Void
  ) throws(InventoryError) {
    try inventory.file.read { db in
      try StoredAttachment.forEach(db) { try body($0.attachment) }
    }
  }

  /// Where the content of an attachment lies, whether it is there or not.
  package func path(of attachment: Attachment) -> String {
    directory + "/" + AttachmentDirectory.relativePath(of: attachment.sha256)
  }

  /// Opens the content of an attachment for reading; the caller closes the descriptor.
  ///
  /// - Throws: `noInput` when it is missing, `badData` when its size is another one.
  package func open(_ attachment: Attachment) throws(InventoryError) -> Int32 {
    let contents = try AttachmentDirectory(in: directory, create: false)
    guard let file = try contents?.openContent(attachment.sha256) else {
      throw InventoryError(
        .noInput, "the file of “\(attachment.name)” is missing: \(path(of: attachment))")
    }
    var status = stat()
    guard fstat(file, &status) == 0, Int64(status.st_size) == attachment.bytes else {
      close(file)
      throw InventoryError(
        .badData, "the file of “\(attachment.name)” was altered: \(path(of: attachment))")
    }
    return file
  }

  /// What became of the content of an attachment.
  ///
  /// - Parameter thoroughly: whether all of it is read; a glance looks at size and time alone.
  package func condition(of attachment: Attachment, thoroughly: Bool) -> AttachmentCondition {
    guard let contents = try? AttachmentDirectory(in: directory, create: false) else {
      return .missing
    }
    return contents.condition(of: attachment, thoroughly: thoroughly)
  }
}
