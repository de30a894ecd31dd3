import Foundation

/// Marked rows: each item stays marked while others are, whatever rows are shown.
extension TableView {
  /// The rows that an action is for, from the top: the marked ones, or else the selected one.
  ///
  /// Marks stay on their items through other orders, filters and launches (contract 2.C, 5.2), also on items that
  /// have no row at the moment: for those, use ``modelIdentifiersForMarkedRows``. An item that is gone loses its
  /// mark; see ``DataSourceModelAssociation/modelIdentifiersOfMissingElements(among:in:)``.
  public var indexPathsForSelectedRows: [IndexPath] {
    marks.isEmpty ? indexPathForSelectedRow.map { [$0] } ?? [] : indexPathsForMarkedRows
  }

  /// The marked rows, from the top.
  public var indexPathsForMarkedRows: [IndexPath] { foundMarks.map(\.path) }

  /// The number of marks, those of items without a row included.
  public var numberOfMarks: Int { marks.count }

  /// Whether a row is marked.
  public func isMarkedRow(at path: IndexPath) -> Bool {
    !marks.isEmpty && marks.contains(key(ofRowAt: path))
  }

  /// Whether the item of an identifier is marked.
  public func isMarked(modelIdentifier identifier: String) -> Bool {
    marks.contains(.item(identifier))
  }

  /// The identifiers of the marked items, in the order in which they were marked.
  ///
  /// No row is looked up for it. After a launch they are known before the rows are.
  public var modelIdentifiersOfMarks: [String] {
    if let identifiersOfMarks { return identifiersOfMarks }
    let found = marks.identifiers
    identifiersOfMarks = found
    return found
  }

  /// The identifiers of the marked items, from the top; items without a row come last.
  public var modelIdentifiersForMarkedRows: [String] {
    var shown: Set<String> = []
    let found = foundMarks.compactMap { mark -> String? in
      guard case .item(let identifier) = mark.key else { return nil }
      shown.insert(identifier)
      return identifier
    }
    guard found.count < marks.count else { return found }
    return found + modelIdentifiersOfMarks.filter { !shown.contains($0) }
  }

  // MARK: - Marking

  /// Marks a row or unmarks it, if ``allowsMultipleSelection`` and the delegate lets it be marked.
  public func setMarked(_ isMarked: Bool, forRowAt path: IndexPath) {
    loadIfNeeded()
    guard allowsMultipleSelection, geometry.contains(path) else { return }
    let key = key(ofRowAt: path)
    guard isMarked != marks.contains(key), !isMarked || canMark(path) else { return }
    changeMarks {
      if isMarked { $0.insert([key]) } else { $0.remove([key]) }
    }
  }

  /// Marks items by their identifiers, with or without a row, if ``allowsMultipleSelection``; items that are gone lose
  /// their marks when rows are loaded.
  ///
  /// For marks that the app kept while it showed other rows.
  public func markItems(withModelIdentifiers identifiers: [String]) {
    guard allowsMultipleSelection, !identifiers.isEmpty else { return }
    changeMarks { $0.insert(identifiers.map(RowKey.item)) }
  }

  /// Marks all rows that can be marked; if all are, unmarks them.
  ///
  /// Items without a row, such as those that a filter hides, keep their marks or stay unmarked.
  public func markAllRows() {
    let all = markableKeys
    let isAll = all.allSatisfy(marks.contains)
    changeMarks { if isAll { $0.remove(Set(all)) } else { $0.insert(all) } }
  }

  /// Marks the rows that are not marked, and unmarks the others.
  public func invertMarks() {
    let all = markableKeys
    let (marked, others) = (Set(all.filter(marks.contains)), all.filter { !marks.contains($0) })
    changeMarks {
      $0.remove(marked)
      $0.insert(others)
    }
  }

  /// Does what a key does to the marks of all rows, without asking the delegate.
  public func perform(_ action: MarkingAction) {
    switch action {
    case .markAll: markAllRows()
    case .invert: invertMarks()
    }
  }

  /// Does it unless the delegate refuses.
  func performIfAllowed(_ action: MarkingAction) {
    if delegate?.tableView(self, shouldPerform: action) ?? true { perform(action) }
  }

