import Foundation

/// Lists every action of the program, found by typing; Enter performs the selected one.
///
/// The last chosen actions come first, then those of the screen below, its focus and its containers, then
/// unavailable ones with the reason. Letters filter the titles as `TextFilter` does and also by initials, and
/// a typed key finds its action. Every app offers the palette, under `:`, `^P` and `F2`: see
/// ``Application/standardActions``.
///
/// Actions that screens elsewhere offer are listed if the app has set ``Application/makeActionTable``. Typed text,
/// caret and selected action are restored.
public class Palette: ViewController, ViewControllerRestoration {
  /// The field to type into.
  let searchBar = SearchBar()

  /// The actions.
  let table = TableView()

  /// A heading and its rows.
  private struct Section {
    var title: String?
    var rows: [PaletteEntry.Match]

    /// The identity, title and availability of each row.
    var names: [String] { rows.map { "\($0.entry.id) \($0.entry.title) \($0.entry.reason)" } }
  }

  /// The actions in the rows, collected when the rows are laid out.
  ///
  /// Before that the screen below may not be in a window, and would offer next to nothing.
  private var sections: [Section] = []
  private var needsCollection = true

  /// Makes a palette.
  public override init() {
    super.init()
    searchBar.placeholder = "type to find an action"
    searchBar.textField.addAction(for: .valueChanged) { [weak self] in self?.queryDidChange() }
  }

  /// Makes the palette of a saved state.
  public class func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? { makeSheet() }

  private static func makeSheet() -> Palette {
    let palette = Palette()
    palette.restorationIdentifier = "reprise.palette"
    palette.restorationClass = Palette.self
    palette.title = "Commands"
    palette.preferredContentSize = Size(width: 68, height: 16)
    return palette
  }

  /// Presents the actions of the program over the screen in front, unless a palette or a help is in front.
  public static func show(in application: Application) {
    guard let front = application.window.frontController, !(front is Palette) else { return }
    front.present(makeSheet())
  }

  // MARK: - The screen

  public override func loadView() -> View {
    Column {
      searchBar
      table
    }
  }

  public override var preferredFocusedView: View? { searchBar.textField }

  public override func viewDidLoad() {
    super.viewDidLoad()
    table.restorationIdentifier = "table"
    table.placeholder = "No action matches."
    table.primaryActionTitle = "Run"
    table.remembersMissingRows = true
    table.sectionHeaderTopSpacing = 1
    searchBar.textField.leavesArrows = { [weak self] in self?.table.isSideBySide ?? false }
    table.dataSource = self
    table.delegate = self
  }

  public override func viewWillAppear() {
    super.viewWillAppear()
    reload()
  }

  /// The screen below may offer other actions in another size, or once its content has arrived.
  override func windowDidSettle() {
    guard isViewLoaded else { return }
    let present = collectedSections()
    guard present.map(\.names) != sections.map(\.names) else { return }
    show(present)
  }

  private func reload() {
    needsCollection = true
    table.reloadData()
  }

  /// The keys of the list work while the person types.
  public override var actions: [Action] { table.actions + paletteActions }

  private lazy var paletteActions = [
    Action(
      "palette.clear", "Show all", "Esc", "^C", role: .cancel, for: self,
      enabled: { !$0.searchBar.text.isEmpty }
    ) { $0.clear() },
    Action(
      "palette.close", "Close", "Esc", "^C", role: .cancel, for: self,
      enabled: { $0.searchBar.text.isEmpty }
    ) { $0.dismiss() },
    Action(
      "palette.leave", "Close", "F1", "F2", role: .cancel, isHinted: false, for: self
    ) { $0.dismiss() },
  ]

  /// Takes letters while the list has the focus after a click.
  public override func takes(_ press: KeyPress) -> Bool { press.typed != nil }

  /// Types a letter that the list does not take.
  public override func pressBegan(_ press: KeyPress) -> Bool {
    guard press.typed != nil else { return super.pressBegan(press) }
    searchBar.textField.becomeFirstResponder()
    return searchBar.textField.pressBegan(press)
  }

  private func clear() {
    searchBar.text = ""
    searchBar.textField.becomeFirstResponder()
    queryDidChange()
  }

  private func queryDidChange() {
    setNeedsPreservation()
    show(collectedSections())
    if let first = sections.firstIndex(where: { !$0.rows.isEmpty }) {
      table.selectRow(at: IndexPath(row: 0, section: first))
    }
  }

  // MARK: - Collecting

