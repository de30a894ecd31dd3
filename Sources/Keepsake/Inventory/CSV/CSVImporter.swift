import Storage
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
  /// Asked several times a second whether to stop; then nothing is imported.
  public var isCanceled: () -> Bool = { false }

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
  ///
  /// - Parameter beginning: The bytes that were already read from a pipe.
  public func importFile(
    descriptor: Int32, beginning: [UInt8] = [], session: String
  ) throws(InventoryError) -> ImportReport {
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    let size = isFile ? Int64(status.st_size) : nil
    let report = try store.database.writeInBulk(source: session) { transaction in
      let run = try ImportRun(
        transaction, options: options, currency: store.database.currency, onStep: onStep,
        isCanceled: isCanceled)
      let report = try run.read(
        CSVReader(descriptor: descriptor, beginning: beginning), size: size)
      transaction.isRehearsal = !report.isWritten
      if transaction.isDirty, !transaction.isRehearsal { try ChangeLog.forgetRedo(transaction) }
      return report
    }
    if report.isWritten { try store.database.checkpoint() }
    return report
  }
}

/// Reads a table.
extension ImportRun {
  /// Reads the rows of a file to its end.
  ///
  /// - Parameter size: The size of the file in bytes, for the progress; `nil` for a pipe.
  func read(_ reader: CSVReader, size: Int64?) throws -> ImportReport {
    var reader = reader
    var header: HomeboxHeader?
    do {
      if let first = try reader.nextFilled() {
        header = self.header(first)
      } else {
        report.addProblem(.init(row: 1, line: 1, reason: "the file is empty"))
      }
      if let header { try readRows(&reader, header, size: size) }
    } catch let error as CSVError {
      if case .readFailed = error.reason { throw InventoryError(.io, error.message) }
      report.addProblem(.init(row: max(1, reader.row), line: error.line, reason: error.message))
    }
    guard report.isComplete else { return report }
    report.leftOut = header.map(leftOutColumns) ?? []
    try finish()
    return report
  }

  private func header(_ first: CSVRecord) -> HomeboxHeader? {
    do throws(InventoryError) {
      let header = HomeboxHeader(table: first.fields)
      try header.checkNames()
      return header
    } catch {
      report.addProblem(.init(row: first.row, line: first.line, reason: error.message))
      return nil
    }
  }

  private func readRows(
    _ reader: inout CSVReader, _ header: HomeboxHeader, size: Int64?
  ) throws {
    let values = HomeboxValueReader(
      currency: currency, zeroIsUnknown: options.zeroIsUnknown,
      isWrittenByMachine: reader.delimiter != UInt8(ascii: ";"))
    var hasShortRows = false
    while let record = try reader.nextFilled() {
      let position = reader.bytesRead
      guard countRow(size.map { min(1, Double(position) / Double(max(1, $0))) }) else { return }
      let origin = ImportOrigin(row: record.row, line: record.line)
      let row = HomeboxRow(record.fields, header, values)
      if let problem = Self.problem(record, header, &hasShortRows) {
        refuse(row, [origin.note(nil, problem)])
        continue
      }
      if record.fields.count < header.names.count {
        report.addWarning(
          origin.note(
            nil,
            "there are \(record.fields.count) fields where the header has \(header.names.count); "
              + "the missing ones were left alone"))
      }
      try take(row, header, at: origin)
    }
  }

  /// A problem with the number of fields in a row; `nil` if the number is acceptable.
  private static func problem(
    _ record: CSVRecord, _ header: HomeboxHeader, _ hasShortRows: inout Bool
  ) -> String? {
    let (count, expected) = (record.fields.count, header.names.count)
    if count > expected, !record.fields[expected...].allSatisfy(\.isBlank) {
      return "there are \(count) fields where the header has \(expected)"
    }
    guard count < expected else { return nil }
    // If only the last row is short, the file was probably cut off.
    if record.isUnended, !hasShortRows {
      return
        "the file ends in the middle of this row, so it is cut short: get it again, or end the row with "
        + "a line break if it is whole"
    }
    hasShortRows = true
    return nil
  }

  /// The columns whose values Keepsake can't store, each with the name under which it would import them.
  private func leftOutColumns(_ header: HomeboxHeader) -> [String] {
    var seen: Set<String> = []
    let columns = header.unknown.filter { column in
      unknown[header.names[column]] != nil && seen.insert(header.names[column]).inserted
    }
    var lines = columns.prefix(ImportReport.maximumNotes).map { column in
      let name = header.names[column]
      let values = CountText.text(unknown[name] ?? 0, "value", "values")
      if HomeboxHeader.ownName(name).isEmpty { return "\(values) of a column without a name" }
      if Item.asciiLowercased(name) == Self.address {
        return "\(values) of “\(name)”, addresses on the Homebox server"
      }
      let wanted = header.nearest(to: column) ?? FileColumn.ourPrefix + HomeboxHeader.ownName(name)
      return "\(values) of “\(name)”; rename the column to “\(wanted)” to import it"
    }
    if columns.count > lines.count {
      let more = CountText.text(columns.count - lines.count, "column", "columns")
      lines.append("\(more) more like these")
    }
    return lines
  }

  /// The column with an item's address on its server.
  private static let address = "hb.url"
}

extension CSVReader {
  /// The next record with anything in it.
  fileprivate mutating func nextFilled() throws(CSVError) -> CSVRecord? {
    while let record = try next() {
      if !record.fields.allSatisfy(\.isBlank) { return record }
    }
    return nil
  }
}
