extension ListViewController {
  /// Selects the item that a form saved, or says why the list does not show it.
  ///
  /// Does neither while a search runs: the item may still be found.
  func selectSaved() {
    guard let item = saved, holdsItems, listed.isUpToDate else { return }
    select(item.uuid.uuidString)
    let isShown = selectedIdentifier == item.uuid.digits
    if !isShown, listed.isSearching { return }
    saved = nil
    guard !isShown else { return }
    let name = context.shortened(item.name, toLeave: 42)
    let reason = filter.isEmpty ? "it is not in this list" : "the filter leaves it out"
    context.notice("\(item.isNew ? "Added" : "Changed") “\(name)” — \(reason)")
  }
}
