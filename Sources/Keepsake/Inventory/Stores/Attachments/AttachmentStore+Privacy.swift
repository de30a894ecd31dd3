import Foundation
import Storage

/// Files of private items: sealed on disk, and opened only in memory.
extension AttachmentStore {
  /// The largest file of a private item, in bytes: it is sealed in one piece.
  static let privateLimit: Int64 = 64 << 20

  /// Makes an item with its files private, or open, in one step.
  ///
  /// The new files are there before the step and the old ones go after it, so a kill leaves the item as it was or as it is to be. Removed
  /// files that undo could bring back are gone for good.
  ///
  /// - Parameter item: The item in its new state: ``Item/isPrivate`` chooses the direction.
  /// - Throws: `refused` without keys; nothing has changed then.
  @discardableResult
  public func setPrivacy(
    of item: Item, session: String
  ) throws(InventoryError) -> ChangeSummary {
    let former = try fetchAll(of: item.uuid)
    let summary: ChangeSummary
    if former.isEmpty {
      summary = try changes.perform(.setPrivacy(item, files: []), session: session)
    } else {
      guard let directory = try AttachmentDirectory(in: database.directory, create: true) else {
        throw InventoryError(.cannotCreate, "cannot create \(path)")
      }
      summary = try directory.withLock(alone: false) { () throws(InventoryError) in
        var files: [Attachment] = []
        for attachment in former {
          files.append(try rewrite(attachment, isPrivate: item.isPrivate, in: directory))
        }
        return try changes.perform(.setPrivacy(item, files: files), session: session)
      }
    }
    // Removes unreferenced files. If another program is writing there, that program does it later.
    _ = try? sweep()
    return summary
  }

  /// Rewrites the content of an attachment, sealed or open.
  func rewrite(
    _ attachment: Attachment, isPrivate: Bool, in directory: AttachmentDirectory
  ) throws(InventoryError) -> Attachment {
    let plain = try contents(of: attachment)
    var file = attachment
    file.isPrivate = isPrivate
    let stored = try store(plain, as: file, in: directory)
    (file.sha256, file.bytes) = (stored.sha256, stored.bytes)
    return file
  }

  /// Stores bytes, sealed for an attachment that is private.
  private func store(
    _ plain: [UInt8], as file: Attachment, in directory: AttachmentDirectory
  ) throws(InventoryError) -> AttachmentContent {
    var bytes = plain
    if file.isPrivate { bytes = try sealed(plain, of: file.uuid) }
    let incoming = try IncomingContent(
      copying: MemorySource(fileName: file.fileName, bytes: bytes), into: directory)
    try incoming.keep()
    return incoming.content
  }

  /// Copies a file for a private item or place.
  ///
  /// - Parameter check: Refuses a content that can't be used, by throwing.
  func sealedCopy(
    of source: AttachmentSource, kind: AttachmentKind?, to item: UUID, as uuid: UUID,
    in directory: AttachmentDirectory,
    check: (AttachmentContent, _ path: String) throws(InventoryError) -> Void = {
      (_, _) throws(InventoryError) in
    }
  ) throws(InventoryError) -> Attachment {
    guard source.size <= Self.privateLimit else {
      throw InventoryError(
        .badData, "cannot attach \(source.path): files of private items can have at most 64 MiB")
    }
    var plain: [UInt8] = []
    try source.read { plain += $0 }
    let header = PictureHeader(Array(plain.prefix(PictureHeader.length)))
    let type = header.mediaType ?? PictureHeader.mediaType(ofName: source.fileName)
    let content = AttachmentContent(
      fileName: source.fileName, mediaType: type, bytes: 0, sha256: "", width: header.width,
      height: header.height)
    try check(content, source.path)
    var file = Attachment(
      uuid: uuid, item: item,
      kind: kind ?? AttachmentKind(guessing: source.fileName, mediaType: type),
      content: content)
    file.isPrivate = true
    let stored = try store(plain, as: file, in: directory)
    (file.sha256, file.bytes) = (stored.sha256, stored.bytes)
    return file
  }

  private func sealed(_ plain: [UInt8], of owner: UUID) throws(InventoryError) -> [UInt8] {
    guard let sealing = privacy.sealing else { throw .isPrivate }
    do {
      return try sealing.seal(plain, of: owner)
    } catch {
      throw InventoryError(.refused, "cannot encrypt a private file: \(error)")
    }
  }

  // MARK: - Reading

  /// The content of an attachment, in memory.
  private func contents(of attachment: Attachment) throws(InventoryError) -> [UInt8] {
    let file = try open(attachment)
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, Int64(status.st_size) <= Self.privateLimit else {
      throw InventoryError(
        .refused, "“\(attachment.name)” is too large to be private: 64 MiB at most")
    }
    var bytes: [UInt8] = []
    try FileBytes.forEachPiece(file, path: attachment.name) { bytes += $0 }
    return bytes
  }

  /// Opens a sealed file as a file in memory, which no disk contains.
  func openedInMemory(
    _ sealed: Int32, of attachment: Attachment
  ) throws(InventoryError) -> Int32 {
    defer { close(sealed) }
    guard let sealing = privacy.sealing else { throw .isPrivate }
    var bytes: [UInt8] = []
    try FileBytes.forEachPiece(sealed, path: attachment.name) { bytes += $0 }
    let plain: [UInt8]
    do {
      plain = try sealing.open(bytes, of: attachment.uuid)
    } catch {
      throw InventoryError(.badData, "the file of “\(attachment.name)” was altered: \(error)")
    }
    let file = memoryFile(named: "private")
    guard file >= 0 else { throw .system("create", "a file in memory", code: errno) }
    guard plain.withUnsafeBytes({ writeAll($0, toFile: file) }) else {
      let code = errno
      close(file)
      throw .system("write", "a file in memory", code: code)
    }
    lseek(file, 0, SEEK_SET)
    return file
  }
}