  private func show(_ sections: [Section]) {
    needsCollection = false
    self.sections = sections
    table.reloadData()
  }

  /// The screen whose actions are listed.
  var screenBelow: ViewController? {
    presentationContext.presentingViewController?.innermostChild
  }

  private func collectedSections() -> [Section] {
    guard let screenBelow, let window else { return [] }
    let catalog = ActionCatalog(
      of: screenBelow, in: window, with: window.app?.keyOverrides ?? [:])
    let query = searchBar.text
    if query.contains(where: { !$0.isWhitespace }) {
      let matches = PaletteEntry.matches(of: query, in: entries(of: catalog))
      return matches.isEmpty ? [] : [Section(title: nil, rows: matches)]
    }
    return sections(of: catalog).filter { !$0.rows.isEmpty }.map { group in
      let rows = group.rows.map {
        PaletteEntry.Match(entry: $0, match: FuzzyMatch(score: 0, indices: []))
      }
      return Section(title: group.title, rows: rows)
    }
  }

  /// All entries that a query searches.
  func entries(of catalog: ActionCatalog) -> [PaletteEntry] {
    let table = window?.app?.actionTable
    return catalog.available + catalog.unavailable + (table.map(catalog.elsewhere) ?? [])
  }

  /// The entries below their headings, while nothing is typed.
  func sections(of catalog: ActionCatalog) -> [(title: String?, rows: [PaletteEntry])] {
    let ids = window?.recentActions ?? []
    let recent = ids.compactMap { id in catalog.available.first { $0.id == id } }
    let others = catalog.available.filter { !ids.contains($0.id) }
    let rest = entries(of: catalog).filter { !$0.isAvailable }
    return [("Recent", recent)] + Self.byGroup(others) + [("Not available now", rest)]
  }

  /// The entries below the headings of their groups.
  static func byGroup(_ entries: [PaletteEntry]) -> [(title: String?, rows: [PaletteEntry])] {
    var groups: [(title: String?, rows: [PaletteEntry])] = []
    for entry in entries {
      if groups.last?.title != entry.group { groups.append((entry.group, [])) }
      groups[groups.count - 1].rows.append(entry)
    }
    return groups
  }

  // MARK: - Preservation

  public override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    if !searchBar.text.isEmpty { coder.encode(searchBar.text, forKey: "filter") }
  }

  public override func decodeRestorableState(with coder: Coder) {
    searchBar.text = coder.decodeString(forKey: "filter") ?? ""
    super.decodeRestorableState(with: coder)
  }
}

extension Palette: TableViewDataSource {
  /// A section for each heading.
  public func numberOfSections(in tableView: TableView) -> Int {
    if needsCollection {
      needsCollection = false
      sections = collectedSections()
    }
    return sections.count
  }

  /// A row for each action.
  public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].rows.count
  }

  /// The heading of a group.
  public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    sections[section].title
  }

  /// An action and its keys.
  public func tableView(
    _ tableView: TableView, cellForRowAt indexPath: IndexPath
  ) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(PaletteCell.self)
    let row = sections[indexPath.section].rows[indexPath.row]
    cell.show(row.entry, matched: row.match.indices)
    return cell
  }
}

/// A row is its action: which rows are above it depends on the size of the window.
extension Palette: DataSourceModelAssociation {
  /// The id of the action of a row.
  public func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    guard sections.indices.contains(indexPath.section),
      sections[indexPath.section].rows.indices.contains(indexPath.row)
    else { return nil }
    return sections[indexPath.section].rows[indexPath.row].entry.id
  }

  /// The row of an action.
  public func indexPathForElement(
    withModelIdentifier identifier: String, in view: View
  ) -> IndexPath? {
    for (section, group) in sections.enumerated() {
      if let row = group.rows.firstIndex(where: { $0.entry.id == identifier }) {
        return IndexPath(row: row, section: section)
      }
    }
    return nil
  }
}

extension Palette: TableViewDelegate {
  /// Closes the palette and performs the action; of an unavailable one it states the reason.
  public func tableView(
    _ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath
  ) {
    let entry = sections[indexPath.section].rows[indexPath.row].entry
    guard let perform = entry.perform else {
      window?.showLine("\(entry.title): \(entry.reason)")
      return
    }
    window?.noteRecentAction(entry.id)
    let host = host
    dismiss()
    if let host {
      host.asking(entry.asksBeforeDismissing, while: perform)
    } else {
      perform()
    }
  }
}
