import Foundation

/// Imports a collection archive of Homebox, items, places and attached files, in one transaction and
/// one step of undo, completely or not at all.
///
/// Items follow the rules of a CSV import: one with a known reference gets the values of the archive,
/// and a file that it already has is not attached again. So importing an archive twice changes nothing.
public struct CollectionImporter {
  /// The result of an import, or of a dry run.
  public struct Report: Sendable {
    /// What happened to the items.
    public internal(set) var items: ImportReport
    /// The number of files attached.
    public internal(set) var files = 0
    /// The number of files that the archive lists but does not contain.
    public internal(set) var missing = 0
    /// What was left out because Keepsake has no equivalent: `2 templates`.
    public internal(set) var leftOut: [String]
  }

  private let store: InventoryStore
  private let options: CSVImporter.Options

  /// Makes an importer into a store.
  public init(store: InventoryStore, options: CSVImporter.Options = .init()) {
    self.store = store
    self.options = options
  }

  /// Whether a file, or the file that a link leads to, starts like a ZIP archive.
  public static func seemsArchive(_ path: String) -> Bool {
    guard let file = try? FileBytes.open(path, followsLinks: true) else { return false }
    defer { close(file.descriptor) }
    var head = [UInt8](repeating: 0, count: 4)
    return pread(file.descriptor, &head, head.count, 0) == head.count
      && head == Array("PK\u{3}\u{4}".utf8)
  }

  /// Imports an archive.
  ///
  /// - Throws: `noInput`, `permission`, `badData` for a damaged archive or one of another layout,
  ///   `io` for a full disk. Problems with single items are in the report.
  public func importFile(at path: String, session: String) throws(InventoryError) -> Report {
    let reader = try CollectionReader(path: path)
    defer { reader.end() }
    let tables = try reader.tables()
    let records = CollectionRecords(tables, in: store.currency)
    guard !options.isDryRun, !tables.attachments.isEmpty else {
      return try write(records, files: [:], of: tables, isRehearsal: options.isDryRun, session)
    }
    // Rehearse first, so that no files are copied for items that cannot be stored.
    let rehearsal = try write(records, files: [:], of: tables, isRehearsal: true, session)
    guard rehearsal.items.isAcceptable else { return rehearsal }
    if let unwritable = store.unwritable { throw unwritable }
    guard let directory = try AttachmentDirectory(in: store.directory, create: true) else {
      throw InventoryError(.cannotCreate, "cannot create \(AttachmentStore(store).path)")
    }
    do {
      return try directory.withLock(alone: false) { () throws(InventoryError) in
        let files = try keep(tables.attachments, of: reader, in: directory)
        return try write(records, files: files, of: tables, isRehearsal: false, session)
      }
    } catch {
      // No row refers to the copied files now: remove them.
      _ = try? AttachmentStore(store).sweep()
      throw error
    }
  }

  /// Copies the attached files before the rows that refer to them.
  private func keep(
    _ attachments: [CollectionTables.Attached], of reader: CollectionReader,
    in directory: AttachmentDirectory
  ) throws(InventoryError) -> [String: AttachmentContent] {
    let byID = Dictionary(attachments.map { ($0.id, $0) }) { first, _ in first }
    var kept: [String: AttachmentContent] = [:]
    try reader.forEachFile(Set(byID.keys)) { id, content throws(InventoryError) in
      guard let attachment = byID[id] else { return }
      content.fileName = attachment.fileName
      let incoming = try IncomingContent(copying: content, into: directory)
      guard content.count > 0 else { return }
      try incoming.keep()
      kept[id] = incoming.content
    }
    return kept
  }

  private func write(
    _ records: CollectionRecords, files: [String: AttachmentContent], of tables: CollectionTables,
    isRehearsal: Bool, _ session: String
  ) throws(InventoryError) -> Report {
    let report = try store.write(source: session, patience: 10_000) { transaction in
      var options = options
      options.zeroIsUnknown = options.zeroIsUnknown || tables.zeroIsUnknown
      let run = try ImportRun(transaction, options: options, currency: store.currency)
      var report = Report(
        items: try run.read(records.names, records, places: tables.places()),
        leftOut: tables.leftOut)
      if report.items.isAcceptable {
        let attachments = try tables.attachments(with: files, of: records, in: run)
        report.files = try AttachmentEdits.create(attachments, in: transaction).count
        report.missing = isRehearsal ? 0 : tables.attachments.count - files.count
      }
      transaction.isRehearsal = isRehearsal || !report.items.isAcceptable
      if transaction.isDirty, !transaction.isRehearsal { try ChangeLog.forgetRedo(transaction) }
      return report
    }
    if !isRehearsal, report.items.isAcceptable { try store.checkpoint() }
    return report
  }
}

extension CollectionTables.Attached {
  /// Whether it is a file of a private item, which came sealed.
  fileprivate var isMasked: Bool { title.hasPrefix(Attachment.sealedPrefix) }

  /// The name of the file: its title, with an extension that fits its type.
  fileprivate var fileName: String {
    if isMasked { return "private" }
    let name = title.split(separator: "/").last.map(String.init)?.trimmedOfBlanks ?? ""
    let plain = name.isEmpty ? kind.word : name
    guard !plain.contains("."), let ending = Self.endings[mediaType] else { return plain }
    return plain + ending
  }

  private static let endings = [
    "image/jpeg": ".jpg", "image/png": ".png", "application/pdf": ".pdf", "text/plain": ".txt",
  ]
}

extension CollectionTables {
  /// The attachments whose files were copied, grouped by item, primary photos first.
  fileprivate func attachments(
    with files: [String: AttachmentContent], of records: CollectionRecords, in run: ImportRun
  ) throws -> [Attachment] {
    try (attachments.filter(\.isFirst) + attachments.filter { !$0.isFirst }).compactMap { one in
      guard let content = files[one.id], let reference = records.references[one.entity],
        let item = try run.known(reference)
      else { return nil }
      let title = one.title == content.fileName ? "" : one.title
      // What is sealed opens under the identity that it was sealed for, and under no other.
      let uuid = one.isMasked ? UUID(uuidString: one.id) : nil
      return Attachment(
        uuid: uuid ?? Identity.new(), item: item.item.uuid, kind: one.kind, title: title,
        content: content)
    }
  }
}