  /// Removes all marks.
  public func deselectAllRows() {
    guard !marks.isEmpty || markRange != nil else { return }
    changeMarks { $0 = RowMarks() }
  }

  /// Changes the marks, ends a range, and tells the delegate.
  private func changeMarks(_ change: (inout RowMarks) -> Void) {
    markRange = nil
    change(&marks)
    marksDidChange()
  }

  private func canMark(_ path: IndexPath) -> Bool {
    delegate?.tableView(self, canMarkRowAt: path) ?? true
  }

  /// Whether the selected row can be marked or unmarked.
  var canToggleMark: Bool {
    guard let path = indexPathForSelectedRow, stillHasRow(at: path) else { return false }
    return canMark(path) || isMarkedRow(at: path)
  }

  /// Marks or unmarks the selected row, and moves on.
  func toggleMark(movingBy step: Int = 0) {
    guard let path = indexPathForSelectedRow else { return }
    setMarked(!isMarkedRow(at: path), forRowAt: path)
    if step != 0 { moveSelection(by: step) }
  }

  // MARK: - Ranges

  /// Whether rows are marked as the selection moves; see ``beginMarkingRange()``.
  public var isMarkingRange: Bool { markRange != nil }

  /// Begins a range at the selected row: the rows from there to the selected one are marked as the selection moves.
  ///
  /// The range is restored. It ends with ``endMarkingRange()``, another change of the marks, and when its first row
  /// is gone; the rows stay marked.
  public func beginMarkingRange() {
    guard allowsMultipleSelection, let path = indexPathForSelectedRow, stillHasRow(at: path) else {
      return
    }
    markRange = MarkRange(start: key(ofRowAt: path), startPath: path)
    updateMarkRange()
    setNeedsLayout()
  }

  /// Ends a range; its rows stay marked.
  public func endMarkingRange() {
    guard markRange != nil else { return }
    markRange = nil
    marksDidChange()
  }

  /// Extends or shortens the range to the selected row.
  func updateMarkRange() {
    guard var range = markRange, !needsReload, let path = indexPathForSelectedRow,
      path != range.end, let start = geometry.slot(of: range.startPath),
      let end = geometry.slot(of: path)
    else { return }
    let former = range.end.flatMap(geometry.slot(of:))
    if let former, (former - start).signum() * (end - start).signum() >= 0 {
      if abs(end - start) > abs(former - start) {
        range.added += marks.insert(markableKeys(from: former, to: end))
      } else {
        let gone = Set(keys(inSlots: min(former, end)...max(former, end)))
          .subtracting(keys(inSlots: end...end))
        range.added -= marks.removeLast(among: gone, atMost: range.added)
      }
    } else {
      marks.removeLast(range.added)
      range.added = marks.insert(markableKeys(from: start, to: end))
    }
    range.end = path
    markRange = range
    marksDidChange()
  }

  private func markableKeys(from start: Int, to end: Int) -> [RowKey] {
    let found = markableKeys(inSlots: min(start, end)...max(start, end))
    return end < start ? found.reversed() : found
  }

  // MARK: - Rows of marks

  /// The number of rows from which on all identifiers of a section are read at once.
  private static let fewRows = 64

  /// The key of a row for its mark.
  func key(ofRowAt path: IndexPath) -> RowKey {
    dataSource?.modelAssociation?.modelIdentifierForElement(at: path, in: self).map(RowKey.item)
      ?? .row(path)
  }

  /// The keys of all rows that can be marked.
  private var markableKeys: [RowKey] {
    loadIfNeeded()
    guard allowsMultipleSelection, geometry.rowCount > 0 else { return [] }
    return markableKeys(inSlots: 0...geometry.slotCount - 1)
  }

  private func markableKeys(inSlots slots: ClosedRange<Int>) -> [RowKey] {
    rows(inSlots: slots).filter { canMark($0.path) }.map(\.key)
  }

  private func keys(inSlots slots: ClosedRange<Int>) -> [RowKey] {
    rows(inSlots: slots).map(\.key)
  }

