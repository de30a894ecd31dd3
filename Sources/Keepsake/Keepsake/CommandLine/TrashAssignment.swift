import ArgumentParser
import Inventory

/// The `trashed=yes` and `trashed=no` among the arguments of `keepsake set`.
nonisolated struct TrashAssignment {
  private static let prefix = "trashed="

  /// Whether to move the item to the trash or out of it; `nil` if no argument sets it.
  let isTrashed: Bool?
  /// The other arguments.
  let others: [String]

  /// Parses arguments; of several assignments, the last one applies.
  ///
  /// - Throws: A usage error for values other than yes and no.
  init(_ arguments: [String]) throws {
    others = arguments.filter { !$0.hasPrefix(Self.prefix) }
    isTrashed = try arguments.last { $0.hasPrefix(Self.prefix) }.map { argument in
      do throws(FieldError.Reason) {
        return try FieldKind.flag(String(argument.dropFirst(Self.prefix.count)))
      } catch {
        throw ValidationError("“\(argument)”: write trashed=yes or trashed=no")
      }
    }
  }

  /// Checks that no other fields of an item are to be changed that is in the trash and stays there.
  func check(_ item: Item) throws {
    guard item.deletedAt == nil || isTrashed == false || others.isEmpty else {
      throw UsageFailure.inTrash(item)
    }
  }

  /// Restores an item that leaves the trash; returns it as it is then.
  func restore(_ item: Item, in store: InventoryStore) throws -> Item {
    guard item.deletedAt != nil, isTrashed == false else { return item }
    try store.changes.perform(.restoreItems([item.uuid]), session: Workspace.mainSession)
    return try store.items.fetch(item.uuid) ?? item
  }

  /// Moves an item to the trash if the arguments request it.
  func trash(_ item: Item, in store: InventoryStore) throws {
    guard isTrashed == true, item.deletedAt == nil else { return }
    try store.changes.perform(.trashItems([item.uuid]), session: Workspace.mainSession)
  }
}

nonisolated extension UsageFailure {
  /// The failure of a command that changes or opens an item in the trash.
  static func inTrash(_ item: Item) -> UsageFailure {
    let number = item.assetNumber.map(AssetNumber.text) ?? item.uuid.digits
    return UsageFailure(
      status: .failure,
      message: "“\(item.name)” is in the trash; take it out first: "
        + "`keepsake set \(number) trashed=no`")
  }
}
