import Foundation
import GRDB

extension AttachmentStore {
  /// An attachment whose file is missing or altered.
  public struct Problem: Hashable, Sendable {
    /// The attachment.
    public var attachment: Attachment
    /// The problem with its file.
    public var condition: AttachmentCondition
  }

  /// Reads the files of all items and places, and compares their digests.
  ///
  /// - Returns: The number of files, and those with a problem.
  public func examined() throws(InventoryError) -> (count: Int, problems: [Problem]) {
    var all: [Attachment] = []
    try forEach { all.append($0) }
    try database.read { db in
      try PlacePhotos.forEach(db) { all.append($0.storedFile(of: $1)) }
    }
    var conditions: [String: AttachmentCondition] = [:]
    var problems: [Problem] = []
    for attachment in all {
      let condition =
        conditions[attachment.sha256] ?? condition(of: attachment, thoroughly: true)
      conditions[attachment.sha256] = condition
      if condition != .intact {
        problems.append(Problem(attachment: attachment, condition: condition))
      }
    }
    return (all.count, problems)
  }

  /// Whether anything is attached to any item.
  public var isEmpty: Bool {
    get throws(InventoryError) {
      try database.read { db in
        guard try db.hasTable("attachment") else { return true }
        let find = try db.cachedStatement(
          sql: "SELECT NOT EXISTS (SELECT 1 FROM attachment WHERE deleted_at IS NULL)")
        return try Bool.fetchOne(find) ?? true
      }
    }
  }

  /// The items with a file that is missing or has another size.
  ///
  /// Looks at sizes only, for lists; ``examined()`` reads the files. Meant for a background thread: it
  /// reads through a connection of its own.
  public func incompleteItems() throws(InventoryError) -> Set<UUID> {
    let reader = try? database.openReader()
    defer { database.giveBack(reader) }
    let all = try InterruptibleReading().read(reader, or: database.file) { db in
      var all: [Attachment] = []
      try StoredAttachment.forEach(db) { all.append($0.attachment) }
      return all
    }
    var incomplete: Set<UUID> = []
    for attachment in all ?? [] where !incomplete.contains(attachment.item) {
      if isIncomplete(attachment) { incomplete.insert(attachment.item) }
    }
    return incomplete
  }

  /// Whether the file of an attachment is missing or has another size.
  public func isIncomplete(_ attachment: Attachment) -> Bool {
    condition(of: attachment, thoroughly: false).isIncomplete
  }

  /// Removes files without a row, and what killed programs left behind.
  ///
  /// No other program can attach files meanwhile. Undo does not need the removed files: the row of
  /// a removed attachment stays, and so does its file.
  ///
  /// - Returns: The number of files removed, and the bytes freed.
  @discardableResult
  public func sweep() throws(InventoryError) -> (files: Int, bytes: Int64) {
    guard let directory = try AttachmentDirectory(in: database.directory, create: false) else {
      return (0, 0)
    }
    return try directory.withLock(alone: true) { () throws(InventoryError) in
      var files = 0
      var bytes: Int64 = 0
      for orphan in try orphans(in: directory) {
        var status = stat()
        guard fstatat(directory.descriptor, orphan, &status, AT_SYMLINK_NOFOLLOW) == 0,
          unlinkat(directory.descriptor, orphan, 0) == 0
        else { continue }
        files += 1
        bytes += Int64(status.st_size)
      }
      return (files, bytes)
    }
  }

  /// The files without a row, relative to the directory of attached files.
  public func orphans() throws(InventoryError) -> [String] {
    guard let directory = try AttachmentDirectory(in: database.directory, create: false) else {
      return []
    }
    return try orphans(in: directory)
  }

  /// Looks only at names of this program's form, and leaves other files alone.
  private func orphans(in directory: AttachmentDirectory) throws(InventoryError) -> [String] {
    let known = try database.read { db in
      guard let attached = try AttachedContent.selection(db) else { return Set<String>() }
      var parts = [attached]
      let hidden = SyncSchema.hiddenContents
      if try db.hasTable(hidden) { parts.append("SELECT digest FROM \(hidden)") }
      // In one statement: a row may go from one table to the other at any time.
      return try String.fetchSet(db, sql: parts.joined(separator: " UNION "))
    }
    var orphans: [String] = []
    for name in Self.names(in: directory.path) {
      if name.hasPrefix(AttachmentDirectory.temporaryPrefix) {
        orphans.append(name)
        continue
      }
      if name.hasPrefix(PartialContent.prefix),
        !known.contains(String(name.dropFirst(PartialContent.prefix.count)))
      {
        orphans.append(name)
        continue
      }
      guard name.utf8.count == 2, let below = try? directory.openBelow(name, create: false) else {
        continue
      }
      close(below)
      for rest in Self.names(in: directory.path + "/" + name)
      where SHA256Text.isOne(name + rest) && !known.contains(name + rest) {
        orphans.append(name + "/" + rest)
      }
    }
    return orphans
  }

  private static func names(in path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
