/// A set of row numbers as bits: cheap to fill in any order, to intersect and to query.
struct RowSet: Sendable {
  private var words: [UInt64] = []
  /// Numbers too large for bits; only a damaged or hostile file has such rows.
  private var far: Set<Int64> = []
  private static let farthest: Int64 = 1 << 32

  mutating func insert(_ id: Int64) {
    guard (0..<Self.farthest).contains(id) else {
      far.insert(id)
      return
    }
    let word = Int(id >> 6)
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: max(word + 1 - words.count, words.count)))
    }
    words[word] |= 1 << UInt64(id & 63)
  }

  mutating func remove(_ id: Int64) {
    guard (0..<Self.farthest).contains(id) else {
      far.remove(id)
      return
    }
    let word = Int(id >> 6)
    if word < words.count { words[word] &= ~(1 << UInt64(id & 63)) }
  }

  func contains(_ id: Int64) -> Bool {
    guard (0..<Self.farthest).contains(id) else { return far.contains(id) }
    let word = Int(id >> 6)
    return word < words.count && words[word] & (1 << UInt64(id & 63)) != 0
  }

  mutating func formIntersection(_ other: RowSet) {
    if words.count > other.words.count { words.removeLast(words.count - other.words.count) }
    for index in words.indices { words[index] &= other.words[index] }
    far.formIntersection(other.far)
  }

  mutating func formUnion(_ other: RowSet) {
    if words.count < other.words.count {
      words += repeatElement(0, count: other.words.count - words.count)
    }
    for index in other.words.indices { words[index] |= other.words[index] }
    far.formUnion(other.far)
  }

  mutating func subtract(_ other: RowSet) {
    for index in words.indices where index < other.words.count {
      words[index] &= ~other.words[index]
    }
    far.subtract(other.far)
  }

  var count: Int { words.reduce(far.count) { $0 + $1.nonzeroBitCount } }

  /// The numbers in ascending order.
  var ids: [Int64] {
    var result: [Int64] = []
    for (index, word) in words.enumerated() {
      var bits = word
      while bits != 0 {
        result.append(Int64(index) << 6 + Int64(bits.trailingZeroBitCount))
        bits &= bits - 1
      }
    }
    return far.isEmpty ? result : (result + far).sorted()
  }
}
