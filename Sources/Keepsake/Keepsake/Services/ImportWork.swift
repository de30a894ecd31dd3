import Foundation
import Inventory

/// Reads a file for an import, plans the import and makes it; on any thread.
nonisolated struct ImportWork: Sendable {
  /// Why nothing was done.
  enum Failure: Error {
    /// The file is gone.
    case missing
    /// The file was changed or replaced since it was read.
    case changed
    /// The user canceled.
    case canceled
  }

  /// The result of an import.
  struct Outcome: Sendable {
    /// The lines that describe it.
    var lines: [String]
    /// Why nothing was imported; `nil` if it was.
    var problem: String?
  }

  let store: InventoryStore
  let session: String
  let path: String
  let choices: ImportChoices
  /// The file that was read before; `nil` for the first time.
  let identity: FileIdentity?
  /// Called with the number of rows that are read.
  let onRows: @Sendable (Int) -> Void
  /// Asked several times a second.
  let isCanceled: @Sendable () -> Bool

  /// The name of the file.
  private var name: String { (path as NSString).lastPathComponent }

  /// Opens the file, unless it was changed or replaced since it was read.
  private func open() throws -> OpenedImport {
    guard let now = FileIdentity(path: path) else { throw Failure.missing }
    if let identity, identity != now { throw Failure.changed }
    return try OpenedImport(path)
  }

  private func importer(
    _ opened: OpenedImport, _ options: TableImportOptions
  ) throws
    -> TableImporter
  {
    let (onRows, isCanceled) = (onRows, isCanceled)
    var importer = try TableImporter(
      store: store, file: try opened.table(options), options: options
    ) { count in
      onRows(count)
      return !isCanceled()
    }
    if isCanceled() { throw Failure.canceled }
    importer.onStep = { if case .reading(let count, share: _) = $0 { onRows(count) } }
    importer.isCanceled = isCanceled
    return importer
  }

  /// Reads the file as the choices say.
  func reading() throws -> ImportReading {
    let opened = try open()
    switch opened.kind {
    case .homebox, .collection: return ImportReading(fixed: opened.kind)
    case .text, .workbook: return ImportReading(try importer(opened, choices.options))
    }
  }

  /// Finds out what an import would do; rows with problems are counted, whatever happens to them.
  func plan() throws -> ImportPlan {
    let opened = try open()
    let version = store.database.dataVersion
    switch opened.kind {
    case .homebox, .collection:
      let report = try homebox(opened, isDryRun: true, skipsBad: true)
      return ImportPlan(report.items, choices, dataVersion: version)
    case .text, .workbook:
      var options = choices.options
      options.skipsBad = true
      let report = try importer(opened, options).plan(session: session)
      guard !report.items.isCanceled else { throw Failure.canceled }
      return ImportPlan(report, choices, dataVersion: version)
    }
  }

  /// Imports the file in one transaction.
  func run() throws -> Outcome {
    let opened = try open()
    switch opened.kind {
    case .homebox, .collection:
      let before = store.database.counts.archived
      let report = try homebox(opened, isDryRun: false, skipsBad: choices.skipsBad)
      let archived = store.database.counts.archived - before
      let words = ImportWords(
        file: name, report: report, archived: archived, skipsBad: choices.skipsBad)
      return outcome(words.lines, isDone: report.items.isAcceptable)
    case .text, .workbook:
      let importer = try importer(opened, choices.options)
      let report = try importer.run(session: session)
      guard !report.items.isCanceled else { throw Failure.canceled }
      let words = TableImportWords(
        file: name, importer: importer, skipsBad: choices.skipsBad, namesOptions: false)
      guard report.items.isAcceptable else {
        return outcome(words.lines(of: report), isDone: false)
      }
      do {
        let rejects = try RejectsFile.save(
          report.badRows, of: importer.file.header, beside: path, to: nil)
        return outcome(words.lines(of: report, rejects: rejects), isDone: true)
      } catch {
        return outcome(
          words.lines(of: report) + ["The skipped rows could not be written: \(error)"],
          isDone: true)
      }
    }
  }

  private func outcome(_ lines: [String], isDone: Bool) -> Outcome {
    Outcome(lines: lines, problem: isDone ? nil : lines.first)
  }

  private func homebox(
    _ opened: OpenedImport, isDryRun: Bool, skipsBad: Bool
  ) throws -> CollectionImporter.Report {
    let options = CSVImporter.Options(isDryRun: isDryRun, skipsBad: skipsBad)
    let onRows = onRows
    let onStep: (ImportStep) -> Void = {
      if case .reading(let count, share: _) = $0 { onRows(count) }
    }
    let report: CollectionImporter.Report
    if case .collection = opened.kind {
      var importer = CollectionImporter(store: store, options: options)
      (importer.onStep, importer.isCanceled) = (onStep, isCanceled)
      report = try importer.importFile(at: path, session: session)
    } else {
      var importer = CSVImporter(store: store, options: options)
      (importer.onStep, importer.isCanceled) = (onStep, isCanceled)
      report = .init(items: try importer.importFile(at: path, session: session))
    }
    guard !report.items.isCanceled else { throw Failure.canceled }
    return report
  }
}

nonisolated extension ImportWork {
  /// The same work on another connection, with its progress.
  func with(
    _ store: InventoryStore, onRows: @escaping @Sendable (Int) -> Void,
    isCanceled: @escaping @Sendable () -> Bool
  ) -> ImportWork {
    ImportWork(
      store: store, session: session, path: path, choices: choices, identity: identity,
      onRows: onRows, isCanceled: isCanceled)
  }
}
