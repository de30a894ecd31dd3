import Inventory
import RepriseSecurity
import Reprise

extension InventoryStore {
  /// Lets a command write what is private, without the passphrase: it seals, and opens nothing.
  ///
  /// - Throws: `UsageFailure` without a passphrase, and `ProtectionError`.
  nonisolated func sealPrivateItems(_ paths: AppDirectories) throws {
    guard let keys = try Vault(paths).open() else {
      throw UsageFailure(
        status: .noInput, message: "a private item needs a passphrase: keepsake passphrase")
    }
    openPrivateItems(with: PrivateSealing(keys: keys))
  }
}
