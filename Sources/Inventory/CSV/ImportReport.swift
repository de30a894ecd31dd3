/// What reading a file did, or would do.
public struct ImportReport: Hashable, Codable, Sendable {
  /// Something worth saying about one place in the file.
  public struct Note: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The row as a spreadsheet numbers it; the header is row 1.
    public var row: Int
    /// The line in the file, from 1; it differs from the row where fields hold line breaks.
    public var line: Int
    /// The header of the column; nil when the whole row is meant.
    public var column: String?
    /// What is wrong with it.
    public var reason: String

    /// `row 17 (line 19), HB.purchase_price: …`.
    public var description: String {
      let place = line == row ? "row \(row)" : "row \(row) (line \(line))"
      return place + (column.map { ", " + $0 } ?? "") + ": " + reason
    }
  }

  /// How many notes of a kind are kept.
  public static let maximumNotes = 20

  /// Whether this was a rehearsal.
  public internal(set) var isDryRun = false
  /// Rows read, without the header.
  public internal(set) var rows = 0
  /// Items that are new.
  public internal(set) var created = 0
  /// Items that got other content.
  public internal(set) var changed = 0
  /// Items that had that content already.
  public internal(set) var unchanged = 0
  /// Places that are new.
  public internal(set) var createdPlaces = 0
  /// The first reasons why nothing was written.
  public internal(set) var problems: [Note] = []
  /// How many there are in all.
  public internal(set) var problemCount = 0
  /// The first things that were accepted although something is odd.
  public internal(set) var warnings: [Note] = []
  /// How many there are in all.
  public internal(set) var warningCount = 0

  /// Whether the file can be taken in.
  public var isAcceptable: Bool { problemCount == 0 }

  /// 0, or 65 when the file has problems; the same for a rehearsal.
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
