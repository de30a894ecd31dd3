import Foundation

/// The state of a table: its top row and its selected row, by identifier and by path.
struct TableState: Equatable {
  var topIdentifier: String?
  var topPath: IndexPath?
  var topHeaderShown = false
  /// The lines of the top row, or of its header, above the screen.
  var topOffset = 0
  var selectedIdentifier: String?
  var selectedPath: IndexPath?
  var followsSelection = true
}

extension TableView {
  /// The present state, with identifiers from the data source (contract 5.2).
  func currentState() -> TableState {
    let association = dataSource?.modelAssociation
    var state = TableState()
    let top = keptTop ?? anchor(at: chosenTopLine)
    let slot = top.slot
    state.topPath = geometry.row(nearSlot: slot)
    if case .header = geometry.content(ofSlot: slot) { state.topHeaderShown = true }
    if slot < geometry.slotCount {
      state.topOffset = max(0, top.offset)
    }
    state.followsSelection = followsSelection
    state.selectedPath = indexPathForSelectedRow
    state.topIdentifier = state.topPath.flatMap {
      association?.modelIdentifierForElement(at: $0, in: self)
    }
    state.selectedIdentifier = state.selectedPath.flatMap {
      association?.modelIdentifierForElement(at: $0, in: self)
    }
    return state
  }

  /// Applies a restored state at the first layout that has rows (contract 5.9).
  func applyPendingState() {
    guard let state = pendingState, geometry.rowCount > 0, bounds.height > 0 else { return }
    pendingState = nil
    let selected = place(of: state.selectedIdentifier, orNear: state.selectedPath)
    select(selected ?? geometry.row(nearSlot: 0))
    let top = place(of: state.topIdentifier, orNear: state.topPath)
    let slot = top.flatMap(geometry.slot(of:)).map { $0 - (state.topHeaderShown ? 1 : 0) }
    restore(
      top: TableAnchor(slot: max(0, slot ?? 0), offset: state.topOffset),
      followsSelection: state.followsSelection)
    if remembersMissingRows { missedState = isMissingRows(of: state) ? state : nil }
  }

  private func isMissingRows(of state: TableState) -> Bool {
    [state.topIdentifier, state.selectedIdentifier].contains { identifier in
      identifier.map { place(of: $0, orNear: nil) == nil } ?? false
    }
  }

  /// Selects another row than the restored one, and lets the rest of the state wait on.
  func selectOnceLaidOut(_ path: IndexPath) {
    pendingState?.selectedPath = path
    pendingState?.selectedIdentifier = dataSource?.modelAssociation?
      .modelIdentifierForElement(at: path, in: self)
    pendingState?.followsSelection = true
    setNeedsPreservation()
  }

  /// Drops the state that waits for rows: the person has moved, and the place is theirs (contract 5.9).
  func dropPendingState() {
    missedState = nil
    guard pendingState != nil else { return }
    pendingState = nil
    setNeedsPreservation()
  }

  /// Applies a restored position.
  func restore(top anchor: TableAnchor, followsSelection: Bool) {
    self.followsSelection = followsSelection
    restoredTop = anchor
    keptTop = isSideBySide ? anchor : nil
    chosenTopLine = geometry.line(ofSlot: anchor.slot)
    topLine = lineAtTop(from: chosenTopLine)
  }

  /// The present path of an item; if the item is gone, the path of the nearest remaining row.
  func place(of identifier: String?, orNear path: IndexPath?) -> IndexPath? {
    if let identifier, let association = dataSource?.modelAssociation,
      let found = association.indexPathForElement(withModelIdentifier: identifier, in: self),
      geometry.contains(found)
    {
      return found
    }
    return path.flatMap(geometry.row(nearPath:))
  }
}

extension TableState {
  func encode(with coder: Coder) {
    coder.encode(topIdentifier, forKey: "top.identifier")
    coder.encode(value: topPath.map(Value.init(path:)), forKey: "top.path")
    coder.encode(topHeaderShown, forKey: "top.header")
    if topOffset > 0 { coder.encode(topOffset, forKey: "top.offset") }
    coder.encode(selectedIdentifier, forKey: "selected.identifier")
    coder.encode(value: selectedPath.map(Value.init(path:)), forKey: "selected.path")
    coder.encode(!followsSelection, forKey: "scrolledAway")
  }

  init(coder: Coder) {
    topIdentifier = coder.decodeString(forKey: "top.identifier")
    topPath = coder.value(forKey: "top.path")?.indexPath
    topHeaderShown = coder.decodeBool(forKey: "top.header")
    topOffset = max(0, coder.decodeInt(forKey: "top.offset") ?? 0)
    selectedIdentifier = coder.decodeString(forKey: "selected.identifier")
    selectedPath = coder.value(forKey: "selected.path")?.indexPath
    followsSelection = !coder.decodeBool(forKey: "scrolledAway")
  }
}