  /// The rows of consecutive slots with their keys.
  private func rows(inSlots slots: ClosedRange<Int>) -> [(path: IndexPath, key: RowKey)] {
    guard slots.count > Self.fewRows, let association = dataSource?.modelAssociation else {
      return slots.compactMap { slot in
        guard case .row(let path) = geometry.content(ofSlot: slot) else { return nil }
        return (path, key(ofRowAt: path))
      }
    }
    var found: [(path: IndexPath, key: RowKey)] = []
    found.reserveCapacity(slots.count)
    for (index, section) in geometry.sections.enumerated() {
      let first = section.start + (section.title == nil ? 0 : 1)
      let rows = (first..<first + section.rows).clamped(to: Range(slots))
      guard !rows.isEmpty else { continue }
      let identifiers = association.modelIdentifiers(inSection: index, in: self)
      for slot in rows {
        let path = IndexPath(row: slot - first, section: index)
        let identifier = slot - first < identifiers.count ? identifiers[slot - first] : nil
        found.append((path, identifier.map(RowKey.item) ?? .row(path)))
      }
    }
    return found
  }

  /// The marks that have a row, from the top.
  private var foundMarks: [(path: IndexPath, key: RowKey)] {
    guard !marks.isEmpty, geometry.rowCount > 0 else { return [] }
    guard marks.count <= Self.fewRows else {
      return rows(inSlots: 0...geometry.slotCount - 1).filter { marks.contains($0.key) }
    }
    let association = dataSource?.modelAssociation
    return marks.keys.compactMap { key -> (path: IndexPath, key: RowKey)? in
      let path: IndexPath?
      switch key {
      case .row(let row): path = row
      case .item(let identifier):
        path = association?.indexPathForElement(withModelIdentifier: identifier, in: self)
      }
      return path.flatMap { geometry.contains($0) ? ($0, key) : nil }
    }
    .sorted { $0.path < $1.path }
  }

  /// Drops the marks of items that are gone, after the rows were loaded; marks wait while there are no rows.
  func dropLostMarks() {
    guard !marks.isEmpty else { return }
    if let range = markRange { follow(range) }
    let gone: Set<RowKey>
    if let association = dataSource?.modelAssociation {
      gone = Set(
        association.modelIdentifiersOfMissingElements(among: modelIdentifiersOfMarks, in: self)
          .map(RowKey.item))
    } else {
      gone = []
    }
    let former = marks.count
    if !gone.isEmpty { marks.remove(gone) }
    if geometry.rowCount > 0 { marks = marks.moved { geometry.contains($0) ? $0 : nil } }
    guard marks.count < former else { return }
    markRange = nil
    marksDidChange()
  }

  /// Finds the first row of the range again; without it, the range ends.
  private func follow(_ range: MarkRange) {
    guard geometry.rowCount > 0 else { return }
    var path: IndexPath? = range.startPath
    if case .item(let identifier) = range.start {
      path = dataSource?.modelAssociation?
        .indexPathForElement(withModelIdentifier: identifier, in: self)
    }
    guard let path, geometry.contains(path) else { return endMarkingRange() }
    guard path != range.startPath else { return }
    markRange?.startPath = path
    markRange?.end = nil
    stateOfMarks.setNeedsPreservation()
  }

  // MARK: - Preservation

  /// Takes over restored marks.
  func restore(_ marks: RowMarks, _ range: MarkRange?) {
    guard allowsMultipleSelection else { return }
    (self.marks, markRange) = (marks, range)
    identifiersOfMarks = nil
    savesMarks = hasMarkState
    if !needsReload { dropLostMarks() }
    setNeedsLayout()
  }

  /// Reads the marks from states of earlier versions, which stored them with the table.
  func decodeMarks(with coder: Coder) {
    guard case .array(let values)? = coder.value(forKey: "marks") else { return }
    restore(
      RowMarks(
        values.compactMap { value in
          guard case .array(let parts) = value, parts.count == 2, case .string(let name) = parts[0],
            let path = parts[1].indexPath
          else { return nil }
          return name.isEmpty ? .row(path) : .item(name)
        }), nil)
    setNeedsPreservation()
    preservationOwner?.setNeedsPreservation()
  }
}
