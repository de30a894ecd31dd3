import RepriseCommands
import ArgumentParser
import Foundation
import Inventory
import Sync

/// `keepsake list`: prints items, one a line.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print items, one per line: name, place, quantity, total value, number.",
    usage: "keepsake list [<options>] [<query> ...]",
    discussion: """
      Use the number to name the item in other commands. A sold item has “sold” instead of a value and counts in no \
      total.

      Words narrow the list to items that contain all of them; "a phrase" must match exactly, and -word excludes \
      items. Operators look into one field: tag:red, place:attic, price>300, bought:2024, warranty<90d, is:lent, \
      no:photo; the manual lists all of them. Put words that begin with - after --, and quote < and > for the shell.

      --archived and --trashed list archived items or the trash instead, both options together list both. \
      `keepsake set` brings items back with archived=no or trashed=no.

      In --json, "private" is true for a private item, and "undecided" names the fields with conflicting values.

      --view lists the items of a saved view, which `keepsake view` or a window saved.

      Example:
        keepsake list -- canon -camera
        keepsake list 'price>300' no:photo
        keepsake list --view "Lent things"
      """)

  @Flag(help: "Print one JSON object per line, with every field.")
  var json = false

  @Flag(help: "List archived items instead.")
  var archived = false

  @Flag(help: "List the items in the trash instead.")
  var trashed = false

  @Option(
    help: ArgumentHelp(
      "The saved view to list, in its order; words narrow it further.", valueName: "name"),
    completion: Completions.view)
  var view: String?

  @Argument(help: "Words and operators of the filter.", completion: Completions.query)
  var query: [String] = []

  func run() throws {
    do {
      let store = try Workspace.openInventory()
      try store.database.rebuildWords(within: .seconds(2))
      let words = try FilterText.joined(query, view: view, in: store)
      let order = try view.map { try store.view(named: $0).order } ?? .name
      for shelf in shelves {
        var query = ItemQuery(shelf: shelf, words: words)
        query.order = order
        let list = try ItemList(store: store, query: query)
        if json { try printJSON(list, of: store) } else { try printLines(list, of: store) }
      }
    } catch {
      Console.fail(error)
    }
  }

  private var shelves: [ItemShelf] {
    let chosen = (archived ? [ItemShelf.archive] : []) + (trashed ? [.trash] : [])
    return chosen.isEmpty ? [.lists] : chosen
  }

  private func printLines(_ list: ItemList, of store: InventoryStore) throws {
    try list.forEachItem { item, relations in
      let value =
        item.isSold ? "sold" : item.valuation(in: store.database.currency).money?.plainText ?? ""
      Console.data(
        item.name, relations.placePath ?? "", Quantity.text(item.quantity), value,
        item.reference)
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
