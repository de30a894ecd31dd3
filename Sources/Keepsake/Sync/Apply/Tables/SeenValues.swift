import GRDB
import Inventory

/// Finds the values that the author of an operation saw while writing it.
///
/// The merged row holds them unless another home wrote at the same time; in that case the history does.
final class SeenValues {
  private let db: Database
  /// The row's key in the history.
  private let key: HistoryKey
  private let operation: SyncOperation
  private let operationID: OperationID
  /// The entries of the history read so far, from the latest on.
  private var entries: [Entry] = []
  /// The others; `nil` before the first one is read.
  private var rest: RowCursor?
  private var bytes = 0

  /// The maximum number of entries of the history to read, and about how many bytes they may have.
  private static let limit = (entries: 200, bytes: 1 << 20)

  init(_ db: Database, _ key: HistoryKey, _ operation: SyncOperation, _ operationID: OperationID) {
    self.db = db
    self.key = key
    self.operation = operation
    self.operationID = operationID
  }

  /// The value that the author saw in a column; `nil` if it is unknown.
  func value(_ column: String, in row: MergedRow) throws -> SharedValue? {
    // A row that is removed and edited at the same time is kept, so its life has no second value.
    guard column != MergedRow.life, let heads = row.cells[column], let last = heads.last else {
      return row.value(column) ?? .null
    }
    if operation.knew(last.operationID, writtenAs: operationID) { return last.value }
    let head = heads.last { operation.knew($0.operationID, writtenAs: operationID) }
    let (known, first) = try entries(of: column)
    guard let known, known.sequence > head?.operationID.sequence ?? 0 else {
      return head?.value ?? first.flatMap { $0.value?.before }.map(SharedValue.init)
    }
    return known.value.map { SharedValue($0.after) }
  }

  private struct Entry {
    var sequence: Int64
    var device: String
    var columns: Set<Substring>
    /// The values before and after, as far as the history holds them.
    var values: [String: WrittenValue]
  }

  /// An entry about one column.
  private typealias Known = (sequence: Int64, value: WrittenValue?)

  /// The latest history entry about a column that the author knew, and the earliest entry after that.
  private func entries(of column: String) throws -> (known: Known?, unknown: Known?) {
    var unknown: Known?
    var index = 0
    while let entry = try entry(at: index) {
      index += 1
      let value = entry.values[column]
      guard value != nil || entry.columns.contains(Substring(column)) else { continue }
      if entry.sequence <= operation.lastSequence || entry.device == operationID.device {
        return ((entry.sequence, value), unknown)
      }
      unknown = (entry.sequence, value)
    }
    return (nil, unknown)
  }

  /// An entry of the history, which is read once for all columns.
  private func entry(at index: Int) throws -> Entry? {
    if index < entries.count { return entries[index] }
    guard bytes < Self.limit.bytes, let row = try nextRow() else { return nil }
    let columns: String = try row.value(2)
    let written: String = try row.value(3)
    bytes += columns.utf8.count + written.utf8.count
    let entry = Entry(
      sequence: try row.value(0), device: try row.value(1),
      columns: Set(columns.split(separator: ",")), values: WrittenValue.values(in: written))
    entries.append(entry)
    return entry
  }

  private func nextRow() throws -> Row? {
    if let rest { return try rest.next() }
    let find = try db.makeStatement(
      sql: """
        SELECT sequence, device, columns, written FROM household_history
        WHERE key = ? ORDER BY sequence DESC LIMIT \(Self.limit.entries)
        """)
    let rows = try Row.fetchCursor(find, arguments: [key.text])
    rest = rows
    return try rows.next()
  }
}
