import Foundation
import GRDB

/// One import inside a transaction.
///
/// A table and a collection are read by different code, into rows that are checked and stored by the same.
final class ImportRun {
  let transaction: WriteTransaction
  let options: ImportOptions
  let currency: Currency
  let onStep: (ImportStep) -> Void
  private let isCanceled: () -> Bool
  var report = ImportReport()
  let places: ImportedPlaces
  let items: ItemWriter
  var identities: ImportedIdentities
  var categories: [String: UUID] = [:]
  /// The rows of new items without an asset number.
  var unnumbered: [Int64] = []
  /// The items whose parent has not been read yet.
  var orphans: [(child: UUID, parent: String, origin: ImportOrigin)] = []
  /// The row of the file for each item.
  var rows: [Int64: Int32] = [:]
  /// The number of values in each unknown column.
  var unknown: [String: Int] = [:]
  /// The columns for which the reading of dates has been reported.
  private var explained: Set<String> = []
  var firstCreated: Int64?
  var lastCreated: Int64 = 0

  /// - Parameters:
  ///   - onStep: Called with the progress.
  ///   - isCanceled: Asked now and then whether to stop.
  init(
    _ transaction: WriteTransaction, options: ImportOptions, currency: Currency,
    onStep: @escaping (ImportStep) -> Void, isCanceled: @escaping () -> Bool
  ) throws {
    self.transaction = transaction
    self.options = options
    self.currency = currency
    self.onStep = onStep
    self.isCanceled = isCanceled
    identities = ImportedIdentities(at: transaction.at)
    places = try ImportedPlaces(transaction)
    items = ItemWriter(transaction)
    report.isDryRun = options.isDryRun
  }

  /// Counts a row before it is read, and reports progress now and then.
  ///
  /// - Parameter share: The share of the file that has been read, if its size is known.
  /// - Returns: `false` if the import was canceled, so that no row should follow.
  func countRow(_ share: @autoclosure () -> Double?) -> Bool {
    report.rows += 1
    if report.rows % ImportStep.interval == 0 { onStep(.reading(report.rows, share: share())) }
    // Asked at the first row, too, since something long may have come before.
    return report.rows % ImportStep.interval == 1 ? shouldContinue() : !report.isCanceled
  }

  /// Asks whether the import was canceled.
  func shouldContinue() -> Bool {
    report.isCanceled = isCanceled()
    return !report.isCanceled
  }

  /// Checks and stores a row.
  func take(_ row: HomeboxRow, _ header: HomeboxHeader, at origin: ImportOrigin) throws {
    var problems = row.flaws.map { origin.note($0.column, $0.reason) }
    // After the first problem nothing will be written: only look for more problems.
    if problems.isEmpty, report.isAcceptable {
      do {
        try store(row, origin)
        remark(on: row, header, at: origin)
      } catch let error as InventoryError
        where [.badData, .refused, .permission].contains(error.kind)
      {
        problems.append(origin.note(nil, error.message))
      }
    }
    if !problems.isEmpty { refuse(row, problems) }
  }

  /// Skips an item that cannot be imported, or stops the import.
  func refuse(_ row: HomeboxRow, _ problems: [ImportReport.Note]) {
    guard options.skipsBad else { return problems.forEach { report.addProblem($0) } }
    let name = row.name.isEmpty ? nil : row.name
    report.addSkipped(
      problems.map { note in
        var note = note
        note.item = name
        return note
      })
  }

  private func remark(on row: HomeboxRow, _ header: HomeboxHeader, at origin: ImportOrigin) {
    if row.costsNothing, !options.zeroIsUnknown { report.zeroPrices += 1 }
    for remark in row.ambiguities where explained.insert(remark.column).inserted {
      report.addWarning(origin.note(remark.column, remark.reason))
    }
    for remark in row.keptBeside { report.addWarning(origin.note(remark.column, remark.reason)) }
    for remark in row.rounded { report.addRounded(origin.note(remark.column, remark.reason)) }
    for column in row.unknown { unknown[header.names[column], default: 0] += 1 }
  }
}

