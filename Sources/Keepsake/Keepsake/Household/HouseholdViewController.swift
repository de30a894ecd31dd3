import Foundation
import Sync
import Inventory
import Reprise

/// Shows the members and the state of the household.
final class HouseholdViewController: ScreenController {
  private struct Row: Identifiable {
    let id: String
    let label: String
    let text: String
    /// The conflict in this row, if it shows one.
    var value: RowConflict?
  }

  private let table = TableView()
  private lazy var rows = TableViewDiffableDataSource<Row>(table) { cell, row in
    cell.cellStyle = .value2
    cell.wraps = true
    cell.text = row.label
    cell.detailText = row.text
  }

  override init(context: AppContext) {
    super.init(context: context)
    title = "Household"
  }

  override func loadView() -> View { table }

  override var preferredFocusedView: View? { table }

  override func viewDidLoad() {
    table.restorationIdentifier = "table"
    table.rowHeight = .automatic
    load()
  }

  private func load() {
    let sections: [TableViewDiffableDataSource<Row>.Section] = [
      .init("This home", items: standing), .init("Members", items: members),
      .init("Conflicts", items: conflicts),
    ]
    rows.apply(sections.filter { !$0.items.isEmpty })
    rows.didOpen = context.conflicts.marks.rows.isEmpty ? nil : { [unowned self] in decide($0) }
  }

  /// The conflicts, each with the shown value and the other one.
  private var conflicts: [Row] {
    context.conflicts.marks.rows.map { value in
      let shown = ConflictWords.value(value.shown)
      return Row(
        id: value.id, label: "⇄",
        text: "\(value.subject): \(shown); \(ConflictWords.line(value))", value: value)
    }
  }

  private var standing: [Row] {
    guard let waiting = context.store.database.householdWaiting else {
      return [
        Row(id: "none", label: "Household", text: "none yet: `keepsake household create` makes one")
      ]
    }
    let credentials = context.sync.credentials
    let address = credentials.map { PostgresAddress($0.code.address) }
    let host = address.map { $0.host ?? "on this machine" }
    let count = Figures.count(waiting, "change", "changes")
    let unknown = context.isDemo ? "none; this is a sample" : "unknown: the key is missing"
    var rows = [
      Row(id: "member", label: "Member", text: credentials?.member ?? unknown),
      Row(id: "server", label: "Server", text: host ?? unknown),
      Row(
        id: "waiting", label: "Waiting",
        text: waiting == 0 ? "nothing; everything is in sync" : count),
    ]
    if let reason = context.sync.failure?.reason {
      rows.append(Row(id: "reason", label: "Offline", text: reason))
    }
    return rows + setAside
  }

  /// The changes that were set aside, items too large to send, and rows nested too deep to be shown in their place.
  private var setAside: [Row] {
    let changes = context.notices.attempt { try context.store.household.setAsideChanges() } ?? []
    let unplaced = context.notices.attempt {
      try context.store.household.unplacedRows(limit: Self.mostLines)
    }
    let lines = unplaced?.first.map(\.line) ?? []
    let more = (unplaced?.count ?? 0) - lines.count
    var rows = changes.prefix(Self.mostLines).map {
      Row(id: "aside \($0.author) \($0.reason)", label: "Set aside", text: $0.line)
    }
    let unsent = context.notices.attempt { try context.store.household.unsentItems() } ?? []
    rows += unsent.prefix(Self.mostLines).map {
      Row(id: "unsent \($0)", label: "Not sent", text: $0.capitalizedFirst)
    }
    rows += lines.map { Row(id: "top \($0)", label: "At the top", text: $0) }
    if more > 0 {
      rows.append(Row(id: "top more", label: "At the top", text: "\(Figures.count(more)) more"))
    }
    return rows
  }

  private static let mostLines = 5

  private var members: [Row] {
    let own = context.notices.attempt { try context.store.household.membership()?.device } ?? nil
    let devices = context.notices.attempt { try context.store.household.devices() } ?? []
    return devices.map { device in
      let since =
        "\(device.machine), since \(context.preferences.customs.text(of: CalendarDate(at: device.joined)))"
      return Row(
        id: device.device, label: device.member,
        text: since + (device.device == own ? " — this one" : ""))
    }
  }

  override func dataDidChange() { if isViewLoaded { load() } }

  /// Shows the new state of the connection.
  override func householdDidChange() { if isViewLoaded { load() } }

  override var actions: [Action] { [decideAction, codeAction, historyAction] + super.actions }

  private lazy var decideAction = Action(
    "household.decide", "Resolve conflict", "K", for: self,
    enabled: { $0.rows.selectedItem?.value != nil }
  ) {
    if let row = $0.rows.selectedItem { $0.decide(row) }
  }

  private func decide(_ row: Row) {
    guard let value = row.value else { return context.notices.show("This line has no conflict") }
    context.conflicts.askToResolve(value, over: self)
  }

  private lazy var historyAction = Action("household.history", "Show history", "C", for: self) {
    $0.navigationController?.push(HistoryViewController(context: $0.context))
  }

  private lazy var codeAction = Action(
    "household.code", "Show household code", "c", for: self,
    enabled: { $0.context.store.database.isInHousehold }
  ) { $0.askToShowCode() }

  /// Asks first: the code gives access to everything.
  private func askToShowCode() {
    guard context.sync.credentials != nil else {
      return context.notices.warn("The household's key is missing on this machine")
    }
    ask(Question.showCode)
  }

  override func alert(for question: AlertQuestion) -> AlertController? {
    guard question == Question.showCode else { return super.alert(for: question) }
    guard let code = context.sync.credentials?.code else { return nil }
    let alert = AlertController(
      title: "Show the household code?",
      message: "Anyone who sees it can read and change everything in the household. It contains "
        + "this home's login at the server. Make sure no one is watching.")
    alert.addAction(
      Action("household.show-code", "Show code", "s") { [weak self] in
        self?.present(JoinCodeViewController(code: code.text))
      })
    alert.addAction(.cancel())
    return alert
  }
}

/// Shows the code with which another home joins, until it is closed.
///
/// The code is a secret: no saved state or snapshot contains it, so it doesn't come back after a restart.
final class JoinCodeViewController: ViewController {
  private let code: String

  init(code: String) {
    self.code = code
    super.init()
    title = "Household code"
  }

  override func loadView() -> View {
    let secret = Label(code)
    secret.wraps = true
    secret.isSecure = true
    let use = Label("On the other machine: keepsake household join", style: .secondary)
    return Column(padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) {
      use
      Spacer(1).length(.cells(1))
      secret
    }
  }
}
