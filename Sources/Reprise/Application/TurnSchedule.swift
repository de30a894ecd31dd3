/// Which turns are under way, and whether one more was asked for.
struct TurnSchedule {
  /// How many turns are under way: one that an action asks for runs inside the one of its event.
  private var depth = 0

  /// Whether a turn was asked for and has not begun.
  private(set) var isAskedFor = false

  /// Whether a turn is under way, at the end of which everything is drawn.
  var isInTurn: Bool { depth > 0 }

  mutating func begin() { depth += 1 }

  /// Ends a turn: what it drew includes whatever another one was asked for.
  mutating func end() {
    depth -= 1
    isAskedFor = false
  }

  /// Takes back what was asked for: it begins now, or there is no screen to draw on any more.
  mutating func withdraw() { isAskedFor = false }

  /// Asks for a turn; says `false` when none is needed.
  mutating func ask() -> Bool {
    guard !isInTurn, !isAskedFor else { return false }
    isAskedFor = true
    return true
  }
}
