import Foundation
import GRDB

/// The attachments of items: rows in the inventory, and files next to it.
///
/// The file is stored before its row, so a row never points at a missing file, whenever the program is
/// killed. Only ``sweep()`` removes files without a row.
public struct AttachmentStore: Sendable {
  let database: InventoryDatabase
  let privacy: PrivacyStore
  let changes: ChangeStore
  private let items: ItemStore

  /// The directory that contains the directory of attached files.
  let directory: String

  init(
    _ database: InventoryDatabase, _ privacy: PrivacyStore, _ items: ItemStore,
    _ changes: ChangeStore, contentsIn directory: String
  ) {
    (self.database, self.privacy, self.items) = (database, privacy, items)
    (self.changes, self.directory) = (changes, directory)
  }

  /// The same attachments, with their files in another directory, as for a scratch copy of the inventory.
  ///
  /// - Parameter directory: `nil` for that of the inventory.
  public func withContents(in directory: String?) -> AttachmentStore {
    AttachmentStore(
      database, privacy, items, changes, contentsIn: directory ?? database.directory)
  }

  /// The path of the attached files.
  public var path: String { directory + "/" + AttachmentDirectory.name }

  /// Stores files and attaches them to an item, all or none, as one step of undo.
  ///
  /// - Parameters:
  ///   - paths: The files in order.
  ///   - kind: Their kind; `nil` guesses one for each.
  /// - Returns: The change; its `count` is less than that of `paths` if the item already had some
  ///   files.
  /// - Throws: If a file cannot be attached; nothing has changed then.
  @discardableResult
  public func attach(
    _ paths: [String], kind: AttachmentKind? = nil, to item: UUID, session: String
  ) throws(InventoryError) -> ChangeSummary {
    guard let found = try items.fetch(item), found.deletedAt == nil else {
      throw InventoryError(.refused, "this item no longer exists")
    }
    if let unwritable = database.unwritable { throw unwritable }
    // Check all files before copying the first.
    for path in paths { _ = try AttachmentSource(path: path) }
    guard let directory = try AttachmentDirectory(in: database.directory, create: true) else {
      throw InventoryError(.cannotCreate, "cannot create \(path)")
    }
    let identities = paths.map { _ in Identity.new() }
    return try directory.withLock(alone: false) { () throws(InventoryError) in
      let names = found.isKeptPrivate ? [] : paths.map { AttachmentSource.fileName(of: $0) }
      let note = try AttachmentNote(
        .init(names: names, count: paths.count, attachments: identities), in: directory)
      defer { note.remove(from: directory) }
      if found.isKeptPrivate {
        var files: [Attachment] = []
        for (path, uuid) in zip(paths, identities) {
          files.append(
            try sealedCopy(
              of: AttachmentSource(path: path), kind: kind, to: item, as: uuid, in: directory))
        }
        return try changes.perform(.attach(files), session: session)
      }
      var incoming: [IncomingContent] = []
      for path in paths {
        incoming.append(
          try IncomingContent(copying: AttachmentSource(path: path), into: directory))
      }
      for content in incoming { try content.keep() }
      let attachments = zip(incoming, identities).map { one, uuid in
        let guess = AttachmentKind(
          guessing: one.content.fileName, mediaType: one.content.mediaType)
        return Attachment(uuid: uuid, item: item, kind: kind ?? guess, content: one.content)
      }
      return try changes.perform(.attach(attachments), session: session)
    }
  }

  /// Why a file cannot be attached, in a few words that follow its name; `nil` if it can.
  ///
  /// Opens the file and looks at its kind and size, and reads nothing.
  public static func refusal(of path: String) -> String? {
    do throws(InventoryError) {
      _ = try AttachmentSource(path: path)
      return nil
    } catch {
      return String(error.message.trimmingPrefix("cannot attach \(path): "))
    }
  }

  /// The attachments of an item in order.
  public func fetchAll(of item: UUID) throws(InventoryError) -> [Attachment] {
    try database.read { try StoredAttachment.all($0, of: item).map(\.attachment) }
      .map { privacy.opened($0) }
  }

  /// An attachment by its identity; `nil` if it does not exist or was removed.
  public func fetch(_ uuid: UUID) throws(InventoryError) -> Attachment? {
    let found: Attachment? = try database.read { db in
      guard try db.hasTable("attachment") else { return nil }
      return try StoredAttachment.fetch(db, uuid: uuid)?.attachment
    }
    return found?.deletedAt == nil ? found.map { privacy.opened($0) } : nil
  }

  /// Passes all attachments to a closure, for reports and backups.
  public func forEach(
    _ body: (Attachment) throws -> Void
  ) throws(InventoryError) {
    try database.read { db in
      try StoredAttachment.forEach(db) { try body($0.attachment) }
    }
  }

  /// The path of an attachment's file, which may be missing.
  public func path(of attachment: Attachment) -> String {
    directory + "/" + AttachmentDirectory.relativePath(of: attachment.sha256)
  }

  /// Opens the file of an attachment for reading; the caller closes the descriptor.
  ///
  /// - Throws: `noInput` if it is missing, `badData` if its size is wrong.
  public func open(_ attachment: Attachment) throws(InventoryError) -> Int32 {
    let file = try openStored(attachment)
    if attachment.isPrivate { return try openedInMemory(file, of: attachment) }
    guard !attachment.isMasked else {
      close(file)
      throw .isPrivate
    }
    return file
  }

  /// Opens the file of an attachment as stored, sealed if its item is private; the caller closes
  /// the descriptor.
  ///
  /// - Throws: `noInput` if it is missing, `badData` if its size is wrong.
  func openStored(_ attachment: Attachment) throws(InventoryError) -> Int32 {
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

  /// The condition of an attachment's file.
  ///
  /// - Parameter thoroughly: Whether to read the file; otherwise size and modification time decide.
  public func condition(of attachment: Attachment, thoroughly: Bool) -> AttachmentCondition {
    guard let contents = try? AttachmentDirectory(in: directory, create: false) else {
      return .missing
    }
    return contents.condition(of: attachment, thoroughly: thoroughly)
  }
}
