import Foundation
import Inventory
import Reprise

/// Lists what is due, kind by kind: loans, maintenance, warranties, the backup, conflicts and gaps in proof.
final class DueViewController: ReportListController, ViewControllerRestoration {
  private lazy var searchBar = SearchBar($filter)

  /// The words that narrow the list; blank shows everything.
  @Restorable("filter") private var filter = ""
  /// Whether the filter's line is shown.
  @Restorable("isFiltering") private var isFiltering = false

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

  override func viewDidLoad() {
    super.viewDidLoad()
    searchBar.isHidden = !isFiltering
    searchBar.placeholder = "words in names and details"
  }

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

  /// Reads what is due; returns `false` if that is done or under way.
  override func update() -> Bool {
    guard let application = context.application,
      let subject = context.notices.attempt({ try DueSubject(context) }),
      subject != known?.subject, subject != running?.subject,
      let reading = context.notices.attempt({ try DueReading(store: context.store) })
    else { return false }
    running?.work.cancel()
    running = nil
    guard readsInBackground else {
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

  override func show(_ contents: ReportContents) {
    navigationItem.detail = contents.detail
    if contents == self.contents { offerAction() } else { super.show(contents) }
  }

  override func offerAction() {
    table.primaryActionTitle = selectedRow?.advice != nil ? "Show advice" : "Open"
  }

  // MARK: - Opening

  /// The kind and the item of the selected line.
  private var selected: (kind: DueEntry.Kind, item: UUID?)? {
    selectedRow.flatMap(DueRows.subject(of:))
  }

  override func open(_ row: ReportRow) {
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

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    searchBar.isHidden = !isFiltering
  }
}

extension DueViewController: ItemChoosing {
  var chosenItems: [UUID] { [selected?.item].compactMap(\.self) }
  var hasChosenItems: Bool { selected?.item != nil }
  var markCount: Int { 0 }
  var shelf: ItemShelf { .lists }
  func allowsForMarked(_ deed: String) -> Bool { true }
}

/// The input of what is due and of the reports: if it changes, they are read again.
nonisolated struct DueSubject: Equatable, Sendable {
  let dataVersion: Int64
  let question: DueQuestion
  /// The time of the last backup, in milliseconds since 1970.
  let lastBackup: Timestamp?

  @MainActor init(_ context: AppContext) throws {
    let database = context.store.database
    dataVersion = database.dataVersion
    question = context.preferences.personal.dueQuestion(
      on: context.preferences.today(), in: database.currency)
    lastBackup = try database.lastBackup()
  }
}
