/// Finds cycles where each element is in at most one other.
enum CollectionCircles {
  /// The members of each cycle, starting with the lowest index.
  ///
  /// - Parameter around: For each element, the index of its container.
  static func find(_ around: [Int?]) -> [[Int]] {
    var circles: [[Int]] = []
    /// For each element, the start of the walk that passed it first.
    var walks = [Int?](repeating: nil, count: around.count)
    for start in around.indices {
      var path: [Int] = []
      var here: Int? = start
      while let one = here, walks[one] == nil {
        walks[one] = start
        path.append(one)
        here = around[one]
      }
      guard let end = here, walks[end] == start, let first = path.firstIndex(of: end) else {
        continue
      }
      let circle = Array(path[first...])
      let top = circle.indices.min { circle[$0] < circle[$1] } ?? 0
      circles.append(Array(circle[top...] + circle[..<top]))
    }
    return circles
  }
}
