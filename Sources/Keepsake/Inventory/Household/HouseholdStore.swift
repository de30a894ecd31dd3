/// The part of an inventory in a household, an inventory that several homes have in common.
///
/// All writes work as without: triggers note what they touch. ``record(author:limit:)`` makes operations of that,
/// somebody sends them, and ``receive(_:author:head:)`` merges what comes back and what others wrote.
public struct HouseholdStore: Sendable {
  /// The inventory.
  let store: InventoryStore

  var database: InventoryDatabase { store.database }
  var privacy: PrivacyStore { store.privacy }

  /// Who makes the changes of these transactions.
  static let source = "household"
}

extension InventoryStore {
  /// The part of the inventory in a household.
  public var household: HouseholdStore { HouseholdStore(store: self) }
}
