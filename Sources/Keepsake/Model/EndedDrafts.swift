import Foundation
import Inventory

/// The drafts that are done with and still in their file, since the disk refused to change it.
///
/// No list shows them, no form opens them; they go as soon as the disk works again. A kill before that
/// leaves them to the next launch (``AppContext/start()``).
struct EndedDrafts {
  /// How a draft ended.
  enum End {
    /// It was saved, or said nothing; it was the draft of a session, or waited.
    case dropped(of: String?)
    /// It was thrown away by a session; undo brings it back.
    case discarded(by: String)
  }

  /// How long another writer is waited for, in milliseconds: every turn tries again.
  private static let patience = 20

  private var ends: [UUID: End] = [:]

  /// Whether a draft is one of them.
  func contains(_ draft: UUID) -> Bool { ends[draft] != nil }

  /// Takes note of a draft that is to go.
  mutating func add(_ draft: UUID, _ end: End) { ends[draft] = end }

  /// Takes note of a draft that is there again.
  mutating func forget(_ draft: UUID) { ends[draft] = nil }

  /// Has every draft go that can; the others are tried again next time, so that nobody has to wait for
  /// them now.
  mutating func settle(in drafts: DraftStore) throws(InventoryError) {
    for (draft, end) in ends {
      switch end {
      case .dropped(let owner): try drafts.delete(draft, of: owner, patience: Self.patience)
      case .discarded(let session): try drafts.discard(draft, of: session, patience: Self.patience)
      }
      ends[draft] = nil
    }
  }
}
