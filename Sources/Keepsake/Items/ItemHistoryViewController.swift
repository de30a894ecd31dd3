import Foundation
import Inventory
import Reprise

/// Lists who changed what of an item: the members of the household, or the sessions of this machine.
final class ItemHistoryViewController: ScreenController, ViewControllerRestoration {
  /// The most entries: more than anybody reads.
  private static let most = 200

  private struct Row: Identifiable {
    let id: String
    let entry: ItemHistoryEntry
  }

  private let item: UUID
  private let table = TableView()
  private lazy var rows = TableViewDiffableDataSource<Row>(table) { [unowned self] cell, row in
    cell.cellStyle = .value2
    cell.wraps = true
    cell.text = context.customs.text(of: CalendarDate(at: row.entry.at))
    let who = HistoryWords.who(row.entry)
    let time = MomentText.text(row.entry.at).suffix(5)
    cell.detailText =
      "\(time) " + (who.isEmpty ? "" : who + " — ") + HistoryWords.what(row.entry, context.customs)
  }

  override var subject: UUID? { item }

  init(context: AppContext, item: UUID) {
    self.item = item
    super.init(context: context)
    title = "History"
    restorationIdentifier = "history"
    restorationClass = Self.self
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  )
    -> ViewController?
  {
    guard let context = coder.environment[AppContext.self],
      let uuid = coder.decodeString(forKey: "item").flatMap(UUID.init(uuidString:)),
      let item = try? context.store.item(uuid), item.deletedAt == nil
    else { return nil }
    return ItemHistoryViewController(context: context, item: uuid)
  }

  override func loadView() -> View { table }

  override var preferredFocusedView: View? { table }

  override func viewDidLoad() {
    table.restorationIdentifier = "table"
    table.rowHeight = .automatic
    load()
  }

  /// Shows the entries, each under its number from the first on, so that a new one moves none.
  private func load() {
    let found = context.attempt { try context.store.history(of: item, limit: Self.most) } ?? []
    rows.apply(
      found.enumerated().map { index, entry in
        Row(id: "\(entry.at) \(found.count - index)", entry: entry)
      })
    let name = (context.attempt { try context.store.item(item)?.name } ?? nil) ?? ""
    navigationItem.detail = CellText(name, width: 200).string
  }

  override func dataDidChange() {
    let found = context.attempt { try context.store.item(item) } ?? nil
    guard let found, found.deletedAt == nil else {
      navigationController?.pop(from: self)
      return
    }
    if isViewLoaded { load() }
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(item.uuidString, forKey: "item")
  }
}
