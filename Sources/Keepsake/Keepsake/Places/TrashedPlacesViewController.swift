import Foundation
import Inventory
import Reprise

/// Lists the places in the trash, and restores them.
final class TrashedPlacesViewController: ScreenController, ViewControllerRestoration {
  private struct Row: Identifiable {
    let place: Place
    var id: UUID { place.uuid }
  }

  private let table = TableView()
  private lazy var rows = TableViewDiffableDataSource<Row>(table) { [unowned self] cell, row in
    cell.text = row.place.path
    cell.detailText =
      row.place.deletedAt.map {
        "deleted on " + context.preferences.customs.text(of: CalendarDate(at: $0))
      } ?? ""
  }

  override init(context: AppContext) {
    super.init(context: context)
    title = "Deleted places"
    restorationIdentifier = "trashed places"
    restorationClass = Self.self
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    coder.environment[AppContext.self].map(TrashedPlacesViewController.init(context:))
  }

  override func loadView() -> View { table }

  override var preferredFocusedView: View? { table }

  override func viewDidLoad() {
    table.restorationIdentifier = "table"
    table.placeholder = "No place is in the trash."
    load()
  }

  private func load() {
    let places = context.notices.attempt { try context.store.places.trashed() } ?? []
    rows.apply(places.map(Row.init))
    navigationItem.detail = places.isEmpty ? "" : Figures.count(places.count, "place", "places")
  }

  override func dataDidChange() { if isViewLoaded { load() } }

  override var actions: [Action] { placeActions + super.actions }

  private lazy var placeActions = [
    Action(
      "place.bring-back", "Bring back", "s b", for: self,
      enabled: { $0.rows.selectedItem != nil }
    ) {
      if let row = $0.rows.selectedItem { $0.context.changes.perform(.restorePlace(row.id)) }
    }
  ]
}
