import Foundation
import Inventory
import Reprise

/// The actions of a list that show the archive and the trash, and empty the trash.
enum ShelfActions {
  static func make(for list: ListViewController) -> [Action] {
    [
      Action(
        "list.show-archive", "Show the archive", ", a", isHinted: false, for: list,
        enabled: { $0.holdsItems }
      ) { $0.show($0.listed.shelf == .archive ? .lists : .archive) },
      Action(
        "list.show-trash", "Show the trash", ", t", isHinted: false, for: list,
        enabled: { $0.holdsItems }
      ) { $0.show($0.listed.shelf == .trash ? .lists : .trash) },
      Action(
        "list.show-items", "Back to the items", "Esc", "^C", role: .cancel, for: list,
        enabled: { $0.canLeaveShelf }
      ) { $0.show(.lists) }.essential(),
      Action(
        "list.purge", "Delete for good", "X", role: .destructive, for: list,
        enabled: { $0.shelf == .trash && !$0.purgeableItems.isEmpty }
      ) { $0.askToPurge() }.hinted(for: list) { $0.shelf == .trash }
        .unavailable("show the trash first: , t"),
      Action(
        "list.empty-trash", "Empty the trash", ", e", role: .destructive, isHinted: false,
        for: list, enabled: { $0.holdsItems }
      ) { $0.askToEmptyTrash() },
      Action(
        "list.deleted-places", "Show deleted places", ", p", isHinted: false, for: list
      ) {
        $0.context.navigator.present(.deletedPlaces)
      },
    ]
  }
}

/// The archive and the trash as states of a list.
extension ListViewController {
  /// Shows the items of a shelf; the filter stays and narrows them.
  func show(_ shelf: ItemShelf) {
    guard holdsItems, shelf != listed.shelf else { return }
    keepingMarks { listed.show(shelf) }
    reopenFromTop()
  }

  /// Runs a change of the query; each shelf has its own marks.
  func keepingMarks(through change: () -> Void) {
    let former = shelf
    change()
    guard holdsItems, shelf != former else { return }
    listed.keep(marks: list.table.modelIdentifiersOfMarks, of: former)
    list.table.deselectAllRows()
    list.table.markItems(withModelIdentifiers: listed.takeMarks(of: shelf))
  }

  /// The bar's count in the archive or the trash, such as `12 in the trash`; `nil` in the lists.
  var shelfCount: String? {
    switch shelf {
    case .lists: nil
    case .archive: "\(countText) archived"
    case .trash: "\(countText) in the trash"
    }
  }

  /// The text of an empty archive or trash; `nil` in the lists, or if a filter hides items.
  var emptyShelf: String? {
    guard filter.isEmpty else { return nil }
    return switch listed.shelf {
    case .lists: nil
    case .archive: "Nothing is archived.\nEsc  back to the items"
    case .trash: "The trash is empty.\nEsc  back to the items"
    }
  }

  fileprivate var canLeaveShelf: Bool {
    listed.shelf != .lists && !isFiltering && !hasMarks && !isEditing
  }

  /// The marked items; without marks, the selected one.
  fileprivate var purgeableItems: [UUID] {
    let marked = markedItems
    return marked.isEmpty ? [selectedItem].compactMap(\.self) : marked
  }

  fileprivate func askToPurge() { ask(Question.purge(purgeableItems)) }

  fileprivate func askToEmptyTrash() { ask(Question.emptyTrash) }
}
