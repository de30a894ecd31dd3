import Storage
import Inventory
import Reprise

/// Syncs inventory and drafts to the disk soon after they change, and checkpoints their logs in quiet
/// moments, never while a key is handled.
final class DurabilityScheduler {
  private let inventory: PowerSync
  private let drafts: PowerSync

  init(store: InventoryStore, drafts draftStore: DraftStore) {
    inventory = PowerSync(database: store.database.path) { try store.database.checkpoint() }
    drafts = PowerSync(database: draftStore.path) { try draftStore.checkpoint() }
  }

  /// What would not survive a loss of power, in one line, if anything.
  var warning: String? {
    (inventory.failure ?? drafts.failure).map {
      "Stored, but a loss of power would undo it: \($0)"
    }
  }

  /// Sets a function to call, on any thread, when ``warning`` may have changed.
  func observeWarning(_ action: @escaping @Sendable () -> Void) {
    inventory.observeFailure(action)
    drafts.observeFailure(action)
  }

  /// Notes that items or places changed.
  func noteChange() {
    inventory.noteCommit()
  }

  /// Notes that a draft changed.
  func noteDraft() {
    drafts.noteCommit()
  }

  /// Waits until everything is synced.
  func flush() {
    drafts.flush()
    inventory.flush()
  }
}
