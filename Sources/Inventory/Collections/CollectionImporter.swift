import Foundation

/// Reads Homebox's collection archive into an inventory: items, places and attached files, in one
/// transaction and one step of undo, or nothing.
///
/// The items are read by the rules of a CSV file: one whose reference is known gets the values of the
/// archive, and a file that an item has already is not attached again. So reading an archive twice changes
/// nothing.
public struct CollectionImporter {
  /// What reading an archive did, or would do.
  public struct Report: Sendable {
    /// What became of its items.
    public internal(set) var items: ImportReport
    /// How many files were attached.
    public internal(set) var files = 0
    /// How many files the archive lists and has not.
    public internal(set) var missing = 0
    /// What was passed over, since Keepsake has nothing like it: `2 templates`.
    public internal(set) var leftOut: [String]
  }

  private let store: InventoryStore
  private let options: CSVImporter.Options

  /// Makes an importer into a store.
  public init(store: InventoryStore, options: CSVImporter.Options = .init()) {
    self.store = store
    self.options = options
  }

  /// Whether a file begins as archives do.
  public static func seemsArchive(_ path: String) -> Bool {
    guard let file = try? FileBytes.open(path) else { return false }
    defer { close(file.descriptor) }
    var head = [UInt8](repeating: 0, count: 4)
    return pread(file.descriptor, &head, head.count, 0) == head.count
      && head == Array("PK\u{3}\u{4}".utf8)
  }

  /// Reads an archive.
  ///
  /// - Throws: `noInput`, `permission`, `badData` for an archive that is damaged or of another layout,
  ///   `io` on a full disk. What is wrong with single items is in the report.
  public func importFile(at path: String, session: String) throws(InventoryError) -> Report {
    let reader = try CollectionReader(path: path)
    defer { reader.end() }
    let tables = try reader.tables()
    let records = CollectionRecords(tables, in: store.currency)
    guard !options.isDryRun, !tables.attachments.isEmpty else {
      return try write(records, files: [:], of: tables, isRehearsal: options.isDryRun, session)
    }
    // Nothing is copied for items that cannot be stored.
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
      // What was copied belongs to nothing now.
      _ = try? AttachmentStore(store).sweep()
      throw error
    }
  }

  /// Stores the contents of attached files, which the rows refer to afterwards.
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
  /// What the file is called: its title, with an ending that its kind of content has.
  fileprivate var fileName: String {
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
  /// The attachments whose contents are stored, each with the item that it belongs to, an item's first one first.
  fileprivate func attachments(
    with files: [String: AttachmentContent], of records: CollectionRecords, in run: ImportRun
  ) throws -> [Attachment] {
    try (attachments.filter(\.isFirst) + attachments.filter { !$0.isFirst }).compactMap { one in
      guard let content = files[one.id], let reference = records.references[one.entity],
        let item = try run.known(reference)
      else { return nil }
      let title = one.title == content.fileName ? "" : one.title
      return Attachment(item: item.item.uuid, kind: one.kind, title: title, content: content)
    }
  }
}
