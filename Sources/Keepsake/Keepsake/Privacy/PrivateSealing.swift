import Sync
import Foundation
import Inventory
import Reprise
import RepriseSecurity

/// Seals private items and their drafts under the class that a lock closes.
///
/// While it is locked, new ones can still be sealed: they open after the next unlock.
nonisolated struct PrivateSealing: ItemSealing {
  let keys: KeyBag

  func seal(_ bytes: [UInt8], of owner: UUID) throws -> [UInt8] {
    try keys.seal(
      bytes, for: Self.purpose(owner),
      protection: keys.isUnlocked ? .complete : .completeUnlessOpen)
  }

  func open(_ sealed: [UInt8], of owner: UUID) throws -> [UInt8] {
    do {
      return try keys.open(sealed, for: Self.purpose(owner), protection: .complete)
    } catch .damaged, .damagedKey {
      return try keys.open(sealed, for: Self.purpose(owner), protection: .completeUnlessOpen)
    }
  }

  /// The sealed content of one item can't be opened as that of another.
  private static func purpose(_ owner: UUID) -> [UInt8] {
    Array("item".utf8) + withUnsafeBytes(of: owner.uuid) { Array($0) }
  }
}

extension InventoryStore {
  /// Lets a command write private items without the passphrase: it can seal, but not open.
  ///
  /// - Throws: `UsageFailure` without a passphrase, and `ProtectionError`.
  nonisolated func sealPrivateItems(_ paths: AppDirectories) throws {
    guard let keys = try Vault(paths).open() else {
      throw UsageFailure(
        status: .noInput,
        message: "private items need a passphrase; set one with: keepsake passphrase")
    }
    openPrivateItems(with: PrivateSealing(keys: keys))
  }
}

/// Why a private item is encrypted, and what opens it.
nonisolated enum SealedWords {
  private static let elsewhere = "encrypted: only the home that made it private can open it"

  /// The reason in a window, which has been unlocked if there is a passphrase.
  static func inWindow(of data: String) -> String {
    guard let keys = Vault.forgottenKeys(in: data) else { return elsewhere }
    return "encrypted: its passphrase was forgotten (keys in \(keys))"
  }

  /// The reason in a command, which can't open anything.
  static func inCommand(_ item: Item, of store: InventoryStore) -> String {
    let data = store.database.directory
    if isElsewhere(item, store) { return elsewhere }
    guard Vault.hasKeys(in: data) else { return inWindow(of: data) }
    let present = "encrypted: open it in a Keepsake window"
    return Vault.forgottenKeys(in: data).map { "\(present), or with the forgotten keys in \($0)" }
      ?? present
  }

  /// Why this home can't write into a sealed item; `nil` if an unlocked window can.
  static func refusal(of item: Item, in store: InventoryStore) -> UsageFailure? {
    guard item.isMasked, isElsewhere(item, store) || !Vault.hasKeys(in: store.database.directory)
    else {
      return nil
    }
    return UsageFailure(
      status: .failure, message: "“\(item.name)” is \(inCommand(item, of: store))")
  }

  private static func isElsewhere(_ item: Item, _ store: InventoryStore) -> Bool {
    (try? store.household.isSealedElsewhere(item.uuid)) == true
  }
}