extension ImportRun {
  /// Stores a row as a new item, or in the item it refers to.
  ///
  /// Two rows for one item are an error, because either could be right.
  func store(_ row: HomeboxRow, _ origin: ImportOrigin) throws {
    guard let reference = row.importReference else { return try create(row, origin) }
    if let stored = try known(reference) {
      if let other = rows[stored.id] {
        let owner = origin.row == 0 ? "“\(stored.item.name)”" : "row \(other)"
        throw InventoryError(
          .badData, "the import reference “\(reference)” also belongs to \(owner)")
      }
      try update(stored, row, origin)
      rows[stored.id] = Int32(clamping: origin.row)
    } else {
      try create(row, origin)
      rows[lastCreated] = Int32(clamping: origin.row)
    }
  }

  private func create(_ row: HomeboxRow, _ origin: ImportOrigin) throws {
    let identity = row.importReference.flatMap(UUID.init(uuidString:)) ?? identities.next()
    var item = Item(uuid: identity, name: row.name)
    item.importReference = row.importReference
    item.assetNumber = row.assetNumber
    let place = try apply(row, to: &item)
    if let number = row.assetNumber, try items.isTaken(number) {
      warnTaken(number, origin)
      item.assetNumber = nil
    }
    let id = try items.insertInBulk(item, place: place).id
    if item.assetNumber == nil { unnumbered.append(id) }
    if let reference = row.parentReference { orphans.append((item.uuid, reference, origin)) }
    report.created += 1
    firstCreated = firstCreated ?? id
    lastCreated = id
  }

  private func update(_ stored: StoredItem, _ row: HomeboxRow, _ origin: ImportOrigin) throws {
    var item = stored.item
    item.name = row.name
    item.deletedAt = nil
    let blanked = options.keepsBlanks ? 0 : try clear(row, in: &item)
    _ = try apply(row, to: &item)
    if let number = row.assetNumber, number != stored.item.assetNumber {
      if try items.isTaken(number) { warnTaken(number, origin) } else { item.assetNumber = number }
    }
    if let reference = row.parentReference {
      item.parent = try parent(reference, of: item)
      if item.parent == nil {
        orphans.append((item.uuid, reference, origin))
        item.parent = stored.item.parent
      }
    }
    if stored.item.deletedAt != nil {
      item.place = try StoredPlace.nearestOutsideTrash(item.place, transaction.db)
    }
    if try ItemEdits.log(stored, wanted: item, .update, in: transaction) {
      report.changed += 1
    } else {
      report.unchanged += 1
    }
    report.blankedCount += blanked
  }

  /// Copies the values of a row into an item; returns the row number of its place.
  private func apply(_ row: HomeboxRow, to item: inout Item) throws -> Int64? {
    for (field, value) in row.values { field.put(value, in: &item, at: transaction.at) }
    if let tags = row.tags { item.tags = tags }
    if let name = row.category { item.category = try category(name) }
    if !row.fields.isEmpty {
      let keys = Set(row.fields.map { Item.asciiLowercased($0.name) })
      item.fields.removeAll { keys.contains(Item.asciiLowercased($0.name)) }
      item.fields += row.fields
    }
    guard let path = row.location else { return nil }
    let place = try places.find(path: path)
    item.place = place?.uuid
    return place?.id
  }

  /// Removes the values of the columns that are blank; returns how many there were.
  private func clear(_ row: HomeboxRow, in item: inout Item) throws -> Int {
    var count = 0
    for field in row.blanks {
      // The name and identifying values stay.
      if [.name, .importReference, .assetNumber].contains(field.field) { continue }
      if field.field == .parent, try isInTrash(item.parent) { continue }
      let before = field.value(of: item)
      field.put(field.kind.blank, in: &item, at: transaction.at)
      if field.value(of: item) != before { count += 1 }
    }
    for name in row.blankFields {
      let key = Item.asciiLowercased(name)
      let former = item.fields.count
      item.fields.removeAll { Item.asciiLowercased($0.name) == key }
      count += former - item.fields.count
    }
    return count
  }

  /// The item with an import reference, or with the identity that an export writes in its place.
  func known(_ reference: String) throws -> StoredItem? {
    if let id = try items.row(withReference: reference) {
      return try StoredItem.fetch(transaction.db, id: id)
    }
    guard let uuid = UUID(uuidString: reference) else { return nil }
    return try StoredItem.fetch(transaction.db, uuid: uuid)
  }

  /// Whether a parent is in the trash, which an export leaves out: a blank column must not remove it.
  private func isInTrash(_ parent: UUID?) throws -> Bool {
    guard let parent else { return false }
    return try StoredItem.fetch(transaction.db, uuid: parent)?.item.deletedAt != nil
  }

