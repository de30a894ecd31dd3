import Foundation
import Spreadsheets

/// The rows of a file; each iteration reads the file again.
enum SourceRows: Sendable {
  /// Rows in memory.
  case memory([SourceRow])
  /// A text with its encoding and the byte between fields.
  case text(ImportedBytes, TextEncoding, delimiter: UInt8, isStated: Bool)
  /// A sheet of a workbook, with its cells that are merged below each other.
  case sheet(ImportedBytes, name: String, merges: Workbook.Merges)

  /// Calls a closure with every row that holds something, and the share of the file that is read, until it returns
  /// `false`.
  ///
  /// - Throws: `badData` for a table that can't be read, and any error of the closure.
  func forEach(_ body: (SourceRow, Double) throws -> Bool) throws {
    switch self {
    case .memory(let rows):
      for (index, row) in rows.enumerated() where !row.isBlank {
        guard try body(row, Double(index) / Double(rows.count)) else { return }
      }
    case .text(let bytes, let encoding, let delimiter, let isStated):
      try Self.forEach(bytes, encoding, delimiter, isStated, body)
    case .sheet(let bytes, let name, let merges):
      try Self.forEach(bytes, name, merges, body)
    }
  }

  /// Runs something that reads rows; errors that aren't about the file are rare.
  static func reading<Result>(_ body: () throws -> Result) throws(InventoryError) -> Result {
    do {
      return try body()
    } catch let error as InventoryError {
      throw error
    } catch {
      throw InventoryError(.io, "\(error)")
    }
  }

  /// The error about bytes that aren't text of an encoding.
  static func invalidText(_ encoding: TextEncoding, isStated: Bool) -> InventoryError {
    InventoryError(
      .badData,
      isStated
        ? "its text is not \(encoding.name)"
        : "this is not a table of text, and no workbook either")
  }

  private static func forEach(
    _ bytes: ImportedBytes, _ encoding: TextEncoding, _ delimiter: UInt8, _ isStated: Bool,
    _ body: (SourceRow, Double) throws -> Bool
  ) throws {
    var (offset, pieces, rows) = (0, TextPieces(encoding), 0)
    var isDecoded = false
    let limits = TableLimits()
    // The reader lives no longer than this call.
    try withoutActuallyEscaping({ () throws -> [UInt8] in
      var text: [UInt8] = []
      while text.isEmpty, !isDecoded {
        let piece = try bytes.read(1 << 16, at: offset)
        offset += piece.count
        isDecoded = piece.isEmpty
        do throws(TextPieces.Invalid) {
          text = try pieces.decode(piece, isLast: isDecoded)
        } catch {
          throw invalidText(encoding, isStated: isStated)
        }
      }
      return text
    }) { readMore in
      var reader = DelimitedText(delimiter: delimiter, readMore: readMore)
      do {
        while let row = try reader.next(limits) {
          rows += 1
          guard rows <= limits.rows else {
            throw InventoryError(
              .badData, "the table has more than \(limits.rows) rows; split the file")
          }
          if row.isBlank { continue }
          guard try body(row, min(1, Double(offset) / Double(max(1, bytes.count)))) else { return }
        }
      } catch let error as CSVError {
        throw InventoryError(.badData, "line \(error.line): \(error.message)")
      }
    }
  }

  private static func forEach(
    _ bytes: ImportedBytes, _ name: String, _ merges: Workbook.Merges,
    _ body: (SourceRow, Double) throws -> Bool
  ) throws {
    do {
      // The workbook lives no longer than this call.
      try withoutActuallyEscaping(body) { body in
        try bytes.withDescriptor { descriptor in
          let workbook = try Workbook(descriptor: descriptor)
          try workbook.forEachRow(of: name, filling: merges) { row, share in
            let cells = row.cells.map { TableCell($0.text, isNumber: $0.isNumber) }
            let row = SourceRow(number: row.number, line: row.number, cells: cells)
            return row.isBlank ? true : try body(row, share)
          }
        }
      }
    } catch let error as WorkbookFailure {
      throw InventoryError(.badData, "\(bytes.path) can't be read as a workbook: \(error.reason)")
    }
  }
}
