import Foundation

/// The state of a table: its top row and its selected row, by identifier and by path.
struct TableState: Equatable {
  var topIdentifier: String?
  var topPath: IndexPath?
  var topHeaderShown = false
  /// The lines of the top row above the screen.
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
    let slot = geometry.slot(atLine: chosenTopLine)
    state.topPath = geometry.row(nearSlot: slot)
    if case .header = geometry.content(ofSlot: slot) {
      state.topHeaderShown = true
    } else if slot < geometry.slotCount {
      state.topOffset = max(0, chosenTopLine - geometry.line(ofSlot: slot))
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

extension Value {
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
