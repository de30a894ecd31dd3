import Foundation

/// The expanded items, each with all rows in it.
extension OutlineView {
  /// The identifiers of the expanded items, in the order in which they were expanded.
  ///
  /// Those in collapsed items are included.
  public var expandedItems: [String] { expanded.identifiers }

  /// Whether an item is expanded; also one in a collapsed item.
  public func isItemExpanded(_ identifier: String) -> Bool {
    expanded.contains(.item(identifier))
  }

  /// Shows the children of an item.
  ///
  /// An item without a row shows them once the items around it are expanded.
  ///
  /// - Parameters:
  ///   - identifier: The item.
  ///   - expandChildren: Whether to expand everything in it, too, as far as there are at most
  ///     ``maximumExpandedRows`` rows.
  public func expandItem(_ identifier: String, expandChildren: Bool = false) {
    if expandChildren { return expand(expandableItems(in: identifier)) }
    guard !isItemExpanded(identifier) else { return }
    expanded.insert([.item(identifier)])
    saveExpansion()
    if canFollow, let tree = knownTree, let branch = tree.expand(identifier),
      let parent = branch.parent
    {
      let row = parent.row(ofChild: branch.index)
      followRows(RowSpan(.insertion, in: row, count: branch.rowCount))
    } else if !canFollow {
      reloadData()
    }
    expansionDidChange?()
  }

  /// Hides everything in an item; if the selected row is in it, the item is selected.
  ///
  /// - Parameters:
  ///   - identifier: The item.
  ///   - collapseChildren: Whether to collapse everything in it, too.
  public func collapseItem(_ identifier: String, collapseChildren: Bool = false) {
    guard isItemExpanded(identifier) else { return }
    let branch = knownTree?.branch(of: identifier)
    var gone: Set<RowKey> = [.item(identifier)]
    if collapseChildren {
      branch?.forEach { inner in
        if let identifier = inner.identifier { gone.insert(.item(identifier)) }
      }
    }
    expanded.remove(gone)
    saveExpansion()
    if canFollow, let branch, let parent = branch.parent {
      let row = parent.row(ofChild: branch.index)
      knownTree?.collapse(branch)
      followRows(RowSpan(.deletion, in: row, count: branch.rowCount))
    } else if !canFollow {
      reloadData()
    }
    expansionDidChange?()
  }

  /// Expands all items, as far as there are at most ``maximumExpandedRows`` rows.
  public func expandAllItems() {
    expand(expandableItems(in: nil))
  }

  /// Collapses all items; if the selected row is in one, the outermost one around it is selected.
  public func collapseAllItems() {
    guard !expanded.isEmpty else { return }
    let selected = outermostItemOfSelection
    expanded = RowMarks()
    manyItemsDidChange()
    if let selected, let path = row(forItem: selected) { selectRow(at: path) }
  }

  /// The number of rows from which on ``expandAllItems()`` expands no further items: 100,000.
  public static let maximumExpandedRows = 100_000

  private func expand(_ items: [RowKey]) {
    expanded.insert(items)
    manyItemsDidChange()
  }

  private func manyItemsDidChange() {
    saveExpansion()
    reloadData()
    expansionDidChange?()
  }

  /// Whether rows can be inserted and removed one by one: those of the last layout are known.
  private var canFollow: Bool { !needsReload && pendingState == nil && knownTree != nil }

  private func followRows(_ change: RowSpan) {
    follow(change, into: TableGeometry(sections: [(title: nil, rows: tree?.rowCount ?? 0)]))
    followedState = currentState()
  }

  /// The items that can be expanded in an item and the item itself; in all for `nil`.
  private func expandableItems(in identifier: String?) -> [RowKey] {
    guard let source = outlineDataSource else { return [] }
    var found = identifier.map { [RowKey.item($0)] } ?? []
    var waiting = [identifier]
    var rows = 0
    while let parent = waiting.popLast() {
      for index in 0..<max(0, source.outlineView(self, numberOfChildrenOfItem: parent)) {
        rows += 1
        if rows > Self.maximumExpandedRows { return found }
        let location = OutlineLocation(parent: parent, index: index)
        guard source.outlineView(self, isItemExpandableAt: location),
          let child = source.outlineView(self, child: index, ofItem: parent)
        else { continue }
        found.append(.item(child))
        waiting.append(child)
      }
    }
    return found
  }

  private var outermostItemOfSelection: String? {
    guard let path = indexPathForSelectedRow,
      var branch = tree?.root.place(ofRow: path.row)?.branch
    else { return nil }
    while let parent = branch.parent, parent.parent != nil { branch = parent }
    return branch.identifier
  }
}
