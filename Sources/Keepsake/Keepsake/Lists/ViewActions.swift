import Foundation
import Inventory
import Reprise

/// The actions of a list that show and hide columns, and save, store again or leave a view.
enum ViewActions {
  static func make(for list: ListViewController) -> [Action] {
    let columns = [
      (ItemColumns.ID.place, "place", ", l"), (ItemColumns.ID.category, "category", ", c"),
      (ItemColumns.ID.maker, "maker", ", m"), (ItemColumns.ID.tags, "tags", ", g"),
      (ItemColumns.ID.date, "date of purchase", ", d"), (ItemColumns.ID.value, "value", ", v"),
    ]
    return columns.map { id, name, keys in column(id, name, KeyBinding(keys), list) } + [
      Action(
        "list.save-view", "Save as a view", ", s", isHinted: false, for: list,
        enabled: { $0.opensViews }
      ) { $0.present(SaveViewController(context: $0.context, of: $0.listed)) }
      .unavailable("go to the list of all items: 1"),
      Action(
        "list.update-view", "Save the changed view", ", S", isHinted: false, for: list,
        enabled: { $0.isViewChanged }
      ) { $0.storeView() }.unavailable("open a view and change it"),
      Action(
        "list.close-view", "Close the view", "Esc", "^C", role: .cancel, for: list,
        enabled: { $0.canCloseView }
      ) { $0.endFiltering() }.essential(),
    ]
  }

  private static func column(
    _ id: String, _ name: String, _ keys: KeyBinding, _ list: ListViewController
  ) -> Action {
    Action(
      "list.column-\(id)", "Show or hide the \(name)", keys, isHinted: false, for: list,
      enabled: { $0.holdsItems && (id != ItemColumns.ID.place || $0.list.showsPlace) }
    ) { $0.toggle(column: id) }
  }
}

/// The columns of a list, and its saved view.
extension ListViewController: ViewOpening {
  /// Shows the columns that the person has not hidden.
  func showColumns() {
    list.table.columns = ItemColumns.make(
      showsPlace: list.showsPlace, showsTraits: holdsItems, without: listed.hiddenColumns)
  }

  fileprivate func toggle(column: String) {
    listed.toggle(column: column)
    showColumns()
    rowsDidChange()
  }

  /// Shows the items of a view from their top, in its order and with its columns.
  func open(_ view: SavedView) {
    list.table.endMarkingRange()
    keepingMarks { listed.open(view) }
    isFiltering = !view.filter.isEmpty
    list.searchBar.text = view.filter
    showQuery()
    list.table.becomeFirstResponder()
  }

  /// Leaves the view, for the order and the columns of before.
  func leaveView() {
    guard listed.hasOpenedView else { return }
    listed.closeView()
    showQuery()
  }

  private func showQuery() {
    list.show(listed.order)
    showColumns()
    reopenFromTop()
  }

  /// Shows the name of the opened view in the title, with `*` after changes.
  func updateViewTitle() {
    guard opensViews else { return }
    let view = listed.view
    title = view.map { $0.name + (isViewChanged ? "*" : "") } ?? "Items"
  }

  /// Whether the list shows something else than the opened view.
  fileprivate var isViewChanged: Bool {
    listed.view.map { !listed.shows($0) } ?? false
  }

  /// Stores what the list shows as the opened view.
  fileprivate func storeView() {
    guard let view = listed.view else { return }
    context.changes.perform(.view(.save(listed.view(named: view.name))))
  }

  fileprivate var canCloseView: Bool {
    listed.hasOpenedView && !isFiltering && !hasMarks && !isEditing && listed.shelf == .lists
  }
}
