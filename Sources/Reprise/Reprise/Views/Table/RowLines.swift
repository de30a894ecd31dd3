/// The heights of a table's rows: one for all rows, and the measured ones.
///
/// Rows are known here by slots, not paths: see ``TableGeometry``.
nonisolated struct RowLines: Equatable {
  /// The height of rows that were not measured.
  let standard: Int

  /// The measured heights, the standard one included.
  private var heights: [Int: Int] = [:]

  /// The measured slots of another height than the standard, in order, each with the lines that all of
  /// them up to there have beyond the standard.
  private var others: [(slot: Int, excess: Int)] = []

  init(standard: Int = 1) {
    self.standard = max(1, standard)
  }

  /// Whether no row was measured.
  var isUniform: Bool { heights.isEmpty }

  /// Whether line numbers are slot numbers.
  var areSlots: Bool { standard == 1 && others.isEmpty }

  func height(ofSlot slot: Int) -> Int { heights[slot] ?? standard }

  func isMeasured(_ slot: Int) -> Bool { heights[slot] != nil }

  /// Stores a measured height; takes time for each other height further down.
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

  /// The lines that the measured rows before a slot have beyond the standard.
  func excess(before slot: Int) -> Int {
    let place = index(after: slot - 1)
    return place > 0 ? others[place - 1].excess : 0
  }

  /// The index in ``others`` of the first slot after a given one.
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
