import Foundation
import Inventory
import Reprise

/// The actions that all lists share.
enum ListActions {
  static func make(for list: ListViewController) -> [Action] {
    let first = [
      Action("list.new", "New", "n", for: list) { $0.presentForm($0.newItem) }
        .hinted(for: list) { !$0.hasMarks },
      Action("list.edit", "Edit", "e", for: list, enabled: { $0.canEditSelection }) {
        $0.presentForm($0.selectedForm)
      }.hinted(for: list) { !$0.hasMarks }.unavailable("select an item"),
      Action("list.filter", "Filter", "/", for: list) { $0.beginFiltering() }
        .hinted(for: list) { !$0.hasMarks },
    ]
    return first + BulkActions.make(for: list, prefix: "list")
      + CopyActions.make(for: list, prefix: "list") + [
        // With marks, hints show only actions on all marked items, with their number.
        Action(
          "list.trash", "Trash", "x", "Del", role: .destructive, for: list,
          enabled: { $0.shelf != .trash && ($0.hasMarks || $0.list.table.canDeleteSelection) }
        ) { $0.trash() }
        .hinted(for: list) { $0.hasMarks }
        .titled(for: list) { $0.hasMarks ? "Trash \(Figures.count($0.markCount))" : "Trash" }
        .unavailable("mark or select items outside the trash"),
        Action(
          "list.edit-mode", "Move rows", "E", isHinted: false, for: list,
          enabled: { $0.holdsItems }
        ) { $0.toggleEditing() },
        Action(
          "list.archive", "Archive", "s a", isHinted: false, for: list, enabled: { $0.canArchive }
        ) { $0.archive() }.unavailable("mark or select items outside the archive and the trash"),
        Action("list.bring-back", "Bring back", "s b", for: list, enabled: { $0.hasChosenItems }) {
          $0.bringBack()
        }.hinted(for: list) { $0.shelf != .lists },
        Action(
          "list.look", "View files", "p", isHinted: false, for: list,
          enabled: { $0.canOpenSelectedItem }
        ) {
          if let item = $0.selectedItem { $0.look(at: item) }
        }.unavailable("select an item"),
        Action("list.attach", "Add files", "P", for: list, enabled: { $0.canOpenSelectedItem }) {
          guard let item = $0.selectedItem else { return }
          AttachBrowser.present(for: .item(item), over: $0, context: $0.context)
        }.hinted(for: list) { !$0.isEditing && !$0.hasMarks }.unavailable("select an item"),
        Action(
          "list.privacy", "Make private or public", "H", isHinted: false, for: list,
          enabled: { $0.canChangePrivacy }
        ) { $0.changePrivacy() }.unavailable("select an item"),
        Action(
          "list.keep-shown", "Keep shown values", "K", for: list,
          enabled: { $0.isSelectedInConflict }
        ) { $0.keepShown() }.hinted(for: list) { $0.isSelectedInConflict }
          .unavailable("select an item with a conflict (⇄)"),
        Action(
          "list.history", "Show history", "C", isHinted: false, for: list,
          enabled: { $0.selectedItem != nil }
        ) {
          if let item = $0.selectedItem { $0.showHistory(of: item) }
        }.unavailable("select an item"),
        Action("list.report", "Report for the insurer", "R", isHinted: false, for: list) {
          $0.present(
            ReportViewController(context: $0.context, query: $0.filter, part: $0.reportPart))
        },
        sort(list, "list.sort-by-name", "Sort A–Z", "o n", .name),
        sort(list, "list.sort-by-name-descending", "Sort Z–A", "o N", .nameDescending),
        sort(list, "list.sort-by-value", "Sort by value, highest first", "o v", .valueDescending),
        sort(list, "list.sort-by-value-ascending", "Sort by value, lowest first", "o V", .value),
        sort(
          list, "list.sort-by-quantity", "Sort by quantity, largest first", "o q",
          .quantityDescending
        ),
        sort(
          list, "list.sort-by-quantity-ascending", "Sort by quantity, smallest first", "o Q",
          .quantity),
        sort(list, "list.sort-by-date", "Sort by date, newest first", "o d", .dateDescending),
        sort(list, "list.sort-by-date-ascending", "Sort by date, oldest first", "o D", .date),
        sort(list, "list.sort-by-place", "Sort by place", "o p", .place),
        sort(list, "list.sort-by-place-descending", "Sort by place, Z–A", "o P", .placeDescending),
        sort(list, "list.sort-manually", "Sort in your own order", "o m", .manual),
        sort(
          list, "list.sort-manually-descending", "Sort in your own order, reversed", "o M",
          .manualDescending),
        Action(
          "list.end-filter", "End filter", "Esc", "^C", role: .cancel, for: list,
          enabled: { $0.isFiltering }
        ) { $0.endFiltering() }.essential(),
        Action(
          "list.end-marks", "Unmark all", "Esc", "^C", role: .cancel, for: list,
          enabled: { $0.hasMarks && !$0.isFiltering }
        ) { $0.list.table.deselectAllRows() }.essential(),
        Action(
          "list.end-edit-mode", "End editing", "Esc", "^C", role: .cancel, for: list,
          enabled: { $0.isEditing && !$0.isFiltering && !$0.hasMarks }
        ) { $0.setEditing(false) }.essential(),
        Action(
          "list.keep-filter", "Keep filter", "Enter", "Down", "Tab", for: list,
          enabled: { $0.list.searchBar.textField.isFirstResponder }
        ) { $0.list.table.becomeFirstResponder() },
      ]
  }

