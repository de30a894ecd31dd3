import Foundation
import GRDB
import Storage

/// Imports a file of any columns: first a plan, which shows what was guessed and what would happen, then the rows in one
/// transaction and one step of undo.
public struct TableImporter {
  /// Called with the progress of the import, several times a second.
  public var onStep: (ImportStep) -> Void = { _ in }
  /// Asked several times a second whether to stop; then nothing is imported.
  public var isCanceled: () -> Bool = { false }

  /// The file.
  public let file: TableFile
  /// The meaning of its columns.
  public let mapping: ImportMapping
  /// Whether the mapping is that of an earlier import of a file with the same columns.
  public let isRemembered: Bool

  private let store: InventoryStore
  private let options: TableImportOptions
  private let formats: TableFormats

  /// Prepares an import: takes the mapping from the options, or the remembered one, or guesses it.
  ///
  /// Reads the whole file once to guess how it writes numbers and dates.
  ///
  /// - Parameter onRows: Called now and then with the number of rows; returns whether to continue.
  /// - Throws: `badData` for a map file that doesn't fit, or has no column for names, and for a table that can't be read.
  public init(
    store: InventoryStore, file: TableFile, options: TableImportOptions,
    onRows: (Int) -> Bool = { _ in true }
  ) throws(InventoryError) {
    self.store = store
    self.file = file
    self.options = options
    let guess = ImportMapping(guessing: file.header, source: file.source)
    let fingerprint = ImportMapping.fingerprint(of: file.header)
    let remembered = try store.database.read { try ImportMemory.mapping(for: fingerprint, $0) }
    let known = remembered.flatMap { text in
      try? ImportMapping(text: text, header: file.header, guess: guess)
    }
    if let targets = options.targets, targets.count == guess.columns.count {
      mapping = guess.with(targets)
    } else if let text = options.map {
      mapping = try ImportMapping(text: text, header: file.header, guess: guess)
    } else {
      mapping = known ?? guess
    }
    isRemembered = options.map == nil && options.targets == nil && known != nil
    formats = try TableFormats(
      guessing: file.table, mapping, currency: store.database.currency, stated: options,
      source: file.source, onRows: onRows)
  }

  /// The number of rows below the header that hold something.
  public var rowCount: Int { formats.rowCount }

  /// The decimal separator of the file, `.` or `,`; `nil` if no value shows it.
  public var decimal: Character? { formats.decimal }

  /// The order of day and month in dates with slashes; `nil` if no date shows it.
  public var dateOrder: LocaleFormat.DateOrder? {
    switch formats.dateOrder {
    case .dayFirst: .dayFirst
    case .monthFirst: .monthFirst
    case .unknown: nil
    }
  }

  /// Whether some dates can be read with either order, and none shows which one it is.
  public var hasAmbiguousDates: Bool { formats.hasAmbiguousDates }

  /// The currencies of the prices that differ from the inventory's, with the number of rows.
  public var foreignPrices: [String: Int] { formats.foreignPrices }

  /// Why the mapping can't be used, such as a missing column for names; `nil` if it can.
  public var mappingProblem: String? {
    do throws(InventoryError) {
      try mapping.check()
      return nil
    } catch {
      return error.message
    }
  }

  /// The guesses about numbers and dates, in words: `decimal comma`, `day first`.
  public var guesses: [String] {
    var words: [String] = []
    if let decimal = formats.decimal {
      words.append(decimal == "," ? "decimal comma" : "decimal point")
    }
    switch formats.dateOrder {
    case .dayFirst: words.append("day first")
    case .monthFirst: words.append("month first")
    case .unknown: break
    }
    return words
  }

  /// The open questions that prevent an import, each as a sentence with the option that answers it.
  public var questions: [String] {
    var questions: [String] = []
    if let mappingProblem { questions.append(mappingProblem) }
    if formats.hasAmbiguousDates {
      questions.append(
        "some dates can be read in two ways, such as 1/2/2026; pass --dates day-first or --dates month-first"
      )
    }
    if options.foreignPrices == nil,
      let most = formats.foreignPrices.max(by: { $0.value < $1.value })
    {
      let count = CountText.text(formats.foreignPrices.values.reduce(0, +), "row has", "rows have")
      let own = store.database.currency.code
      questions.append(
        "\(count) prices in \(most.key), and this inventory uses \(own); pass --foreign-prices text to keep them as "
          + "text, or --foreign-prices number if they are in \(own)")
    }
    return questions
  }

