/// The result of an import, or of a dry run.
public struct ImportReport: Hashable, Codable, Sendable {
  /// A remark about a place in the file.
  public struct Note: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The row as a spreadsheet numbers it; the header is row 1.
    public var row: Int
    /// The line of the file, from 1; differs from the row if fields contain line breaks.
    public var line: Int
    /// The header of the column; `nil` for the whole row.
    public var column: String?
    /// The problem.
    public var reason: String

    /// `row 17 (line 19), HB.purchase_price: …`.
    public var description: String {
      let place = line == row ? "row \(row)" : "row \(row) (line \(line))"
      return place + (column.map { ", " + $0 } ?? "") + ": " + reason
    }
  }

  /// The maximum number of notes of each kind.
  public static let maximumNotes = 20

  /// Whether this was a dry run.
  public internal(set) var isDryRun = false
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

  /// Whether the file can be imported.
  public var isAcceptable: Bool { problemCount == 0 }

  /// 0, or 65 if there are problems, in a dry run too.
  public var exitCode: Int32 { isAcceptable ? 0 : 65 }

  mutating func addProblem(_ note: Note) {
    problemCount += 1
    if problems.count < Self.maximumNotes { problems.append(note) }
  }

  mutating func addWarning(_ note: Note) {
    warningCount += 1
    if warnings.count < Self.maximumNotes { warnings.append(note) }
  }
}
