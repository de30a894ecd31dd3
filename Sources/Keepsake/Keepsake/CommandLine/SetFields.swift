import ArgumentParser
import Inventory
import RepriseCommands

/// `keepsake set ITEM field=value …`: changes an item.
struct SetFields: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change fields of an item; an empty value clears a field.",
    discussion: """
      Fields and values are those of `keepsake add`. In a window, u undoes the change. archived=yes hides an item from \
      lists and totals, and archived=no brings it back; trashed=yes moves it to the trash, and trashed=no takes it out.

      Examples:
        keepsake set 000-031 value=149 serial=K-2207 field.Color=green notes=
        keepsake set 000-031 archived=no
      """)

  @Argument(help: "The item, by number or name.", completion: Completions.item)
  var item: String

  @Argument(
    help: ArgumentHelp("Fields and their new values.", valueName: "field=value"),
    completion: Completions.assignment)
  var fields: [String]

  func run() throws {
    let trash = try TrashAssignment(fields)
    let assignments = try FieldAssignments(trash.others)
    do {
      let store = try Workspace.openInventory(access: .write)
      try Self.againAfterOtherChanges { try set(assignments, trash, in: store) }
    } catch {
      Console.fail(error)
    }
  }

  /// The number of times that fields are set if other programs keep changing the item.
  private static let attempts = 20

  /// Runs a change, and again if another program has changed the item since it was read.
  private static func againAfterOtherChanges(_ change: () throws -> Void) throws {
    for _ in 1..<attempts {
      do {
        return try change()
      } catch let error as InventoryError where error.kind == .conflict {
        continue
      }
    }
    try change()
  }

  private func set(
    _ assignments: FieldAssignments, _ trash: TrashAssignment, in store: InventoryStore
  ) throws {
    let found = try store.item(onlyNamed: item)
    try trash.check(found)
    try Self.changing(found, in: store) {
      try assignments.check(found, in: store, as: Edit.updateItem)
    }
    let former = try trash.restore(found, in: store)
    let (wanted, remarks) = try assignments.applied(to: former, in: store)
    let summary = try Self.changing(former, in: store) {
      try store.changes.perform(.updateItem(wanted), session: Workspace.mainSession)
    }
    try trash.trash(wanted, in: store)
    Console.message(
      Self.line(
        isChanged: summary.count > 0, wanted, from: found, to: try store.items.fetch(found.uuid)))
    remarks.forEach(Console.message)
  }

  /// The message: whether the item moved to another shelf, or else whether it changed.
  private static func line(
    isChanged: Bool, _ wanted: Item, from found: Item, to now: Item?
  ) -> String {
    let name = "“\(wanted.name)”"
    if found.deletedAt != nil, let now, now.deletedAt == nil {
      return "Restored \(name) from the trash" + (now.archivedAt == nil ? "" : "; it is archived")
    }
    if found.deletedAt == nil, now?.deletedAt != nil { return "Moved \(name) to the trash" }
    switch (found.archivedAt, now?.archivedAt) {
    case (nil, .some): return "Archived \(name)"
    case (.some, nil): return "Returned \(name) from the archive"
    default:
      let line = isChanged ? "Changed \(name)" : "\(name) is unchanged"
      return line + (now?.archivedAt == nil ? "" : " (archived)")
    }
  }

  /// - Throws: Errors of the inventory, and `UsageFailure` for an item that another home sealed.
  private static func changing<Result>(
    _ former: Item, in store: InventoryStore, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as InventoryError {
      if error.kind == .refused, let refusal = SealedWords.refusal(of: former, in: store) {
        throw refusal
      }
      throw error
    }
  }
}

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

  /// Throws if the arguments change other fields of an item that stays in the trash.
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
    UsageFailure(
      status: .failure,
      message: "“\(item.name)” is in the trash; take it out first: "
        + "`keepsake set \(item.reference) trashed=no`")
  }
}
