import Inventory
import Reprise
import Storage

/// Syncs inventory and drafts to the disk soon after they change, and checkpoints their logs in quiet
/// moments, never while a key is handled.
final class DurabilityScheduler {
  private let host: ApplicationReference
  private let inventory: PowerSync
  private var drafts: PowerSync

  init(_ host: ApplicationReference, store: InventoryStore, drafts: DraftStore) {
    self.host = host
    inventory = PowerSync(database: store.database.path) { try store.database.checkpoint() }
    self.drafts = Self.sync(drafts)
  }

  private static func sync(_ drafts: DraftStore) -> PowerSync {
    PowerSync(database: drafts.path) { try drafts.checkpoint() }
  }

  /// Syncs other drafts from now on: another process replaced their file.
  func replaceDrafts(with drafts: DraftStore) {
    self.drafts = Self.sync(drafts)
    showFailures()
  }

  /// A line about changes that a loss of power would undo, if there are any.
  var warning: String? {
    (inventory.failure ?? drafts.failure).map {
      "Saved, but a power failure would undo it: \($0)"
    }
  }

  /// Has the application update the screen whenever ``warning`` may have changed, from the launch on.
  func showFailures() {
    guard let update = host.application?.updating else { return }
    inventory.observeFailure(update)
    drafts.observeFailure(update)
  }

  /// Notes that items or places changed.
  func noteChange() { inventory.noteCommit() }

  /// Notes that a draft changed.
  func noteDraft() { drafts.noteCommit() }

  /// Waits until everything is synced.
  func flush() {
    drafts.flush()
    inventory.flush()
  }
}
