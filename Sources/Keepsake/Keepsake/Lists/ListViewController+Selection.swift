import Foundation

/// Which item is selected, and who selects it.
extension ListViewController {
  /// The item of the selected row, if it is one.
  var selectedItem: UUID? {
    if case .item(let uuid) = selectedForm { uuid } else { nil }
  }

  /// Whether the selected row has a form: what is in the trash is not edited.
  var canEditSelection: Bool { shelf != .trash && selectedForm != nil }

  /// Whether an item outside the trash is selected.
  var canOpenSelectedItem: Bool { shelf != .trash && selectedItem != nil }

  /// Whether the selected item has conflicting values; in editing mode the key moves rows instead.
  var isSelectedUndecided: Bool {
    !isEditing && selectedItem.map(context.conflicts.marks.items.contains) ?? false
  }

  /// Asks whether what is shown of the selected item counts.
  func keepShown() {
    guard let item = selectedItem else { return }
    context.conflicts.askToKeepLocal(of: item, over: self)
  }

  /// Selects the item that the person moved to while the list was covered.
  func selectCurrent() {
    if let item = listed.takeCurrent() { select(item.uuidString) }
  }

  /// Selects the item that a form saved, or says why the list does not show it.
  ///
  /// Does neither while a search runs: the item may still be found.
  func selectSaved() {
    guard let item = saved, holdsItems, listed.isUpToDate else { return }
    let isShown = selectRow(item.uuid.uuidString)
    if !isShown, listed.isSearching { return }
    saved = nil
    guard !isShown else { return }
    let name = context.notices.shortened(item.name, toLeave: 42)
    let reason = filter.isEmpty ? "it is not in this list" : "the filter leaves it out"
    context.notices.show("\(item.isNew ? "Added" : "Changed") “\(name)” — \(reason)")
  }
}