  /// Reports what an import would do, and writes nothing.
  public func plan(session: String) throws(InventoryError) -> TableImportReport {
    try run(session: session, isDryRun: true)
  }

  /// Imports the file, unless rows have problems that aren't to be skipped.
  public func run(session: String) throws(InventoryError) -> TableImportReport {
    let report = try run(session: session, isDryRun: false)
    if report.items.isWritten { try store.database.checkpoint() }
    return report
  }

  private func run(session: String, isDryRun: Bool) throws(InventoryError) -> TableImportReport {
    let questions = questions
    guard questions.isEmpty else {
      var report = TableImportReport()
      report.items.isDryRun = isDryRun
      for question in questions {
        report.items.addProblem(.init(row: file.headerRow, line: file.headerRow, reason: question))
      }
      return report
    }
    return try store.database.writeInBulk(source: session) { transaction in
      let base = ImportOptions(
        isDryRun: isDryRun, zeroIsUnknown: options.zeroIsUnknown, keepsBlanks: true,
        skipsBad: options.skipsBad)
      let run = try ImportRun(
        transaction, options: base, currency: transaction.currency, onStep: onStep,
        isCanceled: isCanceled)
      let reader = MappedRowReader(
        file.table, mapping, formats, source: file.source, currency: transaction.currency,
        options: options)
      var mapped = MappedImport(run, reader, updates: options.updates)
      let report = try mapped.read(file.table)
      transaction.isRehearsal = !report.items.isWritten
      if !transaction.isRehearsal {
        if transaction.isDirty { try ChangeLog.forgetRedo(transaction) }
        try ImportMemory.remember(
          mapping: mapping.lines.joined(separator: "\n"),
          for: ImportMapping.fingerprint(of: file.header), transaction.db)
        transaction.hasBookkeeping = true
      }
      return report
    }
  }
}

/// The result of an import of any file, or its plan.
public struct TableImportReport: Sendable {
  /// A row that can't be imported.
  public struct BadRow: Sendable {
    /// The number that a spreadsheet shows.
    public var row: Int
    /// The texts of the row.
    public var cells: [String]
    /// Why it can't be imported.
    public var reasons: [String]
  }

  /// The effect on a row.
  public enum Outcome: String, CaseIterable, Sendable {
    case created, changed, unchanged, leftOut, bad
  }

  /// The most rows of each outcome that are listed.
  public static let maximumListed = 200

  /// The first rows of each outcome, with the changed fields or the reasons.
  public internal(set) var listed: [Outcome: [ImportReport.Note]] = [:]
  /// The counts and the problems.
  public internal(set) var items = ImportReport()
  /// The number of rows that are no items, such as cancelled orders.
  public internal(set) var leftOutCount = 0
  /// The first of them with the reasons.
  public internal(set) var leftOut: [ImportReport.Note] = []
  /// The rows with problems, at most ``maximumBadRows``.
  public internal(set) var badRows: [BadRow] = []
  /// The most rows with problems; a file with more of them is refused.
  public static let maximumBadRows = 100_000
  /// The number of values that the file has and the user has changed since, so that they stayed.
  public internal(set) var keptCount = 0
  /// The number of items that are in the trash, and stayed there.
  public internal(set) var trashedCount = 0

  mutating func list(_ note: ImportReport.Note, as outcome: Outcome) {
    guard listed[outcome]?.count ?? 0 < Self.maximumListed else { return }
    listed[outcome, default: []].append(note)
  }

  mutating func addLeftOut(_ note: ImportReport.Note) {
    list(note, as: .leftOut)
    leftOutCount += 1
    if leftOut.count < ImportReport.maximumNotes { leftOut.append(note) }
  }
}
