@testable import Inventory
@testable import Sync

/// What people wrote in several homes and who had seen what of it, by bookkeeping that the merge does not have.
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

  /// The columns that it follows: nobody writes a value of one twice.
  private static let columns: [SyncedTable: [String]] = [
    .setting: ["value"], .category: ["useful_life_months"], .place: ["name", "notes", "parent"],
    .item: itemColumns, .attachment: ["title", "kind"],
  ]
  static let itemColumns = ["notes", "manufacturer", "field:colour"]

  private var events: [Event] = []
  private var numbers: [Cell: [SharedValue: Set<Int>]] = [:]
  /// That a row is there goes with each value of a row that is.
  private var companions: [Int: Int] = [:]

  /// Notes what a person changed of a row.
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

  /// Whether anybody has written a value.
  func hasWritten(_ value: SharedValue, in cell: Cell) -> Bool { numbers[cell]?[value] != nil }

  /// Whether an event is about a setting.
  func isOfSetting(_ event: Int) -> Bool {
    events[event].cell.row.kind == SyncedTable.setting.rawValue
  }

  /// The events that somebody learns of from an operation.
  func events(in operation: SyncOperation) -> Set<Int> {
    operation.writes.reduce(into: []) { $0.formUnion(events(in: $1)) }
  }

  /// The events that somebody learns of from what an operation says of one row.
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

  /// The values that stand in each cell: those of events that no other of the events knew.
  ///
  /// - Parameters:
  ///   - strangers: The events of which nobody is told what their authors knew.
  ///   - late: Those that stand whoever knew them, since an old copy may say them when nobody can tell any more.
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
