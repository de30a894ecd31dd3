import Foundation
import Inventory

/// Drafts that have ended but are still in their file, because the disk refused the change.
///
/// No list shows them and no form opens them; they are removed as soon as the disk works again. After a kill
/// before that, the next launch removes them (``DraftController/dropSaved()``).
struct EndedDrafts {
  /// How a draft ended.
  enum End {
    /// Saved, or empty. `of` is the session that had it, if one did.
    case dropped(of: String?)
    /// Discarded by a session, whose undo brings it back.
    case discarded(by: String)
  }

  /// How long to wait for another writer, in milliseconds; every turn tries again.
  private static let timeout = 20

  private var ends: [UUID: End] = [:]

  /// Whether a draft has ended.
  func contains(_ draft: UUID) -> Bool { ends[draft] != nil }

  /// Adds a draft that has ended.
  mutating func add(_ draft: UUID, _ end: End) { ends[draft] = end }

  /// Removes a draft that is back.
  mutating func forget(_ draft: UUID) { ends[draft] = nil }

  /// Tries to remove the drafts from their file, almost without waiting; the next turn retries the rest.
  mutating func settle(in drafts: DraftStore) throws(InventoryError) {
    for (draft, end) in ends {
      switch end {
      case .dropped(let owner): try drafts.delete(draft, of: owner, timeout: Self.timeout)
      case .discarded(let session): try drafts.discard(draft, of: session, timeout: Self.timeout)
      }
      ends[draft] = nil
    }
  }
}
