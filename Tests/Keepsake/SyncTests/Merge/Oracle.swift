@testable import Sync

/// Tracks who had seen what, independently of the merge.
final class Oracle {
  struct Event {
    var row: RowID
    var column: String
    var value: SharedValue
    /// The events that its author had seen.
    var known: UInt64
  }

  private(set) var events: [Event] = []
  /// For each event with a value of an existing row, the event that the row exists.
  private var companions: [Int: Int] = [:]
  private var index: [SharedValue: Int] = [:]

  var isFull: Bool { events.count >= 60 }

  /// Records that a user wrote a value; returns the new events as bits.
  func note(
    _ row: RowID, _ column: String, _ value: SharedValue, life: SharedValue, known: UInt64
  )
    -> UInt64
  {
    let first = events.count
    events.append(Event(row: row, column: column, value: value, known: known))
    index[value] = first
    guard column != MergedRow.life, life == .null else { return 1 << UInt64(first) }
    events.append(
      Event(row: row, column: MergedRow.life, value: life, known: known | 1 << UInt64(first)))
    companions[first] = first + 1
    return 3 << UInt64(first)
  }

  /// The events that an operation tells about, without those that their authors knew.
  func events(in operation: SyncOperation) -> UInt64 {
    var found: UInt64 = 0
    for write in operation.writes {
      for value in write.cells.values {
        guard let number = index[value] else { continue }
        found |= 1 << UInt64(number)
        if let companion = companions[number] { found |= 1 << UInt64(companion) }
      }
    }
    return found
  }

  /// The current values of a cell: those of events that no other event knew.
  ///
  /// - Parameters:
  ///   - strangers: Events whose authors' knowledge is never sent.
  ///   - late: Events that count as current even if known, since an old copy may send them again.
  func standing(
    _ row: RowID, _ column: String, among present: UInt64, strangers: UInt64 = 0, late: UInt64 = 0
  ) -> Set<SharedValue> {
    let mine = events.indices.filter {
      present & (1 << UInt64($0)) != 0 && events[$0].row == row && events[$0].column == column
    }
    let heads = mine.filter { event in
      late & (1 << UInt64(event)) != 0
        || !mine.contains {
          strangers & (1 << UInt64($0)) == 0 && events[$0].known & (1 << UInt64(event)) != 0
        }
    }
    return Set(heads.map { events[$0].value })
  }
}
