/// Distributes a number of cells over lengths, to the last cell.
///
/// Lengths that fill get what the others leave. Where there are too few cells, lengths shrink in this
/// order: those that fill, to their minimum; those that fit, the longest first, so that a button keeps
/// its word while a text is cut; cells and percentages, likewise; at last the minimums, from the end
/// on. The sum is never more than there is.
nonisolated struct LengthDistribution {
  struct Part {
    let length: Length
    /// The cells that the view needs, for lengths that fit and for ``extent``.
    var need = 0
    /// The cells that it gets.
    fileprivate(set) var cells = 0
  }

  var parts: [Part] = []

  /// The cells that all parts have together.
  private var used: Int {
    var sum = 0
    for part in parts { sum = sum.adding(part.cells) }
    return sum
  }

  // MARK: - Sharing out

  /// Gives each part its cells.
  mutating func distribute(_ room: Int) {
    let room = max(0, room)
    giveWanted(of: room)
    let used = used
    if used < room {
      fill(room - used)
    } else if used > room {
      shrink(to: room)
    }
  }

  private mutating func giveWanted(of room: Int) {
    var percents = 0
    for part in parts { percents += part.length.percents }
    var before = 0
    for index in parts.indices {
      let part = parts[index]
      let wanted: Int
      switch part.length.kind {
      case .fit: wanted = part.need
      case .cells(let count): wanted = count
      case .fill: wanted = 0
      case .percent(let own):
        wanted = room.share(before..<before + own, of: max(100, percents))
        before += own
      }
      parts[index].cells = part.length.bounded(max(0, wanted))
    }
  }

  /// Distributes the rest over the parts that fill, by weight and within their bounds.
  ///
  /// A part whose share breaks a bound gets that bound, and the others share the rest. If the minimums
  /// add more than the maximums take away, those below their minimum are settled first, else those
  /// above their maximum: flexible lengths of browsers are resolved like this.
  private mutating func fill(_ left: Int) {
    var open: [Int] = []
    var room = left
    for index in parts.indices where parts[index].length.weight > 0 {
      open.append(index)
      room = room.adding(parts[index].cells)
    }
    while !open.isEmpty {
      share(room, among: open)
      var gained = 0
      for index in open {
        let share = parts[index].cells
        gained = gained.adding(parts[index].length.bounded(share).subtracting(share))
      }
      var others: [Int] = []
      for index in open {
        let share = parts[index].cells
        let bounded = parts[index].length.bounded(share)
        let breaks = gained > 0 ? bounded > share : gained < 0 ? bounded < share : true
        guard breaks else {
          others.append(index)
          continue
        }
        parts[index].cells = bounded
        room = room.subtracting(bounded)
      }
      open = others
    }
  }

  private mutating func share(_ room: Int, among open: [Int]) {
    var weights = 0
    for index in open { weights = weights.adding(parts[index].length.weight) }
    var before = 0
    for index in open {
      let next = before.adding(parts[index].length.weight)
      parts[index].cells = max(0, room).share(before..<next, of: weights)
      before = next
    }
  }

  private mutating func shrink(to room: Int) {
    shrink(to: room) { $0.isFit }
    shrink(to: room) { !$0.isFit }
    var left = room
    for index in parts.indices {
      parts[index].cells = min(parts[index].cells, left)
      left -= parts[index].cells
    }
  }

  /// Lowers a ceiling over some of the parts until all parts fit, or these are at their minimums.
  private mutating func shrink(to room: Int, where isCut: (Length) -> Bool) {
    let cut = parts.indices.filter { isCut(parts[$0].length) }
    let others = parts.indices.reduce(0) {
      isCut(parts[$1].length) ? $0 : $0.adding(parts[$1].cells)
    }
    let target = max(0, room.subtracting(others))
    func lowered(_ index: Int, to ceiling: Int) -> Int {
      min(parts[index].cells, max(parts[index].length.minimum, ceiling))
    }
    var low = 0
    var high = cut.reduce(0) { max($0, parts[$1].cells) }
    while low < high {
      let middle = high - (high - low) / 2
      let sum = cut.reduce(0) { $0.adding(lowered($1, to: middle)) }
      if sum <= target { low = middle } else { high = middle - 1 }
    }
    let lengths = cut.map { lowered($0, to: low) }
    var left = target.subtracting(lengths.reduce(0) { $0.adding($1) })
    for (index, length) in zip(cut, lengths) {
      let gains = left > 0 && length < parts[index].cells && length >= low
      parts[index].cells = gains ? length + 1 : length
      if gains { left -= 1 }
    }
  }

  // MARK: - Measuring

  /// The fewest cells that give each part what it needs.
  ///
  /// Where percentages of 100 leave nothing to the others, more cells than there will ever be.
  var extent: Int {
    var rest = 0
    var weights = 0
    var percents = 0
    for part in parts {
      percents += part.length.percents
      weights = weights.adding(part.length.weight)
    }
    var shares = 0
    var whole = 0
    for part in parts {
      let need = part.length.bounded(part.need)
      switch part.length.kind {
      case .fit: rest = rest.adding(need)
      case .cells(let count): rest = rest.adding(part.length.bounded(count))
      case .fill(let weight) where weight == 0: rest = rest.adding(part.length.minimum)
      case .fill(let weight): shares = max(shares, need.scaled(by: weights, over: weight))
      case .percent(0): rest = rest.adding(part.length.minimum)
      case .percent(let own):
        whole = max(whole, need.scaled(by: max(100, percents), over: own))
      }
    }
    rest = rest.adding(shares)
    if percents > 0 { rest = rest.scaled(by: 100, over: max(1, 100 - percents)) }
    return max(rest, whole)
  }
}

nonisolated extension Int {
  /// The share of these cells for a range of `total` shares.
  ///
  /// Ranges that touch leave no cell between them.
  fileprivate func share(_ range: Range<Int>, of total: Int) -> Int {
    guard total > 0 else { return 0 }
    return portion(range.upperBound, of: total) - portion(range.lowerBound, of: total)
  }

  private func portion(_ part: Int, of total: Int) -> Int {
    // The quotient is at most this number, so it fits.
    total.dividingFullWidth(multipliedFullWidth(by: Swift.min(part, total))).quotient
  }

  /// The number times a fraction, rounded up, at most `Int.max`.
  fileprivate func scaled(by numerator: Int, over denominator: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: numerator)
    guard !overflows else { return .max }
    return product / denominator + (product % denominator > 0 ? 1 : 0)
  }
}
