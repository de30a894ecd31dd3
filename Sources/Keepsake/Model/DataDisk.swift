import Inventory
import Preservation
import Reprise

/// Has the inventory and the drafts synced to the disk soon after they changed, and their logs
/// tidied in quiet moments, never on the way of a key press (design 2, power-safe).
final class DataDisk {
  private let inventory: PowerSync
  private let drafts: PowerSync

  init(store: InventoryStore, drafts draftStore: DraftStore) {
    inventory = PowerSync(database: store.path) { try store.checkpoint() }
    drafts = PowerSync(database: draftStore.path) { try draftStore.checkpoint() }
  }

  /// One line about what would not outlive a loss of power, if anything.
  var warning: String? {
    (inventory.failure ?? drafts.failure).map {
      "Stored, but a loss of power would undo it: \($0)"
    }
  }

  /// Has a function called, on any thread, whenever ``warning`` may have come or gone.
  func observeWarning(_ action: @escaping @Sendable () -> Void) {
    inventory.observeFailure(action)
    drafts.observeFailure(action)
  }

  /// Says that items or places changed.
  func noteChange() {
    inventory.noteCommit()
  }

  /// Says that a draft changed.
  func noteDraft() {
    drafts.noteCommit()
  }

  /// Waits until everything is on the disk itself.
  func flush() {
    drafts.flush()
    inventory.flush()
  }
}