nonisolated extension Value {
  init(path: IndexPath) {
    self = .array([.int(Int64(path.section)), .int(Int64(path.row))])
  }

  var indexPath: IndexPath? {
    guard case .array(let values) = self, values.count == 2,
      case .int(let section) = values[0], case .int(let row) = values[1],
      let section = Int(exactly: section), let row = Int(exactly: row), section >= 0, row >= 0
    else { return nil }
    return IndexPath(row: row, section: section)
  }
}

extension TableView {
  /// Shows rows that were added to the data, at their new paths.
  ///
  /// Only these rows are asked for. Selection, marks and position stay with their rows, without a look
  /// at identifiers. Change the data first. If the numbers do not add up, that is reported and
  /// everything is reloaded.
  public func insertRows(at paths: [IndexPath]) {
    change(.insertion, at: paths)
  }

  /// Removes rows that were deleted from the data, at their former paths.
  ///
  /// Selection, marks and position stay with the remaining rows; where the selected row goes, the row
  /// that takes its place is selected. Marked items are looked up, since theirs may be gone. Change the data first. If the numbers do not add up, that is
  /// reported and everything is reloaded.
  public func deleteRows(at paths: [IndexPath]) {
    change(.deletion, at: paths)
  }

  private func change(_ kind: RowChanges.Kind, at paths: [IndexPath]) {
    guard !needsReload, !paths.isEmpty, let dataSource else { return }
    guard pendingState == nil else { return reloadData() }
    let changes = RowChanges(kind, at: paths)
    var counts = geometry.sections.map { (title: $0.title, rows: $0.rows) }
    for (section, rows) in changes.rows {
      guard counts.indices.contains(section) else {
        return refuseChange(of: section, "there is no such section")
      }
      let before = counts[section].rows
      let after = dataSource.tableView(self, numberOfRowsInSection: section)
      let expected = before + (kind == .insertion ? rows.count : -rows.count)
      let places = kind == .insertion ? after : before
      guard after == expected, rows.allSatisfy({ (0..<places).contains($0) }) else {
        let verb = kind == .insertion ? "insert" : "delet"
        let text = "\(before) rows, \(rows.count) \(verb)ed, are \(after)"
        return refuseChange(of: section, text)
      }
      counts[section].rows = after
    }
    follow(changes, into: TableGeometry(sections: counts))
    if kind == .deletion { dropLostMarks() }
  }

  private func refuseChange(of section: Int, _ text: String) {
    refuse("rows of section \(section) were not changed one by one: \(text)")
    reloadData()
  }

  /// Updates all that refers to rows, by their paths after a change.
  func follow(_ changes: some RowPaths, into new: TableGeometry) {
    let topSlot = geometry.slot(atLine: chosenTopLine)
    let top = geometry.row(nearSlot: topSlot)
    let offset = top.flatMap(geometry.slot(of:)).map { topSlot - $0 } ?? 0
    let lines = chosenTopLine - geometry.line(ofSlot: topSlot)
    show(new)
    endMarkingRange()
    marks = marks.moved(changes.place(of:))
    saveMarks()
    if let path = indexPathForSelectedRow {
      if let place = changes.place(of: path) {
        indexPathForSelectedRow = place
      } else {
        select(geometry.row(nearPath: changes.gap(at: path)))
      }
    } else {
      select(geometry.row(nearSlot: 0))
    }
    let place = top.map { changes.place(of: $0) ?? changes.gap(at: $0) }
    let row = place.flatMap(geometry.row(nearPath:)).flatMap(geometry.slot(of:)) ?? 0
    let slot = changes.movesTop ? row + offset : topSlot
    restore(
      top: TableAnchor(slot: max(0, slot), offset: max(0, lines)),
      followsSelection: followsSelection)
    setNeedsLayout()
    setNeedsPreservation()
    invalidateIntrinsicContentSize()
  }
}

/// Where rows are after a change.
protocol RowPaths {
  /// The path of a row after the change; `nil` if it was deleted.
  func place(of path: IndexPath) -> IndexPath?

  /// Where a deleted row was, as a path after the change.
  func gap(at path: IndexPath) -> IndexPath

  /// Whether the row at the top of the screen stays there.
  var movesTop: Bool { get }
}

/// The rows that were added or deleted, by section.
struct RowChanges: RowPaths {
  enum Kind { case insertion, deletion }

  let kind: Kind
  let movesTop = true

  /// The row numbers of each section, in order.
  private(set) var rows: [Int: [Int]] = [:]

  init(_ kind: Kind, at paths: [IndexPath]) {
    self.kind = kind
    for path in Set(paths) { rows[path.section, default: []].append(path.row) }
    for section in rows.keys { rows[section]?.sort() }
  }

  func place(of path: IndexPath) -> IndexPath? {
    guard let rows = rows[path.section] else { return path }
    switch kind {
    case .insertion:
      var row = path.row
      for inserted in rows where inserted <= row { row += 1 }
      return IndexPath(row: row, section: path.section)
    case .deletion:
      return rows.contains(path.row) ? nil : gap(at: path)
    }
  }

  func gap(at path: IndexPath) -> IndexPath {
    let before = rows[path.section]?.prefix { $0 < path.row }.count ?? 0
    return IndexPath(row: path.row - before, section: path.section)
  }
}
