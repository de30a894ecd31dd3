import Foundation
import Spreadsheets
import Storage

/// A file of belongings in memory: its table and its format.
public struct TableFile: Sendable {
  /// The largest file that is read, in bytes.
  public static let maximumBytes = 256 << 20

  let table: SourceTable
  let source: KnownSource?
  /// The format in words: `CSV, windows-1251, separated by “;”`.
  public let format: String

  /// The program that wrote it; `nil` if its header is unknown.
  public var sourceName: String? { source?.name }

  /// The names of the columns.
  public var header: [String] { table.header }

  /// The row of the header as a spreadsheet numbers it.
  public var headerRow: Int { table.headerRow }

  /// The number of rows below the header that hold something.
  public var rowCount: Int { table.rows.count }

  /// Reads a text.
  ///
  /// - Throws: `badData` for text that isn't in the stated encoding, and for a table that can't be read.
  public init(bytes: [UInt8], options: TableImportOptions) throws(InventoryError) {
    let encoding = options.encoding ?? TextEncoding(guessing: bytes)
    guard let text = encoding.text(bytes), !text.utf8.contains(0) else {
      let wanted = options.encoding.map { "its text is not \($0.name)" }
      throw InventoryError(
        .badData, wanted ?? "this is not a table of text, and no workbook either")
    }
    let delimiter = options.delimiter ?? DelimiterGuess.delimiter(of: text)
    let name = delimiter == 9 ? "tabs" : "“\(Character(Unicode.Scalar(delimiter)))”"
    try self.init(
      rows: Self.rows(text, delimiter), format: "text, \(encoding.name), separated by \(name)")
  }

  /// Reads a workbook in an open file; the caller closes it.
  ///
  /// - Parameter sheet: The name of the sheet; `nil` for the first that isn't hidden.
  init(workbook descriptor: Int32, path: String, sheet: String?) throws(InventoryError) {
    let (rows, name, others): ([SourceRow], String, Int)
    do throws(WorkbookFailure) {
      let workbook = try Workbook(descriptor: descriptor)
      name = sheet ?? workbook.defaultSheet
      others = workbook.sheetNames.count - 1
      rows = try workbook.rows(of: name).map { row in
        SourceRow(
          number: row.number, line: row.number,
          cells: row.cells.map { TableCell($0.text, isNumber: $0.isNumber) })
      }
    } catch {
      throw InventoryError(.badData, "\(path) can't be read as a workbook: \(error.reason)")
    }
    let more = others > 0 ? " (\(CountText.text(others, "other sheet", "other sheets")))" : ""
    try self.init(rows: rows, format: "workbook, sheet “\(name)”\(more)")
  }

  /// Splits rows at their header.
  init(rows: [SourceRow], format: String) throws(InventoryError) {
    guard let table = HeaderSearch.table(rows) else {
      throw InventoryError(.badData, "the file is empty")
    }
    self.table = table
    self.format = format
    source = KnownSource.recognised(in: table.header)
  }

  private static func rows(
    _ text: String, _ delimiter: UInt8
  ) throws(InventoryError) -> [SourceRow] {
    var reader = DelimitedText(text, delimiter: delimiter)
    var (rows, cells) = ([SourceRow](), 0)
    let limits = TableLimits()
    do throws(CSVError) {
      while let row = try reader.next(limits) {
        rows.append(row)
        cells += row.cells.count
        guard rows.count <= limits.rows, cells <= limits.cells else { break }
      }
    } catch {
      throw InventoryError(.badData, "line \(error.line): \(error.message)")
    }
    try check(rows: rows.count, cells: cells)
    return rows
  }

  static func check(rows: Int, cells: Int) throws(InventoryError) {
    let limits = TableLimits()
    guard rows <= limits.rows, cells <= limits.cells else {
      throw InventoryError(
        .badData,
        "the table is too large: at most \(limits.rows) rows and \(limits.cells) cells; split the file"
      )
    }
  }

  /// The first rows below the header, as texts, for a person.
  public func sample(_ count: Int) -> [[String]] {
    table.rows.prefix(count).map { row in header.indices.map { row[$0].value } }
  }
}
