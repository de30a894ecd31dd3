/// How many lines the rows of a table take: a number for all of them, and what was measured of others.
///
/// Knows slots, not paths: see ``TableGeometry``.
nonisolated struct RowLines: Equatable {
  /// The lines of a row that was not measured.
  let standard: Int

  /// The heights that were measured, also those that are the standard.
  private var heights: [Int: Int] = [:]

  /// The measured slots that are not of the standard height, in order, with what all of them up to each
  /// have more than the standard.
  private var others: [(slot: Int, excess: Int)] = []

  init(standard: Int = 1) {
    self.standard = max(1, standard)
  }

  /// Whether no row was measured.
  var isUniform: Bool { heights.isEmpty }

  /// Whether lines and slots have the same numbers.
  var areSlots: Bool { standard == 1 && others.isEmpty }

  func height(ofSlot slot: Int) -> Int { heights[slot] ?? standard }

  func isMeasured(_ slot: Int) -> Bool { heights[slot] != nil }

  /// Takes note of a height; costs as much as there are other heights below.
  mutating func measure(_ height: Int, ofSlot slot: Int) {
    let change = height - self.height(ofSlot: slot)
    heights[slot] = height
    guard change != 0 else { return }
    let place = index(after: slot - 1)
    if place < others.count, others[place].slot == slot {
      for index in place..<others.count { others[index].excess += change }
      if height == standard { others.remove(at: place) }
    } else {
      let before = place > 0 ? others[place - 1].excess : 0
      others.insert((slot, before), at: place)
      for index in place..<others.count { others[index].excess += change }
    }
  }

  /// What the measured rows before a slot have more than the standard.
  func excess(before slot: Int) -> Int {
    let place = index(after: slot - 1)
    return place > 0 ? others[place - 1].excess : 0
  }

  /// The place of the first other height behind a slot.
  private func index(after slot: Int) -> Int {
    var low = 0
    var high = others.count
    while low < high {
      let middle = (low + high) / 2
      if others[middle].slot <= slot { low = middle + 1 } else { high = middle }
    }
    return low
  }

  static func == (one: RowLines, other: RowLines) -> Bool {
    one.standard == other.standard && one.heights == other.heights
  }
}
