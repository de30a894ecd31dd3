import Foundation
import GRDB

/// One import inside a transaction.
final class ImportRun {
  let transaction: WriteTransaction
  private let options: CSVImporter.Options
  private let currency: Currency
  var report = ImportReport()
  let places: ImportedPlaces
  let items: ImportedItems
  var identities: ImportedIdentities
  var categories: [String: UUID] = [:]
  /// The rows of new items without an asset number.
  var unnumbered: [Int64] = []
  /// The items whose parent has not been read yet.
  var orphans: [(child: UUID, parent: String, row: Int, line: Int)] = []
  /// The row of the file for each item.
  var rows: [Int64: Int32] = [:]
  /// The columns for which the reading of dates has been reported.
  private var explained: Set<String> = []
  private var hasShortRows = false
  var firstCreated: Int64?
  var lastCreated: Int64 = 0

  init(_ transaction: WriteTransaction, options: CSVImporter.Options, currency: Currency) throws {
    self.transaction = transaction
    self.options = options
    self.currency = currency
    identities = ImportedIdentities(at: transaction.at)
    places = try ImportedPlaces(transaction)
    items = try ImportedItems(transaction)
    report.isDryRun = options.isDryRun
  }

  func read(_ reader: CSVReader) throws -> ImportReport {
    var reader = reader
    do {
      guard let first = try reader.next() else {
        addProblem(row: 1, line: 1, "the file is empty")
        return report
      }
      try read(first) { try reader.next() }
    } catch let error as CSVError {
      if case .readFailed = error.reason { throw InventoryError(.io, error.message) }
      addProblem(row: max(1, reader.row), line: error.line, error.message)
    }
    if report.isAcceptable { try finish() }
    return report
  }

  /// Imports rows that do not come from text, in the columns of Homebox.
  ///
  /// - Parameter places: All places, empty ones included, with their notes.
  func read(
    _ names: [String], _ rows: some Sequence<CSVRecord>,
    places known: [ImportedPlace]
  ) throws -> ImportReport {
    var rows = rows.makeIterator()
    for place in known { try places.note(place) }
    try read(CSVRecord(fields: names, row: 1, line: 1)) { rows.next() }
    guard report.isAcceptable else { return report }
    for place in known {
      guard let found = try places.find(path: place.path), !place.notes.isEmpty else { continue }
      try places.describe(found, place.notes)
    }
    try finish()
    return report
  }

  private func read(_ first: CSVRecord, _ next: () throws -> CSVRecord?) throws {
    let header: HomeboxHeader
    do {
      header = try HomeboxHeader(first)
    } catch {
      return addProblem(row: 1, line: first.line, error.message)
    }
    while let record = try next() { try take(record, header) }
  }

  private func take(_ record: CSVRecord, _ header: HomeboxHeader) throws {
    if record.fields.allSatisfy(\.isEmpty) { return }
    report.rows += 1
    let expected = header.names.count
    if record.fields.count > expected {
      addProblem(record, "there are \(record.fields.count) fields where the header has \(expected)")
      return
    }
    if record.fields.count < expected {
      // A file whose rows are all whole but the last is more likely cut than meant so.
      if record.isUnended, !hasShortRows {
        return addProblem(
          record,
          "the file ends in the middle of this row, so it is cut short: get it again, or end the row with "
            + "a line break if it is whole")
      }
      hasShortRows = true
      addWarning(
        record,
        "there are \(record.fields.count) fields where the header has \(expected); "
          + "the missing ones were left alone")
    }
    let row = HomeboxRow(
      record, header: header, currency: currency, zeroIsUnknown: options.zeroIsUnknown)
    if row.costsNothing { report.zeroPrices += 1 }
    for flaw in row.flaws {
      report.addProblem(
        .init(row: record.row, line: record.line, column: flaw.column, reason: flaw.reason))
    }
    for remark in row.remarks where explained.insert(remark.column).inserted {
      addWarning(record, column: remark.column, remark.reason)
    }
    // After the first problem nothing will be written: only look for more problems.
    guard report.isAcceptable else { return }
    do {
      try store(row, record)
    } catch let error as InventoryError
      where [.badData, .refused, .permission].contains(error.kind)
    {
      addProblem(record, error.message)
    }
  }

  func addProblem(_ record: CSVRecord, _ reason: String) {
    addProblem(row: record.row, line: record.line, reason)
  }

  private func addProblem(row: Int, line: Int, _ reason: String) {
    report.addProblem(.init(row: row, line: line, column: nil, reason: reason))
  }

  func addWarning(_ record: CSVRecord, column: String? = nil, _ reason: String) {
    report.addWarning(.init(row: record.row, line: record.line, column: column, reason: reason))
  }
}
