/// Finds the circles among things of which each lies in one other at most.
enum CollectionCircles {
  /// The members of each circle, its first in the order of the things first.
  ///
  /// - Parameter around: For each thing, the one around it.
  static func find(_ around: [Int?]) -> [[Int]] {
    var circles: [[Int]] = []
    /// The walk that passed each thing first.
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
