import ArgumentParser
import Foundation
import Inventory
import RepriseCommands

/// `keepsake view`: the saved views of the inventory.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "List, save, rename or delete views: filters with a name.",
    discussion: """
      A view keeps a filter, the order of its items, and the columns that its list hides. `g v` lists the views in a \
      window; `keepsake list --view NAME` prints the items of one, and report and export have the same option.

      All homes of a household have the same views. The filter is stored readable, also if it contains words of private \
      items.
      """,
    subcommands: [ViewList.self, ViewSave.self, ViewRename.self, ViewDelete.self])
}

/// `keepsake view list`: prints the saved views, one a line.
struct ViewList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print views, one per line: name, filter, order.")

  @Flag(help: "Print one JSON object per line.")
  var json = false

  func run() throws {
    do {
      for view in try Workspace.openInventory().views.fetchAll() {
        if json {
          try Console.json(ViewRecord(view))
        } else {
          Console.data(view.name, view.filter, ViewRecord(view).orderText)
        }
      }
    } catch {
      Console.fail(error)
    }
  }
}

/// `keepsake view save NAME FILTER…`: saves a view, or replaces one.
struct ViewSave: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Save a filter as a view; replaces the view of that name.",
    discussion: """
      Replacing a view keeps its hidden columns.

      Example:
        keepsake view save "Lent things" is:lent
        keepsake view save Gaps --sort value --descending no:photo 'value>300'
      """)

  @Option(
    help: ArgumentHelp(
      "The order of the items: \(SortName.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "field"))
  var sort = SortName.name

  @Flag(help: "Sort from Z to A, from the highest value, or from the latest date.")
  var descending = false

  @Flag(help: "Print the view as a JSON object.")
  var json = false

  @Argument(help: "The name of the view.", completion: Completions.view)
  var name: String

  @Argument(
    help: "Words and operators of the filter; see keepsake list.", completion: Completions.query)
  var query: [String] = []

  func run() throws {
    ViewChange.run(json: json) { store in
      let known = try store.views.named(name)
      let view = SavedView(
        name: name, filter: try FilterText.joined(query),
        order: descending ? sort.order.reversed : sort.order,
        hiddenColumns: known?.hiddenColumns ?? [])
      return .save(view)
    } report: {
      switch $0.action {
      case _ where $0.count == 0: "The view “\($0.name)” is unchanged"
      case .changed: "Replaced the view “\($0.name)”"
      default: "Saved the view “\($0.name)”"
      }
    }
  }
}

/// `keepsake view rename VIEW NAME`: renames a view.
struct ViewRename: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a view.")

  @Flag(help: "Print the view as a JSON object.")
  var json = false

  @Argument(help: "The view.", completion: Completions.view)
  var view: String

  @Argument(help: "Its new name.")
  var name: String

  func run() throws {
    ViewChange.run(json: json) {
      .rename(try $0.view(named: view).uuid, to: name)
    } report: {
      "Renamed the view “\(view)” to “\($0.name)”"
    }
  }
}

/// `keepsake view delete VIEW`: deletes a view.
struct ViewDelete: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a view; its items stay.")

  @Flag(help: "Print the deleted view as a JSON object.")
  var json = false

  @Argument(help: "The view.", completion: Completions.view)
  var view: String

  func run() throws {
    ViewChange.run(json: json) {
      .delete(try $0.view(named: view).uuid)
    } report: {
      "Deleted the view “\($0.name)”"
    }
  }
}

/// The orders of a view's items.
nonisolated enum SortName: String, CaseIterable, ExpressibleByArgument {
  case name, value, quantity, date, place, manual

  var order: ItemQuery.Order {
    switch self {
    case .name: .name
    case .value: .value
    case .quantity: .quantity
    case .date: .date
    case .place: .place
    case .manual: .manual
    }
  }
}

/// A saved view as JSON.
nonisolated struct ViewRecord: Encodable {
  var name: String
  var filter: String
  var sort: String
  var descending: Bool
  var hiddenColumns: [String]

  init(_ view: SavedView) {
    (name, filter, hiddenColumns) = (view.name, view.filter, view.hiddenColumns)
    (sort, descending) = (view.order.ascending.rawValue, view.order.isDescending)
  }

  /// `value descending`.
  var orderText: String { descending ? "\(sort) descending" : sort }
}

/// Changes one view and reports it.
nonisolated private enum ViewChange {
  static func run(
    json: Bool, _ edit: (InventoryStore) throws -> ViewEdit,
    report: (ChangeSummary) -> String
  ) {
    do {
      let store = try Workspace.openInventory(access: .write)
      let edit = try edit(store)
      let former: SavedView? =
        if case .delete(let uuid) = edit { try store.views.fetch(uuid) } else { nil }
      let summary = try store.changes.perform(.view(edit), session: Workspace.mainSession)
      Console.message(report(summary))
      guard json, let view = try former ?? store.views.named(summary.name) else { return }
      try Console.json(ViewRecord(view))
    } catch {
      Console.fail(error)
    }
  }
}
