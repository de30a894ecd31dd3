/// The result of an import, or of a dry run.
public struct ImportReport: Hashable, Codable, Sendable {
  /// A remark about a place in the file.
  public struct Note: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The row as a spreadsheet numbers it; 0 in a collection, which has no rows.
    public var row = 0
    /// The line of the file, from 1; differs from the row if fields contain line breaks.
    public var line = 0
    /// The name of the item or place; `nil` if the row is enough.
    public var item: String?
    /// The header of the column; `nil` for the whole row.
    public var column: String?
    /// The problem.
    public var reason: String

    /// `row 17 (line 19), HB.purchase_price: …`, or in a collection `“Lamp”, purchase_price: …`.
    public var description: String {
      let number = row == 0 ? nil : line == row ? "row \(row)" : "row \(row) (line \(line))"
      let name = item.map { "“\($0)”" }
      let place = [number, name].compactMap { $0 }.joined(separator: " ")
      return place + (column.map { ", " + $0 } ?? "") + ": " + reason
    }
  }

  /// The maximum number of notes of each kind.
  public static let maximumNotes = 20
  /// The maximum number of listed problems of skipped items.
  public static let maximumSkipped = 1000

  /// Whether this was a dry run.
  public internal(set) var isDryRun = false
  /// Whether it was canceled, so that nothing was imported.
  public internal(set) var isCanceled = false
  /// The number of rows, without the header.
  public internal(set) var rows = 0
  /// The number of new items.
  public internal(set) var created = 0
  /// The number of items that changed.
  public internal(set) var changed = 0
  /// The number of items that stayed the same.
  public internal(set) var unchanged = 0
  /// The number of new places.
  public internal(set) var createdPlaces = 0
  /// The number of rows whose price is 0, taken as free.
  public internal(set) var zeroPrices = 0
  /// The first problems, each of which prevents the import.
  public internal(set) var problems: [Note] = []
  /// The number of all problems.
  public internal(set) var problemCount = 0
  /// The first oddities that do not prevent the import.
  public internal(set) var warnings: [Note] = []
  /// The number of all oddities.
  public internal(set) var warningCount = 0
  /// The parts of the file that have no equivalent here, counted and named.
  public internal(set) var leftOut: [String] = []
  /// The problems of the first items that were skipped on request.
  public internal(set) var skipped: [Note] = []
  /// The number of all items that were skipped.
  public internal(set) var skippedCount = 0
  /// The number of numbers that had more decimals than fit.
  public internal(set) var roundedCount = 0
  /// The first of these, with its former and its rounded value.
  public internal(set) var firstRounded: Note?
  /// The number of stored values that a blank removed.
  public internal(set) var blankedCount = 0

  /// Whether the file can be imported.
  public var isAcceptable: Bool { problemCount == 0 }

  /// Whether the whole file was read and can be imported.
  var isComplete: Bool { isAcceptable && !isCanceled }

  /// Whether the file was imported.
  public var isWritten: Bool { isComplete && !isDryRun }

  /// 0, or 65 if there are problems, in a dry run too.
  public var exitCode: Int32 { isAcceptable ? 0 : 65 }

  mutating func addProblem(_ note: Note) {
    problemCount += 1
    if problems.count < Self.maximumNotes { problems.append(note) }
  }

  /// Adds the problems of an item that is skipped.
  mutating func addSkipped(_ notes: [Note]) {
    skippedCount += 1
    skipped += notes.prefix(Self.maximumSkipped - skipped.count)
  }

  mutating func addRounded(_ note: Note) {
    roundedCount += 1
    if firstRounded == nil { firstRounded = note }
  }

  mutating func addWarning(_ note: Note) {
    warningCount += 1
    if warnings.count < Self.maximumNotes { warnings.append(note) }
  }
}

/// Where a file describes an item: a row of a table, or the name in a collection, which has no rows.
struct ImportOrigin {
  var row = 0
  var line = 0
  /// The name; `nil` for a row.
  var item: String?

  /// A note about it.
  ///
  /// - Parameter column: The header of the column; a collection has its name without a prefix.
  func note(_ column: String?, _ reason: String) -> ImportReport.Note {
    let name = row == 0 ? column.map(HomeboxHeader.ownName) : column
    return .init(row: row, line: line, item: item, column: name, reason: reason)
  }
}
