import Foundation

/// The state of a collection: the item at the top left and the selected one, by identifier and by number.
struct CollectionState: Equatable {
  var topIdentifier: String?
  var top: Int?
  var selectedIdentifier: String?
  var selected: Int?
  var followsSelection = true
}

extension CollectionView {
  /// Notes what a layout shows, with identifiers from the data source (contract 5.2).
  func noteShownState() {
    guard pendingState == nil else { return }
    var state = CollectionState()
    state.followsSelection = followsSelection
    state.selected = indexPathForSelectedItem?.row
    state.top = numberOfItems > 0 ? chosenTop : nil
    state.topIdentifier = identifier(of: state.top)
    state.selectedIdentifier = identifier(of: state.selected)
    guard state != shownState else { return }
    shownState = state
    setNeedsPreservation()
  }

  private func identifier(of item: Int?) -> String? {
    guard let item, item < numberOfItems else { return nil }
    return dataSource?.modelAssociation?.modelIdentifierForElement(
      at: IndexPath(row: item, section: 0), in: self)
  }

  /// Applies a restored state at the first layout that has items (contract 5.9).
  func applyPendingState() {
    guard let state = pendingState, numberOfItems > 0, bounds.height > 0 else { return }
    pendingState = nil
    let selected = place(of: state.selectedIdentifier, orNear: state.selected)
    select(IndexPath(row: selected ?? 0, section: 0))
    chosenTop = place(of: state.topIdentifier, orNear: state.top) ?? 0
    followsSelection = state.followsSelection
  }

  /// Drops the state that waits for items: the person has moved, and the place is theirs (contract 5.9).
  func dropPendingState() {
    guard pendingState != nil else { return }
    pendingState = nil
    setNeedsPreservation()
  }

  /// The present number of an item; of one that is gone, the nearest that is there.
  private func place(of identifier: String?, orNear item: Int?) -> Int? {
    if let identifier, let association = dataSource?.modelAssociation,
      let found = association.indexPathForElement(withModelIdentifier: identifier, in: self),
      (0..<numberOfItems).contains(found.row)
    {
      return found.row
    }
    return item.map { min(max(0, $0), numberOfItems - 1) }
  }
}

extension CollectionState {
  func encode(with coder: Coder) {
    coder.encode(topIdentifier, forKey: "top.identifier")
    if let top { coder.encode(top, forKey: "top.item") }
    coder.encode(selectedIdentifier, forKey: "selected.identifier")
    if let selected { coder.encode(selected, forKey: "selected.item") }
    coder.encode(!followsSelection, forKey: "scrolledAway")
  }

  init(coder: Coder) {
    topIdentifier = coder.decodeString(forKey: "top.identifier")
    top = coder.decodeInt(forKey: "top.item")
    selectedIdentifier = coder.decodeString(forKey: "selected.identifier")
    selected = coder.decodeInt(forKey: "selected.item")
    followsSelection = !coder.decodeBool(forKey: "scrolledAway")
  }
}
