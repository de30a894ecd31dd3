import Foundation
import Inventory
import Reprise
import Sync

/// Describes a change in a line of the window.
struct ChangeWords {
  private let store: InventoryStore
  private let notices: NoticeCenter

  init(_ store: InventoryStore, _ notices: NoticeCenter) {
    self.store = store
    self.notices = notices
  }

  /// The line that the window shows after a change.
  func line(for change: LastChange) -> String {
    switch change {
    case .undone(let summary) where summary.action == .purged,
      .doneAgain(let summary) where summary.action == .purged:
      "Skipped a change of “\(shortened(summary).name)”, which is deleted for good"
    case .undone(let summary): "Undone: \(summary.description)"
    case .doneAgain(let summary): "Redone: \(summary.description)"
    case .done(let summary) where summary.action == .trashed && summary.count == 0:
      "Already in the trash"
    case .done(let summary) where [.trashed, .discarded, .archived].contains(summary.action):
      "\(shortened(summary).description.capitalizedFirst) — u undo"
    case .done(let summary) where summary.action == .created && summary.subject == .attachment:
      withItem(summary.description.capitalizedFirst, ofAttachment: summary.uuid)
    case .done(let summary):
      summary.description.capitalizedFirst
    }
  }

  /// The line that the window would have shown after the last change if a kill hadn't come first.
  func line(forUnseen change: LastChange) -> String {
    guard case .done(let summary) = change, summary.action == .changed, summary.count == 1,
      summary.subject == .item, let uuid = summary.uuid,
      let last = try? store.changes.history(of: uuid).first,
      last.changes.map(\.aspect) == [.field(.quantity)]
    else { return line(for: change) }
    return quantityLine(for: summary)
  }

  /// `“Teapot” has 2 now` for a change of one item's quantity.
  func quantityLine(for summary: ChangeSummary) -> String {
    guard let item = summary.uuid.flatMap({ try? store.items.fetch($0) }) else {
      return line(for: .done(summary))
    }
    return notices.line(about: item, " has \(Quantity.text(item.quantity)) now")
  }

  /// A line with the item that an attachment belongs to, as far as there is room for its name.
  private func withItem(_ line: String, ofAttachment uuid: UUID?) -> String {
    guard let uuid, let found = try? store.attachments.fetch(uuid),
      let item = try? store.items.fetch(found.item)
    else { return line }
    // A blank on each side of the line, " to " and the quotation marks.
    let room = notices.width - 2 - CellText.width(of: line) - 6
    guard room >= min(8, CellText.width(of: item.name)) else { return line }
    return line + " to “\(CellText(item.name).truncated(toWidth: room).string)”"
  }

  /// The change with its name cut, so that the hint for undo fits.
  private func shortened(_ summary: ChangeSummary) -> ChangeSummary {
    var summary = summary
    summary.name = notices.shortened(summary.name, toLeave: 44)
    return summary
  }
}
