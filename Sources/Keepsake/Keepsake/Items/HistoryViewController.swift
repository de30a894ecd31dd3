import Foundation
import Inventory
import Reprise
import Sync

/// Lists the history of an item or of the household, with members or sessions of this machine as authors.
final class HistoryViewController: ScreenController, ViewControllerRestoration {
  /// The most entries: more than anybody reads.
  private static let most = 200

  private struct Row: Identifiable {
    let id: String
    let entry: HistoryEntry
  }

  /// The item; `nil` for everything.
  private let item: UUID?
  /// Whether the item was in the trash when its history was opened: then it may stay there.
  private var isOfTrash = false
  private let table = TableView()
  private lazy var rows = TableViewDiffableDataSource<Row>(table) { [unowned self] cell, row in
    cell.cellStyle = .value2
    cell.wraps = true
    cell.text = context.preferences.customs.text(of: CalendarDate(at: row.entry.at))
    let who = HistoryWords.who(row.entry)
    let time = MomentText.text(row.entry.at).suffix(5)
    let subject = item == nil ? HistoryWords.subject(row.entry) + ": " : ""
    cell.detailText =
      "\(time) " + (who.isEmpty ? "" : who + " — ") + subject
      + HistoryWords.what(row.entry, context.preferences.customs)
  }

  override var subject: UUID? { item }

  init(context: AppContext, item: UUID? = nil) {
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
    guard let context = coder.environment[AppContext.self] else { return nil }
    guard let text = coder.decodeString(forKey: "item") else {
      return HistoryViewController(context: context)
    }
    let isOfTrash = coder.decodeBool(forKey: "isOfTrash")
    guard let uuid = UUID(uuidString: text), let item = try? context.store.items.fetch(uuid),
      item.deletedAt == nil || isOfTrash
    else { return nil }
    return HistoryViewController(context: context, item: uuid)
  }

  override func loadView() -> View { table }

  override var preferredFocusedView: View? { table }

  override func viewDidLoad() {
    table.restorationIdentifier = "table"
    table.rowHeight = .automatic
    load()
    isOfTrash = shownItem?.deletedAt != nil
  }

  private var isInFront = false
  /// Whether the data has changed since they were shown.
  private var isOutdated = false

  /// Shows the entries with stable row identifiers, counted from the oldest, so that a new entry moves no row.
  private func load() {
    isOutdated = false
    let found = context.notices.attempt { try entries } ?? []
    rows.apply(
      found.enumerated().map { index, entry in
        Row(id: "\(entry.at) \(found.count - index)", entry: entry)
      })
    navigationItem.detail = shownItem.map { CellText($0.name, width: 200).string } ?? ""
  }

  private var entries: [HistoryEntry] {
    get throws {
      guard let item else { return try context.store.changes.history(limit: Self.most) }
      return try context.store.changes.history(of: item, limit: Self.most)
    }
  }

  private var shownItem: Item? {
    context.notices.attempt { try item.flatMap { try context.store.items.fetch($0) } } ?? nil
  }

  override func dataDidChange() {
    if item != nil {
      guard let shownItem, shownItem.deletedAt == nil || isOfTrash else {
        navigationController?.pop(from: self)
        return
      }
    }
    // The history of everything takes a while to find.
    if isInFront { load() } else { isOutdated = true }
  }

  override func viewWillAppear() {
    super.viewWillAppear()
    isInFront = true
    if isOutdated { load() }
  }

  override func viewWillDisappear() {
    super.viewWillDisappear()
    isInFront = false
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    if let item { coder.encode(item.uuidString, forKey: "item") }
    if isOfTrash { coder.encode(true, forKey: "isOfTrash") }
  }
}
