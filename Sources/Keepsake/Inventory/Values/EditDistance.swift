/// How much two names differ, for suggestions after a typing error.
enum EditDistance {
  /// The number of letters to insert, remove or replace to make one of the other.
  static func between(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var former = Array(0...other.count)
    for (row, byte) in one.enumerated() {
      var next = [row + 1]
      for (column, wanted) in other.enumerated() {
        next.append(
          min(former[column] + (byte == wanted ? 0 : 1), former[column + 1] + 1, next[column] + 1))
      }
      former = next
    }
    return former[other.count]
  }
}
