import Foundation
import Inventory
import Reprise

/// Lists the saved views, and opens, renames and deletes them.
final class ViewsViewController: ScreenController, ViewControllerRestoration {
  private struct Row: Identifiable {
    let view: SavedView
    var id: UUID { view.uuid }
  }

  private let table = TableView()
  private lazy var rows = TableViewDiffableDataSource<Row>(table) { cell, row in
    cell.text = row.view.name
    cell.detailText = ViewWords.text(of: row.view)
  }

  override init(context: AppContext) {
    super.init(context: context)
    title = "Views"
    restorationIdentifier = "views"
    restorationClass = Self.self
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    coder.environment[AppContext.self].map(ViewsViewController.init(context:))
  }

  override var doing: String { "looking at the saved views" }

  override func loadView() -> View { table }

  override var preferredFocusedView: View? { table }

  override func viewDidLoad() {
    table.restorationIdentifier = "table"
    table.placeholder = "No view is saved.\n, s  saves what a list of items shows"
    rows.didOpen = { [unowned self] in context.navigator.show(view: $0.view) }
    rows.didDelete = { [unowned self] in context.changes.perform(.view(.delete($0.id))) }
    load()
  }

  private func load() {
    let views = context.notices.attempt { try context.store.views.fetchAll() } ?? []
    rows.apply(views.map(Row.init))
    navigationItem.detail = views.isEmpty ? "" : Figures.count(views.count, "view", "views")
  }

  override func dataDidChange() { if isViewLoaded { load() } }

  override var actions: [Action] { viewActions + super.actions }

  // Made once: the window reads them at every key.
  private lazy var viewActions = [
    Action("view.rename", "Rename", "r", for: self, enabled: { $0.rows.selectedItem != nil }) {
      guard let row = $0.rows.selectedItem else { return }
      $0.present(NameViewController(.view(row.id), context: $0.context))
    },
    Action(
      "view.delete", "Delete", "x", "Del", role: .destructive, for: self,
      enabled: { $0.rows.selectedItem != nil }
    ) { $0.table.deleteSelection() },
  ]
}

/// Describes a saved view in a line.
nonisolated enum ViewWords {
  /// `is:lent, by date, newest first`; `all items` without a filter.
  static func text(of view: SavedView) -> String {
    let filter = view.filter.isEmpty ? "all items" : view.filter
    let order = words(for: view.order)
    return order.isEmpty ? filter : "\(filter), \(order)"
  }

  /// An order in words; empty for the usual one.
  static func words(for order: ItemQuery.Order) -> String {
    switch order {
    case .name: ""
    case .nameDescending: "Z–A"
    case .value: "lowest value first"
    case .valueDescending: "highest value first"
    case .quantity: "smallest quantity first"
    case .quantityDescending: "largest quantity first"
    case .date: "oldest first"
    case .dateDescending: "newest first"
    case .place: "by place"
    case .placeDescending: "by place, Z–A"
    case .manual: "in your order"
    case .manualDescending: "in your order, reversed"
    }
  }
}
