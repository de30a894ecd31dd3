/// The turns under way, and the one asked for.
struct TurnSchedule {
  /// The number of nested turns: an action may ask for one inside the turn of its event.
  private var depth = 0

  /// Whether a turn was asked for and has not begun.
  private(set) var isAskedFor = false

  /// Whether a turn is under way, which ends with a frame.
  var isInTurn: Bool { depth > 0 }

  mutating func begin() { depth += 1 }

  /// Ends a turn; its frame includes whatever another turn was asked for.
  mutating func end() {
    depth -= 1
    isAskedFor = false
  }

  /// Withdraws the request: the turn begins now, or there is no screen any more.
  mutating func withdraw() { isAskedFor = false }

  /// Asks for a turn; returns `false` if none is needed.
  mutating func ask() -> Bool {
    guard !isInTurn, !isAskedFor else { return false }
    isAskedFor = true
    return true
  }
}
