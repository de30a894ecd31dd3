/// The children of an expanded item of an outline, counted but not listed.
///
/// Only expanded items have a branch. Finding a row takes one binary search for each level, however many rows there
/// are.
final class OutlineBranch {
  /// The item whose children these are; `nil` at the top.
  let identifier: String?

  /// The branch of the item itself; `nil` at the top.
  private(set) weak var parent: OutlineBranch?

  /// The position of the item among its siblings.
  let index: Int

  /// How many items are around each child.
  let level: Int

  /// The number of children.
  let count: Int

  /// The number of rows: the children and all rows in them.
  private(set) var rowCount: Int

  /// The expanded children, in order.
  private var branches: [OutlineBranch] = []

  /// The row of each expanded child, counted from the first child.
  private var knownStarts: [Int]?

  init(of identifier: String?, at index: Int, in parent: OutlineBranch?, count: Int) {
    self.identifier = identifier
    self.parent = parent
    self.index = index
    self.count = max(0, count)
    level = parent.map { $0.level + 1 } ?? 0
    rowCount = self.count
  }

  // MARK: - Rows

  /// The branch and the position in it of a row, counted from the first child; `nil` if there is no such row.
  func place(ofRow row: Int) -> (branch: OutlineBranch, index: Int)? {
    var (branch, row) = (self, row)
    guard (0..<rowCount).contains(row) else { return nil }
    while true {
      let starts = branch.starts
      guard let last = starts.lastPlace(where: { $0 < row }) else { return (branch, row) }
      let (start, inner) = (starts[last], branch.branches[last])
      guard row <= start + inner.rowCount else {
        return (branch, row - start - inner.rowCount + inner.index)
      }
      (branch, row) = (inner, row - start - 1)
    }
  }

  /// The row of a child, counted from the first row of the outline.
  func row(ofChild index: Int) -> Int {
    var row = 0
    var (branch, index) = (self, index)
    while true {
      row += branch.offset(ofChild: index)
      guard let parent = branch.parent else { return row }
      row += 1
      (branch, index) = (parent, branch.index)
    }
  }

  /// The row of a child, counted from the first child.
  private func offset(ofChild index: Int) -> Int {
    guard let last = branches.lastPlace(where: { $0.index < index }) else { return index }
    return starts[last] + branches[last].rowCount + index - branches[last].index
  }

  private var starts: [Int] {
    if let knownStarts { return knownStarts }
    var starts: [Int] = []
    starts.reserveCapacity(branches.count)
    var inner = 0
    for branch in branches {
      starts.append(branch.index + inner)
      inner += branch.rowCount
    }
    knownStarts = starts
    return starts
  }

  // MARK: - Expanded children

  /// The branch of a child; `nil` if it is not expanded.
  func branch(ofChild index: Int) -> OutlineBranch? {
    guard let place = branches.lastPlace(where: { $0.index <= index }),
      branches[place].index == index
    else { return nil }
    return branches[place]
  }

  /// Adds the branch of a child that has none.
  func insert(_ branch: OutlineBranch) {
    let place = branches.lastPlace { $0.index < branch.index }.map { $0 + 1 } ?? 0
    branches.insert(branch, at: place)
    grow(by: branch.rowCount)
  }

  /// Takes all rows of this branch out of the outline.
  func removeFromParent() {
    guard let parent, let place = parent.branches.lastPlace(where: { $0.index <= index }) else {
      return
    }
    parent.branches.remove(at: place)
    parent.grow(by: -rowCount)
  }

  private func grow(by rows: Int) {
    var branch: OutlineBranch? = self
    while let current = branch {
      current.rowCount += rows
      current.knownStarts = nil
      branch = current.parent
    }
  }

  /// The branches of the expanded children, in order.
  func forEachChild(_ body: (OutlineBranch) -> Void) { branches.forEach(body) }

  /// This branch and those in it, in the order of the rows.
  func forEach(_ body: (OutlineBranch) -> Void) {
    body(self)
    for branch in branches { branch.forEach(body) }
  }
}

extension Array {
  /// The position of the last element that meets a condition, which all elements before it meet, too.
  fileprivate func lastPlace(where condition: (Element) -> Bool) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}
