import GRDB
import Household

/// Finds the values that the author of an operation saw while writing it.
///
/// The merged row holds them unless another home wrote at the same time; in that case the history does.
struct SeenValues {
  let db: Database
  /// The row's key in the history.
  let key: HistoryKey
  let operation: Household.Operation
  let stamp: Stamp

  /// The maximum number of history entries to read, latest first.
  private static let limit = 200

  /// The value that the author saw in a column; `nil` if it is unknown.
  func value(_ column: String, in row: MergedRow) throws -> SharedValue? {
    // A row that is removed and edited at the same time is kept, so its life has no second value.
    guard column != MergedRow.life, let heads = row.cells[column], let last = heads.last else {
      return row.value(column) ?? .null
    }
    if operation.knew(last.stamp, writtenAs: stamp) { return last.value }
    let head = heads.last { operation.knew($0.stamp, writtenAs: stamp) }
    let (known, first) = try entries(of: column)
    guard let known, known.sequence > head?.stamp.sequence ?? 0 else {
      return head?.value ?? first.flatMap { $0.value?.before }.map(SharedValue.init)
    }
    return known.value.map { SharedValue($0.after) }
  }

  private struct Entry {
    var sequence: Int64
    /// The values before and after; `nil` if the history doesn't hold them.
    var value: WrittenValue?
  }

  /// The latest history entry about a column that the author knew, and the earliest entry after that.
  private func entries(of column: String) throws -> (known: Entry?, unknown: Entry?) {
    let find = try db.cachedStatement(
      sql: """
        SELECT sequence, device, columns, written FROM household_history
        WHERE key = ? ORDER BY sequence DESC LIMIT \(Self.limit)
        """)
    let rows = try Row.fetchCursor(find, arguments: [key.text])
    var unknown: Entry?
    while let row = try rows.next() {
      let value = WrittenValue.values(in: try row.value(3))[column]
      let columns: String = try row.value(2)
      guard value != nil || columns.split(separator: ",").contains(Substring(column)) else {
        continue
      }
      let sequence: Int64 = try row.value(0)
      let entry = Entry(sequence: sequence, value: value)
      let device: String = try row.value(1)
      let isKnown = sequence <= operation.seen || device == stamp.device
      if isKnown { return (entry, unknown) }
      unknown = entry
    }
    return (nil, unknown)
  }
}
