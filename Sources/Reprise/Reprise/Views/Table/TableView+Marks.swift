import Foundation

/// A marked row: its path, and the identifier of its item if it has one.
struct RowMark: Hashable {
  var path: IndexPath
  var identifier: String?
}

extension TableView {
  /// The rows that an action is for, from the top: the marked ones, or else the selected one.
  ///
  /// Marks stay with their items when rows come and go, and across launches (contract 2.C, 5.2). The
  /// mark of an item that is gone goes with it.
  public var indexPathsForSelectedRows: [IndexPath] {
    let marked = markedPaths.filter(geometry.contains).sorted()
    return marked.isEmpty ? indexPathForSelectedRow.map { [$0] } ?? [] : marked
  }

  /// The marked rows, from the top.
  public var indexPathsForMarkedRows: [IndexPath] {
    markedPaths.filter(geometry.contains).sorted()
  }

  /// The identifiers of the marked rows' items, from the top; rows that have none are left out.
  ///
  /// No row is looked up for it, however far away it is. After a launch they are known before the rows
  /// are; the mark of an item that is gone goes with the first layout that has rows.
  public var modelIdentifiersForMarkedRows: [String] {
    marks.sorted { $0.path < $1.path }.compactMap(\.identifier)
  }

  /// Marks a row or unmarks it, if ``allowsMultipleSelection`` and the delegate lets it be marked.
  public func setMarked(_ isMarked: Bool, forRowAt path: IndexPath) {
    loadIfNeeded()
    guard allowsMultipleSelection, geometry.contains(path), isMarked != markedPaths.contains(path)
    else { return }
    if isMarked {
      guard canMark(path) else { return }
      let identifier = dataSource?.modelAssociation?.modelIdentifierForElement(at: path, in: self)
      marks.append(RowMark(path: path, identifier: identifier))
    } else {
      marks.removeAll { $0.path == path }
    }
    delegate?.tableViewDidChangeMarks(self)
  }

  private func canMark(_ path: IndexPath) -> Bool {
    delegate?.tableView(self, canMarkRowAt: path) ?? true
  }

  /// Whether the selected row can be marked or unmarked.
  var canToggleMark: Bool {
    guard let path = indexPathForSelectedRow, stillHasRow(at: path) else { return false }
    return markedPaths.contains(path) || canMark(path)
  }

  /// Removes all marks.
  public func deselectAllRows() {
    guard !marks.isEmpty else { return }
    marks = []
    delegate?.tableViewDidChangeMarks(self)
  }

  /// Marks or unmarks the selected row, and moves on.
  func toggleMark(movingBy step: Int = 0) {
    guard let path = indexPathForSelectedRow else { return }
    setMarked(!markedPaths.contains(path), forRowAt: path)
    if step != 0 { moveSelection(by: step) }
  }

  /// Moves marks to the present rows of their items; while there are no rows they wait.
  func findMarks() {
    guard !marks.isEmpty, geometry.rowCount > 0 else { return }
    let association = dataSource?.modelAssociation
    var found: [RowMark] = []
    for mark in marks {
      var mark = mark
      if let identifier = mark.identifier, let association {
        guard
          let path = association.indexPathForElement(withModelIdentifier: identifier, in: self)
        else { continue }
        mark.path = path
      }
      if geometry.contains(mark.path) { found.append(mark) }
    }
    let isLess = found.count < marks.count
    marks = found
    if isLess { delegate?.tableViewDidChangeMarks(self) }
  }

  // MARK: - Preservation

  func encodeMarks(with coder: Coder) {
    guard !marks.isEmpty else { return }
    coder.encode(
      value: .array(marks.map { .array([.string($0.identifier ?? ""), Value(path: $0.path)]) }),
      forKey: "marks")
  }

  func decodeMarks(with coder: Coder) {
    guard case .array(let values)? = coder.value(forKey: "marks") else { return }
    marks = values.compactMap { value in
      guard case .array(let parts) = value, parts.count == 2, case .string(let name) = parts[0],
        let path = parts[1].indexPath
      else { return nil }
      return RowMark(path: path, identifier: name.isEmpty ? nil : name)
    }
    if !needsReload { findMarks() }
  }
}
