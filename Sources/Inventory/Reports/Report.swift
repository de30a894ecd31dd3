import Foundation
import GRDB
import SystemSupport

/// A report of an inventory for an insurer: everything that matches, as it is at one moment.
///
/// The same data, options and day give the same bytes. Memory grows by some bytes an item, whatever the
/// pictures hold.
package struct Report {
  private let store: InventoryStore
  private let options: ReportOptions

  /// Makes a report of a store.
  package init(of store: InventoryStore, _ options: ReportOptions) {
    self.store = store
    self.options = options
  }

  /// Writes it as one HTML file that needs nothing else.
  ///
  /// - Parameter templates: The text of its parts.
  /// - Returns: How many items there are in it.
  @discardableResult
  package func writeHTML(
    _ templates: ReportTemplates, _ write: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) -> Int {
    let page = try ReportPage(templates, options: options, settings: store.settings())
    return try read { survey, items in
      try write(page.head(survey))
      var place: String??
      try items.forEach { item in
        if place != .some(item.line.place) {
          place = .some(item.line.place)
          try write(page.heading(item.line.place))
        }
        try page.write(item, of: AttachmentStore(store), write)
      }
      try write(page.foot(survey))
    }
  }

  /// Writes it as CSV: a line an item, in the columns of a claim.
  ///
  /// - Returns: How many items there are in it.
  @discardableResult
  package func writeCSV(
    _ write: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) -> Int {
    let columns = ReportColumns(currency: store.currency, hasNotes: options.hasNotes)
    return try read { _, items in
      var writer = CSVWriter()
      writer.append(columns.names)
      try items.forEach { item in
        writer.append(columns.fields(of: item))
        if writer.isFull { try write(writer.take()) }
      }
      try write(writer.take())
    }
  }

  /// Gives what is to be written, all of it read at one moment.
  private func read(
    _ body: (ReportSurvey, ReportItems) throws -> Void
  ) throws(InventoryError) -> Int {
    do {
      return try store.file.queue.unsafeRead { db in
        try db.atOneMoment { db in
          let survey = try ReportSurvey(db, of: store, options)
          try body(survey, ReportItems(db: db, lines: survey.lines, store: store, options: options))
          return survey.lines.count
        }
      }
    } catch {
      throw .database(error, path: store.path)
    }
  }
}

/// The items of a report, read one by one when they are written.
private struct ReportItems {
  let db: Database
  let lines: [ReportLine]
  let store: InventoryStore
  let options: ReportOptions

  func forEach(_ body: (ReportItem) throws -> Void) throws {
    var reader = try ItemReader(db)
    let attachments = AttachmentStore(store)
    for (index, line) in lines.enumerated() {
      guard let (item, relations) = try reader.read(id: line.id) else { continue }
      try body(
        ReportItem(
          number: index + 1, line: line, item: item, relations: relations,
          evidence: ReportEvidence.all(db, of: line.id, in: attachments),
          currency: store.currency, options: options))
    }
  }
}
