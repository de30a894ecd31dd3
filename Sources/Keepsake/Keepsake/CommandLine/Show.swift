import RepriseCommands
import ArgumentParser
import Inventory
import Sync

/// `keepsake show ITEM`: prints everything about an item.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print everything about an item, one field per line.")

  @Flag(help: "Print one JSON object, as in `list --json`, with attachments.")
  var json = false

  @Argument(help: "The item, by number or name.", completion: Completions.item)
  var item: String

  func run() throws {
    do {
      let store = try Workspace.openInventory()
      let found = try store.item(onlyNamed: item)
      let relations = try store.items.relations(of: found)
      let attached = try AttachedFile.all(of: found.uuid, in: store.attachments)
      let conflicts = try store.household.conflicts(of: found.uuid)
      guard json else {
        printLines(found, relations, conflicts, of: store)
        for file in attached { Console.data(file.kind.capitalizedFirst, file.line) }
        return
      }
      var lines = JSONLines(output: Console.jsonLines)
      try lines.add(
        JSONRecord(
          item: found, relations: relations, currency: store.database.currency, attached: attached,
          conflicts: conflicts.map(\.subject)))
      lines.flush()
    } catch {
      Console.fail(error)
    }
  }

  /// The unique label of a line: without headings, two prices need different labels.
  @MainActor private static func label(of line: DetailLine) -> String {
    guard let words = ItemField(rawValue: line.id).flatMap(FieldWords.of),
      line.label == words.line.label, FieldWords.repeatedLabels.contains(line.label)
    else { return line.label }
    return words.label
  }

  /// Prints what the item's screen shows, its value included.
  private func printLines(
    _ item: Item, _ relations: ItemRelations, _ conflicts: [ItemConflict],
    of store: InventoryStore
  ) {
    let customs = Workspace.customs
    let currency = store.database.currency
    // Commands run on the main thread, which is where the main actor is.
    let lines = MainActor.assumeIsolated {
      let lines = DetailLines(
        item: item, relations: relations, currency: currency, customs: customs,
        conflicts: conflicts, on: .today(), seal: SealedWords.inCommand(item, of: store)
      ).lines
      let value = lines.filter { $0.id == DetailLines.valueID }
      let rest = lines.filter { $0.id != DetailLines.valueID }
      return (value + rest).map { (label: Self.label(of: $0), text: $0.text) }
    }
    for line in lines {
      for (index, text) in line.text.split(
        separator: "\n", omittingEmptySubsequences: false
      ).enumerated() {
        Console.data(index == 0 ? line.label : "", String(text))
      }
    }
  }
}
