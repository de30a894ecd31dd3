import Foundation
import Inventory
import Reprise

/// What everything is worth: totals with bars, what is missing, and the policy beside it.
final class ReportsViewController: ScreenController {
  private let table = TableView()

  /// What is shown; after a launch what was shown before, until it is added up anew.
  private var contents = ReportContents() {
    didSet { if contents != oldValue { setNeedsPreservation() } }
  }

  /// Which of it the saved state holds.
  private var kept = ReportContents.Kept() {
    didSet { if kept != oldValue { setNeedsPreservation() } }
  }

  private var known: (subject: ReportSubject, report: WorthReport)?
  private var running: (subject: ReportSubject, work: HeldBackWork)?

  override init(context: AppContext) {
    super.init(context: context)
    restorationIdentifier = "reports"
    title = "Reports"
  }

  override func loadView() -> View { table }

  override var preferredFocusedView: View? { table }

  override func viewDidLoad() {
    table.restorationIdentifier = "table"
    table.placeholder = "Adding up …"
    table.dataSource = self
    table.delegate = self
  }

  private var isInFront = false

  override func viewWillAppear() {
    isInFront = true
    update()
  }

  override func viewWillDisappear() { isInFront = false }

  override func dataDidChange() {
    if isInFront { update() }
  }

  // MARK: - Keys

  override var actions: [Action] { [reportAction] + super.actions }

  private lazy var reportAction = Action(
    "reports.report", "Report for the insurer", "R", for: self
  ) {
    $0.present(ReportViewController(context: $0.context))
  }

  // MARK: - Adding up

  /// So many items are added up in a few milliseconds: then the next key finds the lines.
  private static let fewItems = 5000

  /// Whether this is what a launch brought back: its first frame waits for nothing.
  private var isRestored = false

  /// Has everything added up, unless that is done or being done.
  private func update() {
    updatePlace()
    guard let application = context.application,
      let subject = context.attempt({ try ReportSubject(context) }), subject != known?.subject,
      subject != running?.subject
    else { return }
    running?.work.cancel()
    running = nil
    let store = context.store
    guard isRestored || store.counts.live > Self.fewItems else {
      return didEnd(subject, Result { try TotalsReading(store: store).report(on: subject.day) })
    }
    let work = application.performWhileActive({ work in
      let reading = TotalsReading(store: store)
      work.onCancel { reading.cancel() }
      return try reading.report(on: subject.day)
    }) { [weak self] result in
      self?.didEnd(subject, result)
    }
    running = (subject, work)
  }

  private func didEnd(_ subject: ReportSubject, _ result: Result<WorthReport?, any Error>) {
    running = nil
    isRestored = false
    guard let report = context.attempt({ try result.get() }) ?? nil else { return }
    known = (subject, report)
    show()
  }

  // MARK: - The place of the data

  /// What was found out about the place of the data.
  private nonisolated struct Place: Equatable, Sendable {
    var fault: DataPlacement.Fault?
    var warning: String?
  }

  private var place: Place?
  private var placeWork: HeldBackWork?

  /// Looks at the directories around the data, once and beside the interface: a file system on another
  /// machine may not answer.
  private func updatePlace() {
    guard place == nil, placeWork == nil, let application = context.application else { return }
    let directory = context.contentsDirectory ?? context.store.directory
    placeWork = application.performWhileActive({ _ in
      Place(
        fault: DataPlacement.fault(of: directory), warning: DataPlacement.warning(for: directory))
    }) { [weak self] result in
      self?.place = try? result.get()
      self?.show()
    }
  }

  // MARK: - Showing

  /// Shows what is known; what was there before stays until all of it is.
  private func show() {
    guard let (subject, report) = known, place != nil || contents.sections.isEmpty else { return }
    let words = ReportWords(
      report: report, customs: context.customs, day: subject.day,
      lastBackup: subject.lastBackup, fault: place?.fault,
      placeWarning: place?.warning?.capitalizedFirst)
    show(
      ReportContents(
        detail: report.all.text(report.settings.currency, context.customs),
        sections: words.sections))
  }

  private func show(_ contents: ReportContents) {
    self.contents = contents
    navigationItem.detail = contents.detail
    table.reloadData()
  }

  // MARK: - Preservation

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    guard contents != ReportContents() else { return }
    _ = context.attempt { try coder.encode(codable: contents.keeping(kept), forKey: "contents") }
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    isRestored = true
    guard let saved = coder.decode(ReportContents.self, forKey: "contents"), saved.isSound
    else { return }
    show(saved)
  }
}

/// What a report is about: another one is another report.
private struct ReportSubject: Equatable, Sendable {
  let dataVersion: Int64
  let day: CalendarDate
  /// When the last backup was made, in milliseconds since 1970.
  let lastBackup: Timestamp?

  @MainActor init(_ context: AppContext) throws {
    dataVersion = context.store.dataVersion
    day = context.today()
    lastBackup = try context.store.lastBackup()
  }
}

extension ReportsViewController: TableViewDataSource, TableViewDelegate {
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

  func tableView(
    _ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath
  ) {
    guard let row = contents.row(at: indexPath) else { return }
    if row.isPolicy { return present(PolicyViewController(context: context)) }
    guard let scope = row.scope else {
      return context.notice(row.advice ?? "There is no list behind this line")
    }
    navigationController?.push(
      ScopeViewController(context: context, scope: scope, title: row.title))
  }

  func tableViewDidMove(_ tableView: TableView) {
    kept = contents.kept(
      top: tableView.indexPathForFirstVisibleRow, selected: tableView.indexPathForSelectedRow)
  }
}

extension ReportsViewController: DataSourceModelAssociation {
  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    contents.row(at: indexPath)?.id
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    contents.path(ofRow: identifier)
  }
}
