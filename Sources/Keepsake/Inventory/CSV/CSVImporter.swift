import Foundation
import GRDB

/// Imports a Homebox file of either generation in one transaction and one step of undo, completely or
/// not at all.
///
/// An item with a known import reference gets the values of the columns present; if it is in the trash,
/// it comes back. Memory grows by some bytes for each row.
public struct CSVImporter {
  /// The options of an import.
  public typealias Options = ImportOptions

  /// Called with the progress of the import, several times a second.
  public var onStep: (ImportStep) -> Void = { _ in }

  private let store: InventoryStore
  private let options: Options

  /// Makes an importer into a store.
  public init(store: InventoryStore, options: Options = Options()) {
    self.store = store
    self.options = options
  }

  /// Imports the file at a path.
  ///
  /// - Throws: `noInput` if there is no such file or it is a directory, `permission`, `locked`, `io`.
  ///   Problems in the content are in the report.
  public func importFile(
    at path: String, session: String
  ) throws(InventoryError) -> ImportReport {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system("open", path, code: errno, fallback: .noInput) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system("inspect", path, code: errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw InventoryError(.noInput, "\(path) is a directory; name a CSV file")
    }
    return try importFile(descriptor: descriptor, session: session)
  }

  /// Imports from an open file or pipe to its end; the caller closes it.
  public func importFile(
    descriptor: Int32, session: String
  ) throws(InventoryError) -> ImportReport {
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    let size = isFile ? Int64(status.st_size) : nil
    try store.database.file.setCache(kibibytes: 32_768)
    defer { try? store.database.file.setCache(kibibytes: 2000) }
    let report = try store.database.write(source: session, patience: 10_000) { transaction in
      try SearchIndex.setBuffer(bytes: 2 << 20, transaction.db)
      let run = try ImportRun(
        transaction, options: options, currency: store.database.currency, onStep: onStep)
      let report = try run.read(CSVReader(descriptor: descriptor), size: size)
      try SearchIndex.setBuffer(bytes: 1 << 20, transaction.db)
      transaction.isRehearsal = options.isDryRun || !report.isAcceptable
      if transaction.isDirty, !transaction.isRehearsal { try ChangeLog.forgetRedo(transaction) }
      return report
    }
    if report.isAcceptable, !report.isDryRun { try store.database.checkpoint() }
    return report
  }
}