  private static func sort(
    _ list: ListViewController, _ id: String, _ title: String, _ keys: KeyBinding,
    _ order: ItemQuery.Order
  ) -> Action {
    Action(id, title, keys, isHinted: false, for: list, enabled: { $0.holdsItems }) {
      $0.sort(by: order)
    }
  }
}

/// The marked rows.
extension ListViewController {
  /// Whether any row is marked.
  var hasMarks: Bool { markCount > 0 }

  /// The number of marked rows.
  var markCount: Int { list.table.numberOfMarks }

  /// The marked items, from the top of the list; those that a filter hides come last.
  var markedItems: [UUID] {
    list.table.modelIdentifiersForMarkedRows.compactMap(UUID.init(uuidString:)).filter(isItem)
  }

  /// Trashes the marked items as one change; without marks, the selected row.
  func trash() {
    guard hasMarks || marksAreWaiting else { return list.table.deleteSelection() }
    if let items = itemsToChange("trashed") { context.changes.perform(.trashItems(items)) }
  }

  func allowsForMarked(_ deed: String) -> Bool {
    if marksAreWaiting {
      context.notices.warn("The search isn't complete, so nothing is marked yet: try again")
      return false
    }
    guard hasMarks, markedItems.count < markCount else { return true }
    context.notices.warn("Only items can be \(deed) together: unmark the others")
    return false
  }
}

/// Archiving items, and bringing them back from the archive, the trash or a borrower.
extension ListViewController: ItemChoosing {
  /// Where the listed items are kept.
  var shelf: ItemShelf { holdsItems ? listed.query.shelf : .lists }

  var chosenItems: [UUID] { hasMarks ? markedItems : [selectedItem].compactMap(\.self) }

  var hasChosenItems: Bool { hasMarks || isItemSelected }

  /// Whether there is anything to archive.
  var canArchive: Bool { shelf == .lists && hasChosenItems }

  /// Moves the chosen items to the archive.
  func archive() {
    if let items = itemsToChange("archived") { context.changes.perform(.archiveItems(items)) }
  }

  /// Returns the chosen items to the lists; ends the loans of items that are there.
  func bringBack() {
    guard shelf != .lists else { return endLoans() }
    guard let items = itemsToChange("brought back") else { return }
    context.changes.perform(shelf == .trash ? .restoreItems(items) : .unarchiveItems(items))
  }
}

/// Moves items in the user's own order: in editing mode, sorted by that order and without a filter.
extension ListViewController {
  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    listed.order.ascending == .manual && filter.isEmpty && item(at: indexPath) != nil
  }

  /// An item stays among the items of its list.
  func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath {
    proposed.section == source.section && item(at: proposed) != nil ? proposed : source
  }

  func tableView(_ tableView: TableView, moveRowAt indexPath: IndexPath, to target: IndexPath) {
    guard let moved = item(at: indexPath), let other = item(at: target) else { return }
    let isAfter = (target.row > indexPath.row) != listed.order.isDescending
    context.changes.perform(
      isAfter ? .orderItem(moved, .after(other)) : .orderItem(moved, .before(other)))
  }

  /// The item in a row; `nil` for a draft or a place.
  private func item(at path: IndexPath) -> UUID? {
    let association = list.table.dataSource?.modelAssociation
    guard
      let identifier = association?.modelIdentifierForElement(at: path, in: list.table),
      let uuid = UUID(uuidString: identifier), isItem(uuid)
    else { return nil }
    return uuid
  }
}
