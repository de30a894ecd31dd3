import Foundation
import Spreadsheets
import Storage

/// A file of belongings: the header of its table and its format.
///
/// The rows are read when they are needed.
public struct TableFile: Sendable {
  /// How a file is laid out, as far as it isn't known from its content.
  public enum Layout: Hashable, Sendable {
    /// A text with an encoding and the byte between fields.
    case text(TextEncoding, delimiter: UInt8)
    /// A workbook with the name of the sheet, and all names.
    case workbook(sheet: String, all: [String])
  }

  /// A row at the beginning of the file.
  public struct FirstRow: Hashable, Sendable {
    /// The number that a spreadsheet shows.
    public let number: Int
    /// The texts of its cells.
    public let texts: [String]
  }

  let table: SourceTable
  let source: KnownSource?
  /// The layout that was stated or guessed.
  public let layout: Layout
  /// The format in words: `CSV, windows-1251, separated by “;”`.
  public let format: String
  /// The first rows, one of which is the header.
  public let firstRows: [FirstRow]

  /// The program that wrote it; `nil` if its header is unknown.
  public var sourceName: String? { source?.name }

  /// The names of the columns.
  public var header: [String] { table.header }

  /// The row of the header as a spreadsheet numbers it.
  public var headerRow: Int { table.headerRow }

  /// Reads the header of a text in memory.
  ///
  /// - Throws: `badData` for text that isn't in the stated encoding, and for a table that can't be read.
  public init(bytes: [UInt8], options: TableImportOptions) throws(InventoryError) {
    try self.init(text: ImportedBytes(bytes, path: "the text"), options: options)
  }

  /// Reads the header of a text.
  init(text bytes: ImportedBytes, options: TableImportOptions) throws(InventoryError) {
    let encoding: TextEncoding
    if let stated = options.encoding {
      encoding = stated
    } else {
      encoding = try TextEncoding(guessing: bytes)
    }
    let delimiter: UInt8
    if let stated = options.delimiter {
      delimiter = stated
    } else {
      delimiter = try Self.delimiter(of: bytes, encoding, options)
    }
    let name = delimiter == 9 ? "tabs" : "“\(Character(Unicode.Scalar(delimiter)))”"
    try self.init(
      rows: .text(bytes, encoding, delimiter: delimiter, isStated: options.encoding != nil),
      layout: .text(encoding, delimiter: delimiter),
      format: "text, \(encoding.name), separated by \(name)", headerRow: options.headerRow)
  }

  /// Guesses the delimiter from the beginning of a file.
  private static func delimiter(
    of bytes: ImportedBytes, _ encoding: TextEncoding, _ options: TableImportOptions
  ) throws(InventoryError) -> UInt8 {
    let head = try bytes.read(1 << 18, at: 0)
    var pieces = TextPieces(encoding)
    do throws(TextPieces.Invalid) {
      let text = try pieces.decode(head, isLast: head.count == bytes.count)
      return DelimiterGuess.delimiter(of: String(decoding: text, as: UTF8.self))
    } catch {
      throw SourceRows.invalidText(encoding, isStated: options.encoding != nil)
    }
  }

  /// Reads the header of a sheet of a workbook.
  init(workbook bytes: ImportedBytes, options: TableImportOptions) throws(InventoryError) {
    let (name, names, merges): (String, [String], Workbook.Merges)
    do throws(WorkbookFailure) {
      (name, names, merges) = try bytes.withDescriptor { descriptor throws(WorkbookFailure) in
        let workbook = try Workbook(descriptor: descriptor)
        let name = options.sheet ?? workbook.defaultSheet
        return (name, workbook.sheetNames, try workbook.merges(of: name))
      }
    } catch {
      throw InventoryError(
        .badData, "\(bytes.path) can't be read as a workbook: \(error.reason)")
    }
    let others = names.count - 1
    let more = others > 0 ? " (\(CountText.text(others, "other sheet", "other sheets")))" : ""
    try self.init(
      rows: .sheet(bytes, name: name, merges: merges), layout: .workbook(sheet: name, all: names),
      format: "workbook, sheet “\(name)”\(more)", headerRow: options.headerRow)
  }

  /// Splits rows at their header.
  ///
  /// - Parameter headerRow: The row of the header; `nil` looks for it.
  init(
    rows: SourceRows, layout: Layout, format: String, headerRow: Int?
  ) throws(InventoryError) {
    let table = try SourceRows.reading { try HeaderSearch.table(rows, stated: headerRow) }
    guard let table else { throw InventoryError(.badData, "the file is empty") }
    self.table = table
    self.layout = layout
    self.format = format
    let head = SourceRow(
      number: table.headerRow, line: 0, cells: table.header.map { TableCell($0) })
    firstRows = (table.preamble + [head] + table.sample)
      .prefix { $0.number <= HeaderSearch.rows || $0.number <= table.headerRow }
      .map { FirstRow(number: $0.number, texts: $0.cells.map(\.value)) }
    source = KnownSource.recognised(in: table.header)
  }

  /// The first rows below the header, as texts, for a person.
  public func sample(_ count: Int) -> [[String]] {
    table.sample.prefix(count).map { row in header.indices.map { row[$0].value } }
  }
}
