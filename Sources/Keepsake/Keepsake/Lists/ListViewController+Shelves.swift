import Foundation
import Inventory

/// Archiving items, and bringing them back from the archive or the trash.
extension ListViewController {
  /// Where the listed items are kept.
  var shelf: ItemShelf { holdsItems ? listed.query.shelf : .lists }

  /// The marked items; without marks, the selected one.
  private var chosenItems: [UUID] {
    let marked = markedItems
    return marked.isEmpty ? [selectedItem].compactMap(\.self) : marked
  }

  /// Whether there is anything to archive.
  var canArchive: Bool { shelf == .lists && !chosenItems.isEmpty }

  /// Whether there is anything to bring back.
  var canBringBack: Bool { shelf != .lists && !chosenItems.isEmpty }

  /// Moves the chosen items to the archive.
  func archive() { context.changes.perform(.archiveItems(chosenItems)) }

  /// Returns the chosen items to the lists.
  func bringBack() {
    context.changes.perform(
      shelf == .trash ? .restoreItems(chosenItems) : .unarchiveItems(chosenItems))
  }
}
