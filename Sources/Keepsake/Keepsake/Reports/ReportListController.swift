import Foundation
import Inventory
import Reprise

/// A list of lines under headings that is read from the inventory, and shows the saved lines until then.
///
/// Subclasses read in ``update()`` and show the result by ``show(_:)``.
class ReportListController: ScreenController, TableViewDataSource, TableViewDelegate,
  DataSourceModelAssociation
{
  let table = TableView()

  /// The lines; after a launch the saved ones, until everything is read again.
  private(set) var contents = ReportContents() {
    didSet { if contents != oldValue { setNeedsPreservation() } }
  }

  /// The lines that the saved state holds.
  private var kept = ReportContents.Kept() {
    didSet { if kept != oldValue { setNeedsPreservation() } }
  }

  /// Whether the contents come from the saved state, so that the first frame need not wait.
  var isRestored = false

  private var isInFront = false

  /// The number of items below which reading takes a few milliseconds, so that the next key finds the lines.
  private static let fewItems = 5000

  /// Whether reading takes longer than a turn may, or needn't be waited for.
  var readsInBackground: Bool {
    isRestored || context.store.database.counts.live > Self.fewItems
  }

  /// The selected line.
  var selectedRow: ReportRow? { table.indexPathForSelectedRow.flatMap(contents.row(at:)) }

  // MARK: - For subclasses

  /// Reads everything; returns `false` if that is done or under way.
  @discardableResult
  func update() -> Bool { false }

  /// Updates the hint for Enter on the selected line.
  func offerAction() {}

  /// Opens a line.
  func open(_ row: ReportRow) {}

  /// Shows other lines.
  func show(_ contents: ReportContents) {
    self.contents = contents
    table.reloadData()
    offerAction()
  }

  // MARK: - Life cycle

  override var preferredFocusedView: View? { table }

  override func viewDidLoad() {
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

  override func viewWillAppear() {
    isInFront = true
    update()
  }

  override func viewWillDisappear() { isInFront = false }

  override func dataDidChange() { if isInFront { update() } }

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
    // A tab that was never shown has no contents, and opening it must not drop keys.
    guard let saved = coder.decode(ReportContents.self, forKey: "contents"), saved.isSound
    else { return }
    isRestored = true
    show(saved)
  }

  // MARK: - The table

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

  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    contents.row(at: indexPath)?.id
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    contents.path(ofRow: identifier)
  }
}
