import Foundation

/// Imports a collection archive of Homebox, items, places and attached files, in one transaction and
/// one step of undo, completely or not at all.
///
/// Items follow the rules of a CSV import: one with a known reference gets the values of the archive,
/// and a file that it already has is not attached again. So importing an archive twice changes nothing.
public struct CollectionImporter {
  /// The result of an import, or of a dry run.
  public struct Report: Sendable {
    /// The counts and messages about items, with a list of omissions.
    public internal(set) var items: ImportReport
    /// The number of files attached.
    public internal(set) var files = 0
    /// The number of places that got the photo of the archive.
    public internal(set) var photos = 0
    /// The number of attached addresses that are fields of their items now.
    public internal(set) var links = 0
    /// The number of files that the archive lists but does not contain.
    public internal(set) var missing = 0
    /// The identities of the files whose items are imported.
    fileprivate var wanted: Set<String> = []
    /// The photos that the archive has of the imported places.
    fileprivate var found: [CollectionPhoto] = []
    /// Whether a photo was copied that no place shows, as another one was set meanwhile.
    fileprivate var hasUnusedFiles = false

    /// The result of an import that has items and no files.
    public init(items: ImportReport) { self.items = items }
  }

  private let store: InventoryStore
  private let options: ImportOptions
  /// Called with the progress of the import, several times a second.
  public var onStep: (ImportStep) -> Void = { _ in }
  /// Asked several times a second whether to stop; then nothing is imported.
  public var isCanceled: () -> Bool = { false }

  /// Makes an importer into a store.
  public init(store: InventoryStore, options: ImportOptions = .init()) {
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
    let records = CollectionRecords(tables)
    var files = CollectionFiles()
    guard !tables.attachments.isEmpty || tables.places.contains(where: { $0.photo != nil }) else {
      return try write(records, files, of: tables, isRehearsal: options.isDryRun, session)
    }
    // Rehearse first, so that no files are copied for items that cannot be stored.
    var rehearsal = try write(records, files, of: tables, isRehearsal: true, session)
    guard rehearsal.items.isComplete else { return rehearsal }
    files.digests = try digests(of: rehearsal.found, in: reader)
    rehearsal.items.isCanceled = isCanceled()
    guard rehearsal.items.isWritten else {
      rehearsal.noteKeptPhotos(files)
      return rehearsal
    }
    if let unwritable = store.database.unwritable { throw unwritable }
    guard let directory = try AttachmentDirectory(in: store.database.directory, create: true) else {
      throw InventoryError(.cannotCreate, "cannot create \(store.attachments.path)")
    }
    var usesAllFiles = false
    defer {
      // Otherwise no row refers to copied files: remove them.
      if !usesAllFiles { _ = try? store.attachments.sweep() }
    }
    let report = try directory.withLock(alone: false) { () throws(InventoryError) in
      let wanted = tables.attachments.filter { rehearsal.wanted.contains($0.id) }
      try copy(wanted, rehearsal.found, of: reader, in: directory, to: &files)
      return try write(records, files, of: tables, isRehearsal: false, session)
    }
    usesAllFiles = report.items.isWritten && !report.hasUnusedFiles
    return report
  }

  /// Reads the photos of places that keep their own, to find out whether these are the same.
  ///
  /// - Returns: Their digests by the identities of the files.
  private func digests(
    of photos: [CollectionPhoto], in reader: CollectionReader
  ) throws(InventoryError) -> [String: String] {
    let compared = Set(photos.filter { $0.own != nil }.map(\.file))
    var digests: [String: String] = [:]
    guard !compared.isEmpty else { return digests }
    try reader.forEachFile(compared) { id, content throws(InventoryError) in
      guard !isCanceled() else { return }
      let digest = try content.digest()
      if content.count > 0 { digests[id] = digest }
    }
    return digests
  }

  /// Copies the files of items and the photos of places before the rows that refer to them.
  private func copy(
    _ attachments: [CollectionTables.Attached], _ photos: [CollectionPhoto],
    of reader: CollectionReader, in directory: AttachmentDirectory, to files: inout CollectionFiles
  ) throws(InventoryError) {
    let byID = Dictionary(attachments.map { ($0.id, $0) }) { first, _ in first }
    let photosByID = Dictionary(photos.filter { $0.own == nil }.map { ($0.file, $0) }) {
      first, _ in first
    }
    let all = Set(byID.keys).union(photosByID.keys)
    onStep(.copying(0, of: all.count))
    var copied = files
    try reader.forEachFile(all) { id, content throws(InventoryError) in
      guard !isCanceled() else { return }
      content.fileName = byID[id]?.fileName ?? AttachmentKind.photo.word
      let incoming = try IncomingContent(copying: content, into: directory)
      guard content.count > 0 else { return }
      guard byID[id] != nil || photosByID[id]?.accepts(incoming.content) == true else {
        copied.refused.insert(id)
        return
      }
      try incoming.keep()
      copied.stored[id] = incoming.content
      onStep(.copying(copied.stored.count, of: all.count))
    }
    files = copied
  }

