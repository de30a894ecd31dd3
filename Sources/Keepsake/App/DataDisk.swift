import Inventory
import Reprise

/// Has the inventory and the drafts synced to the disk soon after they changed, and their logs
/// tidied in quiet moments, never on the way of a key press (design 2, power-safe).
final class DataDisk {
  private let inventory: PowerSync?
  private let drafts: PowerSync?

  init(store: InventoryStore, drafts draftStore: DraftStore) {
    // A tidying that fails is made good by the next one; the data is in the log all the same.
    inventory = PowerSync(database: store.path) { _ = try? store.checkpoint() }
    drafts = PowerSync(database: draftStore.path) { _ = try? draftStore.checkpoint() }
  }

  /// Says that items or places changed.
  func noteChange() {
    inventory?.noteCommit()
  }

  /// Says that a draft changed.
  func noteDraft() {
    drafts?.noteCommit()
  }

  /// Waits until everything is on the disk itself.
  func flush() {
    drafts?.flush()
    inventory?.flush()
  }
}
