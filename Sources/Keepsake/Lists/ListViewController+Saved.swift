extension ListViewController {
  /// Selects what a form saved, or says why it is not in the list.
  ///
  /// While a filter is looked up beside the interface, nobody knows yet.
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
