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
  var report = ImportReport()
  let places: ImportedPlaces
  let items: ImportedItems
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

  init(
    _ transaction: WriteTransaction, options: ImportOptions, currency: Currency,
    onStep: @escaping (ImportStep) -> Void
  ) throws {
    self.transaction = transaction
    self.options = options
    self.currency = currency
    self.onStep = onStep
    identities = ImportedIdentities(at: transaction.at)
    places = try ImportedPlaces(transaction)
    items = try ImportedItems(transaction)
    report.isDryRun = options.isDryRun
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