  private func write(
    _ records: CollectionRecords, _ files: CollectionFiles, of tables: CollectionTables,
    isRehearsal: Bool, _ session: String
  ) throws(InventoryError) -> Report {
    let report = try store.database.writeInBulk(source: session) { transaction in
      var options = options
      options.zeroIsUnknown = options.zeroIsUnknown || !tables.isOwn
      let run = try ImportRun(
        transaction, options: options, currency: store.database.currency, onStep: onStep,
        isCanceled: isCanceled)
      var photos: [CollectionPhoto] = []
      var report = Report(
        items: try run.read(records, places: tables.places, photos: &photos))
      for remark in tables.remarks() { report.items.addWarning(remark) }
      var omissions = CollectionOmissions(tables)
      if report.items.isComplete {
        let wanted = try tables.attachments.compactMap { one in
          try run.imported(records.references[one.entity]).map { (file: one, item: $0) }
        }
        report.wanted = Set(wanted.map(\.file.id))
        let attachments = (wanted.filter(\.file.isFirst) + wanted.filter { !$0.file.isFirst })
          .compactMap { one in
            files.stored[one.file.id].map { one.file.attachment($0, to: one.item) }
          }
        report.files = try AttachmentEdits.create(attachments, in: transaction).count
        report.links = try tables.entities.reduce(0) { count, entity in
          let links = tables.isPlace(entity) ? 0 : tables.links(of: entity).count
          let isImported = try links > 0 && run.imported(records.references[entity.id]) != nil
          return isImported ? count + links : count
        }
        let missing = isRehearsal ? [] : wanted.map(\.file).filter { files.stored[$0.id] == nil }
        report.missing = missing.count
        omissions.add(
          missing.count, "file missing from the archive",
          "files missing from the archive", named: missing.map(\.title))
        report.found = photos
        if !isRehearsal { try report.setPhotos(from: files, by: run) }
      }
      report.items.leftOut = omissions.lines
      transaction.isRehearsal = isRehearsal || !report.items.isWritten
      if transaction.isDirty, !transaction.isRehearsal { try ChangeLog.forgetRedo(transaction) }
      return report
    }
    if !isRehearsal, report.items.isWritten { try store.database.checkpoint() }
    return report
  }
}

extension CollectionImporter.Report {
  /// Gives places the photos of the archive, and notes those that were left out.
  fileprivate mutating func setPhotos(from files: CollectionFiles, by run: ImportRun) throws {
    for photo in found {
      switch try run.set(photo, from: files) {
      case .set: photos += 1
      case .same: break
      case .missing(let reason):
        missing += 1
        items.addWarning(photo.place.note(reason))
      case .leftOut(let reason):
        hasUnusedFiles = hasUnusedFiles || files.stored[photo.file] != nil
        items.addWarning(photo.place.note(reason))
      }
    }
  }

  /// Notes the photos that are left out because the places have others.
  fileprivate mutating func noteKeptPhotos(_ files: CollectionFiles) {
    for photo in found {
      guard let own = photo.own, let digest = files.digests[photo.file], digest != own.sha256
      else { continue }
      items.addWarning(photo.place.note(CollectionPhoto.kept))
    }
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

  /// The attachment with its copied content.
  fileprivate func attachment(_ content: AttachmentContent, to item: UUID) -> Attachment {
    // A sealed file opens only under the identity that it was sealed for.
    let uuid = isMasked ? UUID(uuidString: id) : nil
    return Attachment(
      uuid: uuid ?? Identity.new(), item: item, kind: kind,
      title: title == content.fileName ? "" : title, content: content)
  }

  private static let endings = [
    "image/jpeg": ".jpg", "image/png": ".png", "application/pdf": ".pdf", "text/plain": ".txt",
  ]
}

/// Reads a collection.
extension ImportRun {
  /// Reads the items and places of an archive.
  ///
  /// - Parameters:
  ///   - known: All places, empty ones included, with their notes.
  ///   - photos: Gets the photos that the archive has of places.
  func read(
    _ records: CollectionRecords, places known: [ImportedPlace], photos: inout [CollectionPhoto]
  ) throws -> ImportReport {
    let values = HomeboxValueReader(
      currency: currency, zeroIsUnknown: options.zeroIsUnknown, isWrittenByMachine: true)
    for place in known { try places.note(place) }
    let count = records.references.count
    for record in records {
      guard countRow(Double(report.rows) / Double(max(1, count))) else { return report }
      let row = HomeboxRow(record.cells, record.header, values)
      try take(row, record.header, at: ImportOrigin(item: record.name))
    }
    guard report.isAcceptable, shouldContinue() else { return report }
    photos = try known.compactMap(take)
    guard report.isAcceptable else { return report }
    try finish()
    return report
  }

  /// Creates a place with its notes, or reports why that is impossible; returns its photo.
  private func take(_ place: ImportedPlace) throws -> CollectionPhoto? {
    guard
      let found = try attempt(
        place, lost: "the place was left out", { try places.find(path: place.path) })
    else { return nil }
    if !place.notes.isEmpty { try describe(found, as: place) }
    return try photo(of: place, found)
  }

  private func describe(_ found: ImportedPlaces.Found, as place: ImportedPlace) throws {
    let isDescribed = try attempt(place, lost: "they were left out") {
      try places.describe(found, place.notes)
    }
    if isDescribed == false {
      report.addWarning(
        place.note(
          "this place already exists and keeps its notes; the archive's notes are left out"))
    }
  }

  /// Runs a step for a place; what the inventory refuses is a problem of the place, or a warning if bad things are
  /// skipped.
  private func attempt<Result>(
    _ place: ImportedPlace, lost: String, _ step: () throws -> Result?
  ) throws -> Result? {
    do {
      return try step()
    } catch let error as InventoryError
      where [.badData, .refused, .permission].contains(error.kind)
    {
      if options.skipsBad {
        report.addWarning(place.note("\(error.message); \(lost)"))
      } else {
        report.addProblem(place.note(error.message))
      }
      return nil
    }
  }

  /// The identity of the item with a reference, if this import has stored it.
  func imported(_ reference: String?) throws -> UUID? {
    guard let reference, let stored = try known(reference), rows[stored.id] != nil else {
      return nil
    }
    return stored.item.uuid
  }
}
