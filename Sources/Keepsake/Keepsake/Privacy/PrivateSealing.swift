import Foundation
import Inventory
import RepriseSecurity

/// Seals private items and their drafts under the class that a lock closes.
///
/// While it is locked, new ones can be sealed all the same: they open with the next passphrase.
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

  /// What is sealed of one item opens in no other.
  private static func purpose(_ owner: UUID) -> [UInt8] {
    Array("item".utf8) + withUnsafeBytes(of: owner.uuid) { Array($0) }
  }
}
