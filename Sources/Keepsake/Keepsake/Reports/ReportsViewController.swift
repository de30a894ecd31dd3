import Foundation
import Inventory
import Reprise
import Sync

/// Reports what everything is worth, what is missing, and how the policy covers it.
final class ReportsViewController: ReportListController {
  /// Whether the rules of calculation are shown below the sums.
  @Restorable("showsRules") private var showsRules = false

  private var known: (subject: DueSubject, read: ReadReport)?
  private var running: (subject: DueSubject, work: HeldBackWork)?

  override init(context: AppContext) {
    super.init(context: context)
    restorationIdentifier = "reports"
    title = "Reports"
  }

  override var doing: String { "viewing the reports" }

  override func loadView() -> View { table }

  override func viewDidLoad() {
    super.viewDidLoad()
    table.placeholder = "Adding up …"
  }

  // MARK: - Keys

  override var actions: [Action] {
    thingActions + [reportAction, rulesAction, householdAction] + super.actions
  }

  // Made once: the window reads them at every key.
  private lazy var thingActions = ReportActions.make(for: self)

  /// The tag or category of the selected line.
  var selectedThing: NamedThing? {
    switch selectedRow?.scope {
    case .tag(let uuid): .tag(uuid)
    case .category(let uuid?): .category(uuid)
    default: nil
    }
  }

  /// The part of the inventory that the selected line is about.
  private var selectedPart: ReportPart? {
    guard let row = selectedRow, let scope = row.scope,
      scope != .everywhere
    else { return nil }
    guard case .within(let uuid) = scope,
      let place = context.notices.attempt({ try context.store.places.fetch(uuid) }) ?? nil
    else { return ReportPart(scope: scope, name: row.title) }
    return ReportPart(scope: scope, name: place.path)
  }

  private lazy var householdAction = Action(
    "reports.household", "Household", "H", for: self,
    enabled: { $0.context.store.database.isInHousehold }
  ) { $0.navigationController?.push(HouseholdViewController(context: $0.context)) }
  .unavailable("join a household first (F3), or create one: keepsake household create")

  private lazy var rulesAction = Action(
    "reports.rules", "Show or hide the rules of calculation", "i", isHinted: false, for: self
  ) {
    $0.showsRules.toggle()
    $0.show()
  }

  private lazy var reportAction = Action(
    "reports.report", "Report for the insurer", "R", for: self
  ) {
    $0.present(
      ReportViewController(context: $0.context, part: $0.selectedPart, coversPart: false))
  }

  // MARK: - Adding up

  /// Adds everything up; returns `false` if that is done or under way.
  override func update() -> Bool {
    updatePlace()
    guard let application = context.application,
      let subject = context.notices.attempt({ try DueSubject(context) }),
      subject != known?.subject,
      subject != running?.subject
    else { return false }
    running?.work.cancel()
    running = nil
    let store = context.store
    guard let due = context.notices.attempt({ try DueReading(store: store) }) else { return false }
    guard readsInBackground else {
      didEnd(subject, Result { try ReadReport(subject, totals: TotalsReading(store: store), due) })
      return true
    }
    let work = application.performWhileVisible({ work in
      let reading = TotalsReading(store: store)
      work.onCancel {
        reading.cancel()
        due.cancel()
      }
      return try ReadReport(subject, totals: reading, due)
    }) { [weak self] result in
      self?.didEnd(subject, result)
    }
    running = (subject, work)
    return true
  }

  private func didEnd(_ subject: DueSubject, _ result: Result<ReadReport?, any Error>) {
    running = nil
    isRestored = false
    guard var read = context.notices.attempt({ try result.get() }) ?? nil else { return }
    let conflicts = context.notices.attempt {
      try context.store.dueConflicts(on: subject.question.today)
    }
    read.due = read.due.adding(conflicts ?? [])
    known = (subject, read)
    show()
  }

  // MARK: - The place of the data

  /// The condition of the data directory, as far as known.
  private nonisolated struct Place: Equatable, Sendable {
    var fault: DataPlacement.Fault?
    var warning: String?
  }

  private var place: Place?
  private var placeWork: HeldBackWork?

  /// Examines the directories around the data once, in the background: a network file system may not answer.
  private func updatePlace() {
    guard place == nil, placeWork == nil, let application = context.application else { return }
    let directory = context.attachments.directory
    placeWork = application.performWhileVisible({ _ in
      Place(
        fault: DataPlacement.fault(of: directory), warning: DataPlacement.warning(for: directory))
    }) { [weak self] result in
      self?.place = try? result.get()
      self?.show()
    }
  }

  // MARK: - Showing

  /// Shows the lines once all are known; keeps the former ones until then.
  private func show() {
    guard let (subject, read) = known, place != nil || contents.sections.isEmpty else { return }
    let words = ReportWords(
      report: read.report, due: read.due, customs: context.preferences.customs,
      day: subject.question.today,
      lastBackup: subject.lastBackup, fault: place?.fault,
      placeWarning: place?.warning?.capitalizedFirst, showsRules: showsRules)
    show(
      ReportContents(
        detail: read.report.all.title(
          read.report.settings.currency, context.preferences.customs),
        sections: words.sections))
  }

  override func show(_ contents: ReportContents) {
    super.show(contents)
    showTotal()
  }

  override func offerAction() {
    let row = selectedRow
    let leadsOn = row.map { $0.scope != nil || $0.isPolicy || $0.opensDue == true } ?? false
    table.primaryActionTitle = leadsOn ? "Open" : "Show advice"
    table.hintsPrimaryAction = leadsOn || row?.advice != nil
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    showTotal()
  }

  /// Shows the total above its column, which moves to the left when the table has a scroll mark.
  private func showTotal() {
    let margin = String(repeating: " ", count: table.rowInsets.right)
    navigationItem.detail = contents.detail.isEmpty ? "" : contents.detail + margin
  }

  // MARK: - Opening

  override func open(_ row: ReportRow) {
    if row.opensDue == true {
      navigationController?.push(DueViewController(context: context))
      return
    }
    if row.isPolicy {
      let policy = PolicyViewController(context: context)
      present(policy)
      return policy.focus(.contentsLimit)
    }
    guard let scope = row.scope else {
      return context.notices.show(row.advice ?? "This line has no list")
    }
    navigationController?.push(
      ScopeViewController(context: context, scope: scope, title: row.title))
  }
}

/// The contents of a report, read at about the same time.
private nonisolated struct ReadReport: Sendable {
  let report: WorthReport
  var due: DueSurvey

  /// Reads both; `nil` if cancelled.
  init?(_ subject: DueSubject, totals: TotalsReading, _ due: DueReading) throws {
    guard let report = try totals.report(on: subject.question.today),
      let survey = try due.survey(subject.question)
    else { return nil }
    (self.report, self.due) = (report, survey)
  }
}
