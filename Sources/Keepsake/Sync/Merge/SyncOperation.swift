import Inventory

/// The cells that a device wrote in one edit, and the operations it had seen by then.
///
/// The server's counter alone orders operations. Time and author are only for display.
public struct SyncOperation: Hashable, Sendable {
  /// The last number of the server's counter that the device had merged.
  public var lastSequence: Int64
  /// Operations seen that have no server number: the last number of each device.
  ///
  /// A device that was renamed still counts what it wrote under its former names.
  public var former: [String: Int64]
  /// The author's name.
  public var author: String
  /// When, in milliseconds since 1970 by the device's own clock.
  public var at: Int64
  /// The rows.
  public var writes: [RowWrite]

  /// Makes an operation.
  public init(
    lastSequence: Int64, former: [String: Int64] = [:], author: String = "", at: Int64 = 0,
    writes: [RowWrite]
  ) {
    self.lastSequence = lastSequence
    self.former = former
    self.author = author
    self.at = at
    self.writes = writes
  }
}

/// The new values of some cells of a row.
public struct RowWrite: Hashable, Sendable {
  /// The row.
  public var row: RowID
  /// The values by column.
  public var cells: [String: SharedValue]

  /// Makes a write.
  public init(_ row: RowID, _ cells: [String: SharedValue]) {
    self.row = row
    self.cells = cells
  }
}

/// The identity of an operation: its device, its number among that device's, and its number by the server's counter.
public struct OperationID: Hashable, Sendable {
  /// The device.
  public var device: String
  /// The number among the operations of the device, from 1 up without gaps.
  public var number: Int64
  /// The number by the server's counter.
  public var sequence: Int64

  /// Makes an identity.
  public init(device: String, number: Int64, sequence: Int64) {
    self.device = device
    self.number = number
    self.sequence = sequence
  }
}

/// Large rows, which go out in several operations.
extension RowWrite {
  /// About the most bytes of a write that goes out whole.
  private static let mostBytes = OperationBounds.operationBytes / 4 * 3

  /// About how many bytes it takes in an operation.
  var byteCount: Int { cells.reduce(0) { $0 + Self.byteCount($1.key, $1.value) } }

  private static func byteCount(_ column: String, _ value: SharedValue) -> Int {
    guard case .text(let text) = value else { return column.utf8.count + 16 }
    return column.utf8.count + 16 + text.utf8.count
  }

  /// The write in parts that fit into operations: usually the write itself; none for a value that fits into none.
  ///
  /// The first part has the columns of the table, which a home needs to show the row; tags and custom fields follow.
  var parts: [RowWrite] {
    let size = byteCount
    if cells.count <= OperationBounds.valuesPerRow, size <= Self.mostBytes { return [self] }
    guard cells.allSatisfy({ Self.byteCount($0, $1) <= OperationBounds.cellBytes }) else {
      return []
    }
    var parts: [RowWrite] = []
    var part: [String: SharedValue] = [:]
    var bytes = 0
    for (column, value) in cells.sorted(by: { Self.rank($0.key) < Self.rank($1.key) }) {
      let size = Self.byteCount(column, value)
      if !part.isEmpty, part.count == OperationBounds.valuesPerRow || bytes + size > Self.mostBytes
      {
        parts.append(RowWrite(row, part))
        (part, bytes) = ([:], 0)
      }
      part[column] = value
      bytes += size
    }
    return parts + [RowWrite(row, part)]
  }

  private static func rank(_ column: String) -> (Int, String) {
    (column.contains(":") ? 1 : 0, column)
  }
}

extension SyncOperation {
  /// Whether no server would take it, or other homes would set it aside for its size.
  public var isTooLarge: Bool {
    if writes.count > OperationBounds.rowsPerOperation { return true }
    if writes.contains(where: { $0.parts.count != 1 }) { return true }
    return writes.count > 1 && writes.reduce(0) { $0 + $1.byteCount } > OperationBounds.cellBytes
  }
}

/// Why a home set an operation aside, or some of its values.
///
/// The reason depends only on the operation and on what the server ordered before it, so all homes set the
/// same ones aside.
public enum OperationFault: String, Hashable, Sendable, CaseIterable {
  /// It can't be opened, or is larger than an operation may be.
  case unreadable
  /// Its number doesn't follow the last one of its device.
  case misnumbered
  /// Its author claims to have seen what the server ordered after it.
  case early
  /// No inventory can hold some of its values.
  case invalid
  /// Some of its cells have as many values as they can hold.
  case crowded

  /// The reason to display.
  public var words: String {
    switch self {
    case .unreadable: "altered, encrypted with another key, or too large"
    case .misnumbered: "out of sequence for the device"
    case .early: "based on later changes"
    case .invalid: "values that no inventory can have"
    case .crowded: "more than \(OperationBounds.valuesPerCell) values of one field at the same time"
    }
  }
}

extension SyncOperation {
  /// The fault of the operation itself, regardless of what precedes it.
  var fault: OperationFault? {
    let isValid =
      author.utf8.count <= Bounds.nameBytes
      && (-OperationBounds.lastMoment...OperationBounds.lastMoment).contains(at)
      && writes.allSatisfy(\.hasShortNames)
    return isValid ? nil : .invalid
  }
}

extension RowWrite {
  /// Column names contain the name of a tag or field.
  fileprivate var hasShortNames: Bool {
    let most = 2 * Bounds.nameBytes
    return row.kind.utf8.count <= most && row.key.utf8.count <= most
      && cells.keys.allSatisfy { $0.utf8.count <= most }
  }
}

/// The limits of what one home can make the others store.
///
/// `Limits.md` lists them for people, and a test compares the two. The limits of an inventory are in `Bounds`.
public enum OperationBounds {
  /// The values of one cell that homes wrote without knowing of each other.
  public static let valuesPerCell = 64
  /// The values of all cells of a row.
  public static let valuesPerRow = 4096
  /// The rows that one operation writes; homes send at most 500.
  public static let rowsPerOperation = 1000
  /// The bytes of one sealed operation.
  public static let operationBytes = 16 << 20
  /// The bytes of one value that fits into an operation with the data around it.
  public static let cellBytes = operationBytes - (64 << 10)
  /// The former names of its device that one operation lists.
  static let formerNames = 10_000
  /// The latest moment that a date shows: the end of the year 9999, in milliseconds since 1970.
  static let lastMoment: Int64 = 253_402_300_799_999
}
