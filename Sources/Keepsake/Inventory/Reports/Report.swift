import Foundation
import GRDB
import Storage

/// A report for an insurer: all items of a query, read from a consistent snapshot.
///
/// The same data, options and day give the same bytes. Memory grows by some bytes for each item,
/// whatever the size of the pictures.
public struct Report {
  private let store: InventoryStore
  private let options: ReportOptions
  private let decodePage: (Attachment, Int) -> EvidencePage
  private let examine: (Attachment) -> PictureCondition

  /// Makes a report of a store.
  ///
  /// - Parameters:
  ///   - decodePage: Decodes a page of a document by its index, or a picture that not every browser opens.
  ///   - examine: Decodes a picture, or the first page of a document, before the report includes it.
  public init(
    of store: InventoryStore, _ options: ReportOptions,
    decodePage: @escaping (Attachment, Int) -> EvidencePage = { _, _ in .failed("not decoded") },
    examine: @escaping (Attachment) -> PictureCondition
  ) {
    self.decodePage = decodePage
    self.store = store
    self.options = options
    self.examine = examine
  }

  /// Writes one self-contained HTML file.
  ///
  /// - Parameter templates: The templates of its parts.
  /// - Returns: The extent of the report.
  @discardableResult
  public func writeHTML(
    _ templates: ReportTemplates, _ write: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) -> ReportExtent {
    let page = try ReportPage(
      templates, options: options, settings: store.settings.fetch(), decodePage: decodePage)
    return try read { survey, items, extent in
      try write(page.head(survey))
      var place: String??
      try items.forEach { item in
        if place != .some(item.line.place) {
          place = .some(item.line.place)
          try write(page.heading(item.line.place))
        }
        try page.write(item, of: store.attachments, countingIn: &extent, write)
      }
      try write(page.foot(survey))
    }
  }

  /// Writes CSV: a line for each item, in the columns of a claim form.
  ///
  /// - Returns: The extent of the report.
  @discardableResult
  public func writeCSV(
    _ write: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) -> ReportExtent {
    let columns = ReportColumns(currency: store.database.currency, hasNotes: options.hasNotes)
    // A table has no pictures.
    return try read(examining: false) { _, items, _ in
      var writer = CSVWriter()
      writer.append(columns.names)
      try items.forEach { item in
        writer.append(columns.fields(of: item))
        if writer.isFull { try write(writer.take()) }
      }
      try write(writer.take())
    }
  }

  /// Passes everything to write to a closure, from one snapshot.
  ///
  /// A report of nothing is refused: written over a good one, it would be sent.
  private func read(
    examining isExamining: Bool = true,
    _ body: (ReportSurvey, ReportItems, inout ReportExtent) throws -> Void
  ) throws(InventoryError) -> ReportExtent {
    do {
      return try store.database.file.queue.unsafeRead { db in
        try db.atOneMoment { db in
          let survey = try ReportSurvey(db, of: store, options)
          guard !survey.lines.isEmpty else { throw nothing }
          var extent = ReportExtent(items: survey.lines.count)
          let items = ReportItems(
            db: db, lines: survey.lines, store: store, options: options,
            examine: isExamining ? examine : nil)
          try body(survey, items, &extent)
          return extent
        }
      }
    } catch let error as InventoryError {
      throw error
    } catch {
      throw .database(error, path: store.database.path)
    }
  }

  private var nothing: InventoryError {
    let query = options.query.trimmedOfBlanks
    let part = options.scopeName.isEmpty ? "" : " in “\(options.scopeName)”"
    let reason = (query.isEmpty ? "there is no item" : "no item matches “\(query)”") + part
    return InventoryError(
      .refused, "\(reason), so there is nothing to report; sold and archived items don't count")
  }
}

/// The items of a report, read one by one as they are written.
private struct ReportItems {
  let db: Database
  let lines: [ReportLine]
  let store: InventoryStore
  let options: ReportOptions
  let examine: ((Attachment) -> PictureCondition)?

  func forEach(_ body: (ReportItem) throws -> Void) throws {
    var reader = try ItemReader(db)
    let attachments = store.attachments
    for (index, line) in lines.enumerated() {
      guard let (item, relations) = try reader.read(id: line.id) else { continue }
      try body(
        ReportItem(
          number: index + 1, line: line, item: item, relations: relations,
          evidence: ReportEvidence.all(db, of: line.id, in: attachments).map(examined),
          currency: store.database.currency, options: options))
    }
  }

  /// Decodes a picture or a page that the report would include.
  private func examined(_ evidence: ReportEvidence) -> ReportEvidence {
    guard let examine, options.hasPhotos, evidence.needsExamination else { return evidence }
    var evidence = evidence
    evidence.picture = examine(evidence.attachment)
    return evidence
  }
}

/// The options of a report.
public struct ReportOptions: Hashable, Sendable {
  /// The items to choose from.
  public var scope = ItemQuery.Scope.everywhere
  /// The name of the scope, such as `Home / Kitchen`; the cover of the report shows it, or the path of a place.
  public var scopeName = ""
  /// The query that selects the items; empty for all.
  public var query = ""
  /// Whether it includes notes.
  public var hasNotes = true
  /// Whether it includes pictures; the list of evidence is always there.
  public var hasPhotos = true
  /// The day of the report, for the age of items.
  public var day: CalendarDate
  /// How to write numbers.
  public var customs: LocaleFormat

  /// The options for a report of everything.
  public init(day: CalendarDate, customs: LocaleFormat = .plain) {
    self.day = day
    self.customs = customs
  }
}

/// The size of a report.
public struct ReportExtent: Hashable, Sendable {
  /// The number of items.
  public var items: Int
  /// The number of attached files that it names and does not contain, such as spreadsheets.
  public var separateFiles = 0
  /// The number of pictures and documents that it cannot show, which are among the separate files.
  public var unshownPhotos = 0
  /// The first of them, and why: `“pot.jpg” (file missing)`.
  public var firstUnshown: String?
  /// Whether documents are among them.
  public var hasUnshownDocuments = false
  /// The number of documents with more pages than it shows.
  public var shortenedDocuments = 0
  /// Sentences that name the packages to install to see more.
  public var advice: [String] = []
  /// The number of pictures that nothing could check.
  public var uncheckedPictures = 0
  /// Why the first of them wasn't checked.
  public var uncheckedReason: String?

  /// Counts a file that it cannot show.
  mutating func omit(_ text: String, of attachment: Attachment) {
    separateFiles += 1
    unshownPhotos += 1
    firstUnshown = firstUnshown ?? text
    if attachment.isDocument { hasUnshownDocuments = true }
  }
}
