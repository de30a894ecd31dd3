import ArgumentParser
import Foundation
import Inventory
import RepriseCommands

/// `keepsake category`: the categories of the inventory.
struct CategoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "category",
    abstract: "List, rename, merge or delete categories, or set their useful life.",
    discussion: """
      Each command changes all items of the category, archived and trashed ones included. In a window, u undoes it.
      """,
    subcommands: [
      CategoryList.self, CategoryRename.self, CategoryMerge.self, CategoryDelete.self,
      CategoryLife.self,
    ])
}

/// `keepsake category list`: prints the categories, one a line.
struct CategoryList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print categories, one per line: name, useful life in months, number of items.")

  @Flag(help: "Print one JSON object per line.")
  var json = false

  private struct Line: Encodable {
    var name: String
    var usefulLifeMonths: Int?
    var items: Int
  }

  func run() throws {
    do {
      let store = try Workspace.openInventory()
      let counts = try store.items.categoryCounts()
      for category in try store.items.categories() {
        let count = counts[category.uuid] ?? 0
        if json {
          try Console.json(
            Line(name: category.name, usefulLifeMonths: category.usefulLifeMonths, items: count))
        } else {
          let life = category.usefulLifeMonths.map(String.init) ?? "none"
          Console.data(category.name, life, "\(count)")
        }
      }
    } catch {
      Console.fail(error)
    }
  }
}

/// `keepsake category rename CATEGORY NAME`: renames a category.
struct CategoryRename: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a category.")

  @Argument(help: "The category.", completion: Completions.category)
  var category: String

  @Argument(help: "Its new name.")
  var name: String

  func run() throws {
    CategoryChange.run(category) { found, _ in
      .rename(found.uuid, to: name)
    } report: {
      "Renamed the category “\($0)” to “\(name)”"
    }
  }
}

/// `keepsake category merge CATEGORY INTO`: merges a category into another one.
struct CategoryMerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Move all items of a category to another one, and delete it.")

  @Argument(help: "The category that goes.", completion: Completions.category)
  var category: String

  @Argument(help: "The category that gets its items.", completion: Completions.category)
  var into: String

  func run() throws {
    CategoryChange.run(category) { found, store in
      .merge(found.uuid, into: try store.category(named: into).uuid)
    } report: {
      "Merged the category “\($0)” into “\(into)”"
    }
  }
}

/// `keepsake category delete CATEGORY`: deletes a category.
struct CategoryDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a category; its items have no category then.")

  @Argument(help: "The category.", completion: Completions.category)
  var category: String

  func run() throws {
    CategoryChange.run(category) { found, _ in
      .delete(found.uuid)
    } report: {
      "Deleted the category “\($0)”"
    }
  }
}

/// `keepsake category life CATEGORY MONTHS`: sets the useful life of a category.
struct CategoryLife: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "life",
    abstract: "Set the months after which an item of a category has lost its value.",
    discussion: """
      Estimates of today's value use it. With none, age doesn't reduce the value.

      Example:
        keepsake category life Electronics 72
      """)

  @Argument(help: "The category.", completion: Completions.category)
  var category: String

  @Argument(help: "The number of months, or none.")
  var months: String

  func validate() throws {
    guard months != "none", Int(months) == nil else { return }
    throw ValidationError("“\(months)”: write a number of months, or none")
  }

  func run() throws {
    CategoryChange.run(category) { found, _ in
      .setUsefulLife(found.uuid, months: Int(months))
    } report: {
      months == "none"
        ? "“\($0)” has no useful life" : "“\($0)” has a useful life of \(months) months"
    }
  }
}

/// Changes one category and reports it.
nonisolated private enum CategoryChange {
  static func run(
    _ text: String, _ edit: (Inventory.Category, InventoryStore) throws -> CategoryEdit,
    report: (String) -> String
  ) {
    ThingChange.run {
      try $0.category(named: text)
    } _: {
      .category(try edit($0, $1))
    } report: { found, summary, _ in
      summary.count > 0 ? report(found.name) : "The category “\(found.name)” is unchanged"
    }
  }
}
