import ArgumentParser
import Foundation
import Inventory
import RepriseCommands

/// `keepsake tag`: the tags of the inventory.
struct TagCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "List, rename, merge or delete tags.",
    discussion: """
      Each command changes the tag on all items that have it, archived and trashed ones included. In a window, u undoes it.
      """,
    subcommands: [TagList.self, TagRename.self, TagMerge.self, TagDelete.self])
}

/// `keepsake tag list`: prints the tags, one a line.
struct TagList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print tags, one per line: name, number of items.")

  @Flag(help: "Print one JSON object per line.")
  var json = false

  private struct Line: Encodable {
    var name: String
    var items: Int
  }

  func run() throws {
    do {
      for tag in try Workspace.openInventory().items.tags() {
        if json {
          try Console.json(Line(name: tag.name, items: tag.itemCount))
        } else {
          Console.data(tag.name, "\(tag.itemCount)")
        }
      }
    } catch {
      Console.fail(error)
    }
  }
}

/// `keepsake tag rename TAG NAME`: renames a tag.
struct TagRename: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a tag on all items that have it.")

  @Argument(help: "The tag.", completion: Completions.tag)
  var tag: String

  @Argument(help: "Its new name.")
  var name: String

  func run() throws {
    TagChange.run(tag) { found, _ in
      .rename(found, to: name)
    } report: {
      "Renamed the tag “\($0)” to “\(name)”"
    }
  }
}

/// `keepsake tag merge TAG INTO`: replaces a tag by another one.
struct TagMerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Replace a tag by another one on all items that have it.")

  @Argument(help: "The tag that goes.", completion: Completions.tag)
  var tag: String

  @Argument(help: "The tag that its items get.", completion: Completions.tag)
  var into: String

  func run() throws {
    TagChange.run(tag) { found, store in
      .merge(found, into: try store.tag(named: into))
    } report: {
      "Merged the tag “\($0)” into “\(into)”"
    }
  }
}

/// `keepsake tag delete TAG`: removes a tag.
struct TagDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Remove a tag from all items that have it.")

  @Argument(help: "The tag.", completion: Completions.tag)
  var tag: String

  func run() throws {
    TagChange.run(tag) { found, _ in
      .delete(found)
    } report: {
      "Deleted the tag “\($0)”"
    }
  }
}

/// Changes one tag and reports it.
nonisolated private enum TagChange {
  static func run(
    _ text: String, _ edit: (String, InventoryStore) throws -> TagEdit, report: (String) -> String
  ) {
    ThingChange.run {
      try $0.tag(named: text)
    } _: {
      .tag(try edit($0, $1))
    } report: { found, summary, _ in
      summary.count > 0 ? report(found) : "The tag “\(found)” is unchanged"
    }
  }
}
