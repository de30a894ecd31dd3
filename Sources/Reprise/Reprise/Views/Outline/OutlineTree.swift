/// The rows of an outline: the branches of its expanded items, as far as the items around them are expanded, too.
final class OutlineTree {
  /// The items at the top.
  let root: OutlineBranch

  private var branches: [String: OutlineBranch] = [:]
  private weak var view: OutlineView?

  private var source: (any OutlineViewDataSource)? { view?.outlineDataSource }

  /// Counts the rows of an outline.
  init(of view: OutlineView, from source: any OutlineViewDataSource) {
    self.view = view
    root = OutlineBranch(
      of: nil, at: 0, in: nil, count: source.outlineView(view, numberOfChildrenOfItem: nil))
    addBranches(to: root)
  }

  /// The number of rows.
  var rowCount: Int { root.rowCount }

  /// The branch of an expanded item with a row; of the top for `nil`.
  func branch(of identifier: String?) -> OutlineBranch? {
    guard let identifier else { return root }
    return branches[identifier]
  }

  /// The row of an item; `nil` if an item around it is collapsed, or if it is gone.
  func row(of identifier: String) -> Int? {
    if let branch = branches[identifier], let parent = branch.parent {
      return parent.row(ofChild: branch.index)
    }
    return place(of: identifier).map { $0.branch.row(ofChild: $0.index) }
  }

  /// The branch and the position in it of an item with a row.
  private func place(of identifier: String) -> (branch: OutlineBranch, index: Int)? {
    guard let view, let source,
      let branch = branch(of: source.outlineView(view, parentOfItem: identifier)),
      let index = source.outlineView(view, indexOfItem: identifier, inItem: branch.identifier),
      (0..<branch.count).contains(index)
    else { return nil }
    return (branch, index)
  }

  // MARK: - Changes

  /// Adds the rows in an item; returns its branch, or `nil` if it has no row or can't be expanded.
  func expand(_ identifier: String) -> OutlineBranch? {
    guard branches[identifier] == nil, let place = place(of: identifier),
      let branch = addBranch(of: identifier, at: place.index, in: place.branch)
    else { return nil }
    addBranches(to: branch)
    return branch
  }

  /// Removes the rows in an item.
  func collapse(_ branch: OutlineBranch) {
    branch.removeFromParent()
    branch.forEach { inner in
      if let identifier = inner.identifier { branches[identifier] = nil }
    }
  }

  /// Adds the branches of all expanded items in a branch.
  private func addBranches(to branch: OutlineBranch) {
    guard let view, let source else { return }
    var found: [String?: [String]] = [:]
    for identifier in view.expandedItems where branches[identifier] == nil {
      found[source.outlineView(view, parentOfItem: identifier), default: []].append(identifier)
    }
    var waiting = [branch]
    while let branch = waiting.popLast() {
      let children = (found[branch.identifier] ?? []).compactMap { identifier in
        source.outlineView(view, indexOfItem: identifier, inItem: branch.identifier)
          .map { (identifier: identifier, index: $0) }
      }
      for child in children.sorted(by: { $0.index < $1.index }) {
        guard (0..<branch.count).contains(child.index),
          let inner = addBranch(of: child.identifier, at: child.index, in: branch)
        else { continue }
        waiting.append(inner)
      }
    }
  }

  private func addBranch(
    of identifier: String, at index: Int, in parent: OutlineBranch
  ) -> OutlineBranch? {
    guard let view, let source, branches[identifier] == nil else { return nil }
    let location = OutlineLocation(parent: parent.identifier, index: index)
    let count = source.outlineView(view, numberOfChildrenOfItem: identifier)
    guard count > 0 || source.outlineView(view, isItemExpandableAt: location) else { return nil }
    let branch = OutlineBranch(of: identifier, at: index, in: parent, count: count)
    parent.insert(branch)
    branches[identifier] = branch
    return branch
  }
}
