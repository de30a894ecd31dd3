/// A set of row numbers as bits: cheap to fill in any order, to intersect, to ask.
struct RowSet: Sendable {
  private var words: [UInt64] = []

  mutating func insert(_ id: Int64) {
    guard id >= 0 else { return }
    let word = Int(id >> 6)
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: max(word + 1 - words.count, words.count)))
    }
    words[word] |= 1 << UInt64(id & 63)
  }

  func contains(_ id: Int64) -> Bool {
    let word = Int(id >> 6)
    return id >= 0 && word < words.count && words[word] & (1 << UInt64(id & 63)) != 0
  }

  mutating func formIntersection(_ other: RowSet) {
    if words.count > other.words.count { words.removeLast(words.count - other.words.count) }
    for index in words.indices { words[index] &= other.words[index] }
  }

  mutating func subtract(_ other: RowSet) {
    for index in words.indices where index < other.words.count {
      words[index] &= ~other.words[index]
    }
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The numbers in it, ascending.
  var ids: [Int64] {
    var result: [Int64] = []
    for (index, word) in words.enumerated() {
      var bits = word
      while bits != 0 {
        result.append(Int64(index) << 6 + Int64(bits.trailingZeroBitCount))
        bits &= bits - 1
      }
    }
    return result
  }
}
