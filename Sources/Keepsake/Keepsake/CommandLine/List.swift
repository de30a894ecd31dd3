import RepriseCommands
import ArgumentParser
import Foundation
import Inventory
import Sync

/// `keepsake list`: prints items, one a line.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print items, one a line: name, place, quantity, value of that quantity, number.",
    discussion: """
      The number names the item in other commands. In place of its value, a sold item has “sold”: it counts in no total.

      Words narrow the list: all of them have to occur, "a phrase" as it is, -not. Words that begin with - \
      go after --.

      Archived items and the trash are not listed, except with --archived or --trashed, which list nothing else. \
      `keepsake set` brings them back with archived=no or trashed=no.

      With --json, "private" is true for a private item, and "undecided" names the fields with conflicting values.

      Example:
        keepsake list -- canon -camera
      """)

  @Flag(help: "One JSON object a line, with every field.")
  var json = false

  @Flag(help: "List archived items instead.")
  var archived = false

  @Flag(help: "List the items in the trash instead.")
  var trashed = false

  @Argument(help: "What to look for.")
  var query: [String] = []

  func validate() throws {
    guard archived, trashed else { return }
    throw ValidationError("--archived and --trashed exclude each other: list one, then the other")
  }

  func run() throws {
    do {
      let store = try Workspace.openInventory()
      try store.database.rebuildWords(within: .milliseconds(200))
      let shelf: ItemShelf = archived ? .archive : trashed ? .trash : .lists
      let query = ItemQuery(shelf: shelf, words: query.joined(separator: " "))
      if let text = query.wordlessFilter {
        Console.message("“\(text)” has no letter or digit to search for.")
      }
      let list = try ItemList(store: store, query: query)
      if json { try printJSON(list, of: store) } else { try printLines(list, of: store) }
    } catch {
      Console.fail(error)
    }
  }

  private func printLines(_ list: ItemList, of store: InventoryStore) throws {
    try list.forEachItem { item, relations in
      let value =
        item.isSold ? "sold" : item.valuation(in: store.database.currency).money?.plainText ?? ""
      Console.data(
        item.name, relations.placePath ?? "", Quantity.text(item.quantity), value,
        item.assetNumber.map(AssetNumber.text) ?? "")
    }
  }

  private func printJSON(_ list: ItemList, of store: InventoryStore) throws {
    var lines = JSONLines(output: Console.jsonLines)
    var conflicts: [UUID: [ItemAspect]] = [:]
    for item in try store.household.conflictingItems() {
      conflicts[item] = try store.household.conflicts(of: item).map(\.subject)
    }
    try list.forEachItem { item, relations in
      try lines.add(
        JSONRecord(
          item: item, relations: relations, currency: store.database.currency,
          conflicts: conflicts[item.uuid] ?? []))
    }
    lines.flush()
  }
}
