import Foundation

/// Reads the cells of a sheet, row by row.
final class SheetParser: MarkupParser.Handler {
  /// The cells that are merged below each other, which the file states after all rows.
  private(set) var merges = Workbook.Merges()
  /// The error that ended the reading.
  private(set) var interruption: (any Error)?
  private(set) var isDone = false

  private let strings: SharedStrings
  private let onRow: (Workbook.Row) throws -> Bool
  private let areDays: [Bool]
  private let countsFrom1904: Bool
  private let limits: WorkbookLimits
  private var rowCount = 0
  private var row = Workbook.Row(number: 0, cells: [])
  private var column = -1
  private var type = ""
  private var style = 0
  private var value: BoundedText
  private var isValue = false
  private var isPhonetic = false

  /// - Parameter onRow: Called with every row that holds something, by number, until it returns `false`.
  init(
    strings: SharedStrings, areDays: [Bool], countsFrom1904: Bool, limits: WorkbookLimits,
    onRow: @escaping (Workbook.Row) throws -> Bool
  ) {
    self.onRow = onRow
    self.strings = strings
    self.areDays = areDays
    self.countsFrom1904 = countsFrom1904
    self.limits = limits
    value = BoundedText(limits)
  }

  func begin(_ name: String, _ attributes: [String: String]) throws(WorkbookFailure) {
    switch name {
    case "row":
      let number = attributes["r"].flatMap { Int($0) } ?? row.number + 1
      guard number > row.number, number <= 1 << 20, rowCount < limits.rows else {
        throw WorkbookFailure("it has more than \(limits.rows) rows, or rows out of order")
      }
      rowCount += 1
      row = Workbook.Row(number: number, cells: [])
      column = -1
    case "c":
      column = try attributes["r"].map(Self.column) ?? column + 1
      type = attributes["t"] ?? "n"
      style = attributes["s"].flatMap { Int($0) } ?? 0
      value.clear()
    case "v": isValue = true
    case "t": isValue = type == "inlineStr" && !isPhonetic
    case "rPh": isPhonetic = true
    case "mergeCell": try addMerge(attributes["ref"] ?? "")
    default: break
    }
  }

  func text(_ bytes: UnsafeRawBufferPointer) throws(WorkbookFailure) {
    if isValue { try value.append(bytes) }
  }

  func end(_ name: String) throws(WorkbookFailure) {
    switch name {
    case "v", "t": isValue = false
    case "rPh": isPhonetic = false
    case "c": try endCell()
    case "row": if !row.cells.isEmpty { endRow() }
    default: break
    }
  }

  private func endRow() {
    merges.rowCount += 1
    do {
      isDone = try !onRow(row)
    } catch {
      (interruption, isDone) = (error, true)
    }
  }

  private func endCell() throws(WorkbookFailure) {
    guard !value.isEmpty, let cell = cell(value.string) else { return }
    guard column >= 0, column < limits.columns else {
      throw WorkbookFailure("it has more than \(limits.columns) columns")
    }
    while row.cells.count <= column { row.cells.append(Workbook.Cell(text: "", isNumber: false)) }
    row.cells[column] = cell
  }

  private func cell(_ text: String) -> Workbook.Cell? {
    switch type {
    case "s":
      guard let text = Int(text).flatMap({ strings[$0] }) else { return nil }
      return Workbook.Cell(text: text, isNumber: false)
    case "b": return Workbook.Cell(text: text == "1" ? "true" : "false", isNumber: false)
    // An error such as #REF! is no value.
    case "e": return nil
    case "str", "inlineStr", "d": return Workbook.Cell(text: text, isNumber: false)
    default:
      guard let number = Double(text), number.isFinite else { return nil }
      if areDays.indices.contains(style), areDays[style],
        let day = SerialDay.text(number, countsFrom1904: countsFrom1904)
      {
        return Workbook.Cell(text: day, isNumber: false)
      }
      // Spreadsheets show 15 digits; more are an error of binary fractions.
      return Workbook.Cell(text: DecimalText.text(number), isNumber: true)
    }
  }

  private func addMerge(_ reference: String) throws(WorkbookFailure) {
    let ends = reference.split(separator: ":")
    guard ends.count == 2, merges.ranges.count < 100_000 else { return }
    let columns = (try Self.column(String(ends[0])), try Self.column(String(ends[1])))
    let rows = ends.map { Int($0.drop { !$0.isNumber }) ?? 0 }
    if columns.0 == columns.1, rows[1] > rows[0] {
      merges.ranges.append(.init(column: columns.0, first: rows[0], last: rows[1]))
    }
  }

  /// The index of the column in a reference such as `AB12`.
  private static func column(_ reference: String) throws(WorkbookFailure) -> Int {
    var column = 0
    for byte in reference.utf8 {
      guard (65...90).contains(byte) else { break }
      column = column * 26 + Int(byte - 64)
      guard column <= 1 << 20 else { throw WorkbookFailure("it has more than a million columns") }
    }
    return column - 1
  }
}

/// The days of a spreadsheet, which are counted.
enum SerialDay {
  /// The day of a number as `2024-05-31`; `nil` for a time without a day, and for no day.
  static func text(_ serial: Double, countsFrom1904: Bool) -> String? {
    guard serial >= 1 || countsFrom1904 && serial >= 0, serial < 2_958_466 else { return nil }
    var days = Int(serial.rounded(.down))
    if countsFrom1904 {
      days += 1462
    } else if days < 60 {
      // The system has a 29 February 1900.
      days += 1
    }
    return civil(days - 25_569)
  }

  /// The day of the Gregorian calendar, by the days since 1970-01-01.
  private static func civil(_ days: Int) -> String {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return
      "\(DecimalText.padded(year, to: 4))-\(DecimalText.padded(month, to: 2))-\(DecimalText.padded(day, to: 2))"
  }
}