  func parent(_ reference: String, of item: Item) throws -> UUID? {
    guard let parent = try known(reference), parent.item.uuid != item.uuid
    else { return nil }
    return parent.item.uuid
  }

  private func warnTaken(_ number: Int64, _ origin: ImportOrigin) {
    report.addWarning(
      origin.note(
        FieldCatalogue[.assetNumber].headers.first,
        "the asset number \(AssetNumber.text(number)) is taken; the item got another one"))
  }

  private func category(_ name: String) throws -> UUID? {
    if name.isEmpty { return nil }
    let key = Item.asciiLowercased(name)
    if let known = categories[key] { return known }
    let uuid = try CategoryWriter.findOrInsert(name, transaction.db).uuid
    categories[key] = uuid
    return uuid
  }
}

extension ImportRun {
  /// Assigns missing numbers, resolves parents, and writes the log.
  func finish() throws {
    try items.number(unnumbered) { index in
      if index % ImportStep.interval == 0 { onStep(.numbering(index, of: unnumbered.count)) }
    }
    try placeOrphans()
    onStep(.saving)
    report.createdPlaces = places.created
    if let first = places.firstID {
      try logRange(.location, first, places.lastID)
    }
    if let first = firstCreated {
      // With the highest row number taken, SQLite assigns random ones; undo works on consecutive rows only.
      guard lastCreated - first + 1 == Int64(report.created) else {
        throw InventoryError(
          .badData,
          "the inventory has no row numbers left; export it, and import it into a new inventory")
      }
      try logRange(.item, first, lastCreated)
    }
  }

  /// Resolves the parents that came after their children in the file.
  private func placeOrphans() throws {
    let db = transaction.db
    for orphan in orphans {
      guard let child = try StoredItem.fetch(db, uuid: orphan.child) else { continue }
      var wanted = child.item
      wanted.parent = try parent(orphan.parent, of: wanted)
      guard wanted.parent != nil else {
        let isItself = try known(orphan.parent)?.id == child.id
        warn(
          orphan.origin, child.item,
          isItself
            ? "an item can't be its own parent"
            : "no item has the reference “\(orphan.parent)”")
        continue
      }
      do {
        if let first = firstCreated, child.id >= first {
          _ = try items.update(child, to: wanted)
        } else {
          _ = try ItemEdits.log(child, wanted: wanted, .update, in: transaction)
        }
      } catch let error as InventoryError where error.kind == .refused {
        warn(orphan.origin, child.item, error.message)
      }
    }
  }

  private func warn(_ origin: ImportOrigin, _ child: Item, _ reason: String) {
    let result = child.parent == nil ? "the item has no parent" : "the item keeps its parent"
    report.addWarning(
      origin.note(FieldCatalogue[.parent].headers.first, "\(reason); \(result)"))
  }

  private func logRange(_ table: ChangeEntry.Table, _ first: Int64, _ last: Int64) throws {
    try ChangeLog.append(
      .createRange, table, row: nil,
      after: [
        "first": .integer(first), "last": .integer(last), "count": .integer(last - first + 1),
      ], revBefore: 0, in: transaction)
  }
}

/// Makes identities for the rows of an import: UUIDs of version 7 with one time and a random number
/// that counts up.
///
/// `UUID()` asks the kernel each time; these ask once. Being in order, they also keep the index of
/// identities compact.
struct ImportedIdentities {
  private let prefix: UInt64
  private var counter: UInt64

  init(at time: Timestamp) {
    let (high, low) = withUnsafeBytes(of: Identity.new().uuid) { bytes in
      (
        bytes.loadUnaligned(as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      )
    }
    prefix = UInt64(truncatingIfNeeded: time) << 16 | 0x7000 | UInt64(bigEndian: high) & 0xFFF
    // The top bits are the variant; the bit below is clear, to leave room for counting.
    counter = 0x8000_0000_0000_0000 | UInt64(bigEndian: low) & (1 << 61 - 1)
  }

  mutating func next() -> UUID {
    counter += 1
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { buffer in
      buffer.storeBytes(of: prefix.bigEndian, as: UInt64.self)
      buffer.storeBytes(of: counter.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    return UUID(uuid: bytes)
  }
}
