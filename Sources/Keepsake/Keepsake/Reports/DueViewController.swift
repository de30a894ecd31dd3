import Foundation
import Inventory
import Reprise

/// Lists what is due, kind by kind: loans, maintenance, warranties, the backup, conflicts and gaps in proof.
final class DueViewController: ScreenController, ViewControllerRestoration {
  private let table = TableView()
  private lazy var searchBar = SearchBar($filter)

  /// The words that narrow the list; blank shows everything.
  @Restorable("filter") private var filter = ""
  /// Whether the filter's line is shown.
  @Restorable("isFiltering") private var isFiltering = false

  /// The lines; after a launch the saved ones, until everything is read again.
  private var contents = ReportContents() {
    didSet { if contents != oldValue { setNeedsPreservation() } }
  }

  /// The lines that the saved state holds.
  private var kept = ReportContents.Kept() {
    didSet { if kept != oldValue { setNeedsPreservation() } }
  }

  private var known: (subject: DueSubject, survey: DueSurvey)?
  private var running: (subject: DueSubject, work: HeldBackWork)?

  override init(context: AppContext) {
    super.init(context: context)
    restorationIdentifier = "due"
    restorationClass = Self.self
    title = "What is due"
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    coder.environment[AppContext.self].map(DueViewController.init(context:))
  }

  override var doing: String { "looking at what is due" }

  override func loadView() -> View {
    Column {
      table.length(.fill(1))
      searchBar
    }
  }

  override var preferredFocusedView: View? { table }

  override func viewDidLoad() {
    searchBar.isHidden = !isFiltering
    searchBar.placeholder = "words in names and details"
    table.restorationIdentifier = "table"
    table.sectionHeaderTopSpacing = 1
    table.dataSource = self
    table.delegate = self
    // A backup by another process doesn't change items.
    context.application?.observe(.data, with: self) { [weak self] in
      guard let self, isInFront, update() else { return }
      context.application?.updating()
    }
  }

  private var isInFront = false

  override func viewWillAppear() {
    super.viewWillAppear()
    isInFront = true
    update()
  }

  override func viewWillDisappear() {
    super.viewWillDisappear()
    isInFront = false
  }

  override func dataDidChange() { if isInFront { update() } }

  override func updateProperties() {
    searchBar.isHidden = !isFiltering
    if known != nil { show() }
  }

  // MARK: - Keys

  override var actions: [Action] { dueActions + super.actions }

  // Made once: the window reads them at every key.
  private lazy var dueActions = [
    Action("due.filter", "Filter", "/", for: self) {
      $0.isFiltering = true
      $0.searchBar.isHidden = false
      $0.searchBar.textField.becomeFirstResponder()
    },
    Action(
      "due.end-filter", "End filter", "Esc", "^C", role: .cancel, for: self,
      enabled: { $0.isFiltering }
    ) { $0.endFiltering() }.essential(),
    Action(
      "due.keep-filter", "Keep filter", "Enter", "Down", "Tab", for: self,
      enabled: { $0.searchBar.textField.isFirstResponder }
    ) { $0.table.becomeFirstResponder() },
    Action(
      "list.maintenance", "Complete maintenance", "s m", for: self,
      enabled: { $0.selected?.kind == .maintenance }
    ) {
      $0.context.navigator.present(
        CompleteMaintenanceViewController(context: $0.context, items: ChosenItems($0)),
        in: .form, over: $0)
    }.unavailable("select maintenance"),
  ]

  override func endFiltering() {
    searchBar.text = ""
    (filter, isFiltering) = ("", false)
    table.becomeFirstResponder()
  }

  // MARK: - Reading

  /// The number of items below which reading takes a few milliseconds, so that the next key finds the lines.
  private static let fewItems = 5000

  /// Whether the contents come from the saved state, so that the first frame need not wait.
  private var isRestored = false

  /// Reads what is due; returns `false` if that is done or under way.
  @discardableResult
  private func update() -> Bool {
    guard let application = context.application,
      let subject = context.notices.attempt({ try DueSubject(context) }),
      subject != known?.subject, subject != running?.subject,
      let reading = context.notices.attempt({ try DueReading(store: context.store) })
    else { return false }
    running?.work.cancel()
    running = nil
    guard isRestored || context.store.database.counts.live > Self.fewItems else {
      didEnd(subject, Result { try reading.survey(subject.question) })
      return true
    }
    table.placeholder = "Looking …"
    let work = application.performWhileVisible({ work in
      work.onCancel { reading.cancel() }
      return try reading.survey(subject.question)
    }) { [weak self] result in
      self?.didEnd(subject, result)
    }
    running = (subject, work)
    return true
  }

