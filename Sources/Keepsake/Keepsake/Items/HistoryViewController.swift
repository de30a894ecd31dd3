import Foundation
import Inventory
import Reprise
import Sync

/// Lists the history of an item or of the household, with members or sessions of this machine as authors.
final class HistoryViewController: ScreenController, ViewControllerRestoration {
  /// How many entries are read at once.
  private static let page = 200

  /// The most entries to show; grows when the last one is reached.
  private var most = HistoryViewController.page {
    didSet { if most != oldValue { setNeedsPreservation() } }
  }

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
    table.delegate = self
    load()
    isOfTrash = shownItem?.deletedAt != nil
  }

  /// The entries, the latest first.
  private var found: [Row] = []

  private var isInFront = false
  /// Whether the data has changed since they were shown.
  private var isOutdated = false

  /// Shows the entries with stable row identifiers, so that a new entry moves no selection.
  private func load() {
    isOutdated = false
    let read = context.notices.attempt { try entries } ?? []
    found = read.enumerated().map { index, entry in
      let id = entry.recordID
      return Row(id: id.isEmpty ? "\(entry.at) \(read.count - index)" : id, entry: entry)
    }
    rows.apply(found)
    navigationItem.detail = shownItem.map { CellText($0.name, width: 200).string } ?? ""
  }

  private var entries: [HistoryEntry] {
    get throws {
      guard let item else { return try context.store.changes.history(limit: most) }
      return try context.store.changes.history(of: item, limit: most)
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
    if most > Self.page { coder.encode(most, forKey: "most") }
  }

  override func decodeRestorableState(with coder: Coder) {
    most = max(Self.page, min(coder.decodeInt(forKey: "most") ?? 0, Self.page * 1000))
    if isViewLoaded { load() }
    super.decodeRestorableState(with: coder)
  }

  // MARK: - Undo

  /// Here `u` undoes the selected change, so the last change is undone in the lists.
  override var actions: [Action] {
    historyActions + super.actions.filter { $0.id != "data.undo" }
  }

  private lazy var historyActions = [
    Action(
      "history.undo", "Undo this change", "u", for: self,
      enabled: { $0.rows.selectedItem != nil }
    ) {
      if let row = $0.rows.selectedItem { $0.context.changes.undo(row.entry) }
    },
    Action(
      "history.undo-since", "Undo it and all later ones", "U", for: self,
      enabled: { $0.rows.selectedItem != nil }
    ) { $0.undoSince() },
    Action(
      "history.undo-step", "Undo the whole step", "s", for: self,
      enabled: { $0.isSelectedPartOfAStep }
    ) {
      if let row = $0.rows.selectedItem { $0.context.changes.undoEdit(of: row.entry) }
    }.unavailable("select one of several changes that were made at once"),
  ]

  /// Whether the selected change was made in one step with the one above or below it.
  private var isSelectedPartOfAStep: Bool {
    guard let row = table.indexPathForSelectedRow?.row, found.indices.contains(row) else {
      return false
    }
    let entry = found[row].entry
    return [row - 1, row + 1].contains {
      found.indices.contains($0) && found[$0].entry.isOfSameEdit(as: entry)
    }
  }

  /// Undoes the selected change and all above it, as one change.
  private func undoSince() {
    guard let row = rows.selectedItem, let last = found.firstIndex(where: { $0.id == row.id })
    else { return }
    let entries = found[...last].map(\.entry)
    let since = MomentText.text(row.entry.at)
    context.changes.undo(entries) { _ in
      "Undone: \(Figures.count(entries.count, "change", "changes")) since \(since)"
    }
  }
}

extension HistoryViewController: TableViewDelegate {
  /// Shows the item of a row of the history of everything.
  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
    guard item == nil, found.indices.contains(indexPath.row),
      case .item(let uuid, _) = found[indexPath.row].entry.subject,
      (context.notices.attempt { try context.store.items.fetch(uuid) } ?? nil) != nil
    else { return }
    context.navigator.show(item: uuid)
  }

  /// Reads more entries when the last one comes into view.
  func tableViewDidMove(_ tableView: TableView) {
    guard found.count == most, let first = tableView.indexPathForFirstVisibleRow,
      first.row + tableView.bounds.height >= found.count
    else { return }
    most += Self.page
    load()
  }
}
