@testable import Inventory
@testable import Sync

/// Tracks what was written in several homes and who had seen what, independently of the merge.
struct EditOracle {
  /// A cell of a row.
  struct Cell: Hashable {
    var row: RowID
    var column: String
  }

  private struct Event {
    var cell: Cell
    var value: SharedValue
    /// The events that its author had seen.
    var known: Set<Int>
  }

  /// The columns that it follows; no value of one is written twice.
  private static let columns: [SyncedTable: [String]] = [
    .setting: ["value"], .category: ["useful_life_months"], .place: ["name", "notes", "parent"],
    .item: itemColumns, .attachment: ["title", "kind"],
  ]
  static let itemColumns = ["notes", "manufacturer", "field:colour"]

  private var events: [Event] = []
  private var numbers: [Cell: [SharedValue: Set<Int>]] = [:]
  /// For each event with a value of an existing row, the event that the row exists.
  private var companions: [Int: Int] = [:]

  /// Records what a user changed in a row.
  ///
  /// - Returns: The new events.
  mutating func note(
    _ row: RowID, from old: RowImage, to new: RowImage, known: Set<Int>
  ) -> Set<Int> {
    var noted: Set<Int> = []
    let life = new[MergedRow.life] ?? .null
    for column in SyncedTable(rawValue: row.kind).flatMap({ Self.columns[$0] }) ?? [] {
      guard let value = new[column], value != old[column] else { continue }
      let written = add(Cell(row: row, column: column), value, known)
      noted.insert(written)
      guard life == .null else { continue }
      let presence = add(Cell(row: row, column: MergedRow.life), life, known)
      companions[written] = presence
      noted.insert(presence)
    }
    if noted.isEmpty, life != .null, life != old[MergedRow.life] {
      noted.insert(add(Cell(row: row, column: MergedRow.life), life, known))
    }
    return noted
  }

  private mutating func add(_ cell: Cell, _ value: SharedValue, _ known: Set<Int>) -> Int {
    let number = events.count
    events.append(Event(cell: cell, value: value, known: known))
    if value != .null { numbers[cell, default: [:]][value, default: []].insert(number) }
    return number
  }

  /// Whether anyone has written a value.
  func hasWritten(_ value: SharedValue, in cell: Cell) -> Bool { numbers[cell]?[value] != nil }

  /// Whether an event is about a setting.
  func isOfSetting(_ event: Int) -> Bool {
    events[event].cell.row.kind == SyncedTable.setting.rawValue
  }

  /// The events that an operation tells about.
  func events(in operation: SyncOperation) -> Set<Int> {
    operation.writes.reduce(into: []) { $0.formUnion(events(in: $1)) }
  }

  /// The events that one write of an operation tells about.
  func events(in write: RowWrite) -> Set<Int> {
    var found: Set<Int> = []
    for (column, value) in write.cells {
      for number in numbers[Cell(row: write.row, column: column)]?[value] ?? [] {
        found.insert(number)
        if let companion = companions[number] { found.insert(companion) }
      }
    }
    return found
  }

  /// The current values of each cell: those of events that no other event knew.
  ///
  /// - Parameters:
  ///   - strangers: Events whose authors' knowledge is never sent.
  ///   - late: Events that count as current even if known, since an old copy may send them again.
  func standing(
    among present: Set<Int>, strangers: Set<Int> = [], late: Set<Int> = []
  ) -> [Cell: Set<SharedValue>] {
    let cells = Dictionary(grouping: present) { events[$0].cell }
    return cells.mapValues { numbers in
      let replaced = numbers.filter { !strangers.contains($0) }.reduce(into: Set<Int>()) {
        $0.formUnion(events[$1].known)
      }
      return Set(
        numbers.filter { late.contains($0) || !replaced.contains($0) }.map { events[$0].value })
    }
  }
}