  private func didEnd(_ subject: DueSubject, _ result: Result<DueSurvey?, any Error>) {
    running = nil
    isRestored = false
    guard let survey = context.notices.attempt({ try result.get() }) ?? nil else { return }
    let conflicts = context.notices.attempt {
      try context.store.dueConflicts(on: subject.question.today)
    }
    known = (subject, survey.adding(conflicts ?? []))
    show()
  }

  /// Shows the entries that match the filter; keeps the former lines until they are known.
  private func show() {
    guard let (subject, survey) = known else { return }
    let days = subject.question.days
    let rows = DueRows(
      survey: survey, proofFrom: subject.question.proofFrom,
      currency: context.store.database.currency,
      customs: context.preferences.customs, filter: filter)
    table.placeholder =
      filter.isEmpty ? "Nothing is due within \(days) days." : "Nothing matches."
    show(ReportContents(detail: rows.summary, sections: rows.sections))
  }

  private func show(_ contents: ReportContents) {
    navigationItem.detail = contents.detail
    guard contents != self.contents else { return offerAction() }
    self.contents = contents
    table.reloadData()
    offerAction()
  }

  /// Updates the hint for Enter on the selected line.
  private func offerAction() {
    let row = table.indexPathForSelectedRow.flatMap(contents.row(at:))
    let hasAdvice = row?.advice != nil
    table.primaryActionTitle = hasAdvice ? "Show advice" : "Open"
    table.hintsPrimaryAction = row != nil
  }

  // MARK: - Opening

  /// The kind and the item of the selected line.
  private var selected: (kind: DueEntry.Kind, item: UUID?)? {
    table.indexPathForSelectedRow.flatMap(contents.row(at:)).flatMap(DueRows.subject(of:))
  }

  private func open(_ row: ReportRow) {
    if let advice = row.advice { return context.notices.show(advice) }
    guard let (kind, item) = DueRows.subject(of: row) else { return }
    guard let item else {
      if kind == .conflict { open(HouseholdViewController(context: context)) }
      return
    }
    // A sheet has no stack: it closes for the item.
    guard navigationController != nil else { return context.navigator.show(item: item) }
    open(ItemDetailViewController(context: context, item: item))
  }

  private func open(_ screen: ViewController) {
    guard let navigationController else { return present(screen) }
    navigationController.push(screen)
  }

  // MARK: - Preservation

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    guard contents != ReportContents() else { return }
    _ = context.notices.attempt {
      try coder.encode(codable: contents.keeping(kept), forKey: "contents")
    }
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    searchBar.isHidden = !isFiltering
    guard let saved = coder.decode(ReportContents.self, forKey: "contents"), saved.isSound
    else { return }
    isRestored = true
    show(saved)
  }
}

/// The input of the list: if it changes, the list is read again.
private struct DueSubject: Equatable, Sendable {
  let dataVersion: Int64
  let question: DueQuestion
  /// The time of the last backup, in milliseconds since 1970.
  let lastBackup: Timestamp?

  init(_ context: AppContext) throws {
    let database = context.store.database
    dataVersion = database.dataVersion
    question = context.preferences.personal.dueQuestion(
      on: context.preferences.today(), in: database.currency)
    lastBackup = try database.lastBackup()
  }
}

extension DueViewController: TableViewDataSource, TableViewDelegate {
  func numberOfSections(in tableView: TableView) -> Int { max(1, contents.sections.count) }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    contents.sections.indices.contains(section) ? contents.sections[section].count : 0
  }

  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    contents.sections.indices.contains(section) ? contents.sections[section].title : nil
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(ReportCell.self)
    cell.show(contents.row(at: indexPath) ?? ReportRow(id: "", title: "…"))
    return cell
  }

  func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { false }

  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
    if let row = contents.row(at: indexPath) { open(row) }
  }

  func tableViewDidMove(_ tableView: TableView) {
    offerAction()
    kept = contents.kept(
      top: tableView.indexPathForFirstVisibleRow, selected: tableView.indexPathForSelectedRow)
  }
}

extension DueViewController: DataSourceModelAssociation {
  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    contents.row(at: indexPath)?.id
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    contents.path(ofRow: identifier)
  }
}

extension DueViewController: ItemChoosing {
  var chosenItems: [UUID] { [selected?.item].compactMap(\.self) }
  var hasChosenItems: Bool { selected?.item != nil }
  var markCount: Int { 0 }
  var shelf: ItemShelf { .lists }
  func allowsForMarked(_ deed: String) -> Bool { true }
}
