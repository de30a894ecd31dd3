import Foundation

/// Lists the keys that work on the screen below; Enter performs the selected one.
///
/// The list is made of the actions that the screen, its focus and its containers offer, so what is
/// listed works. An app offers the help by ``present(in:as:)``, under a key of its choice:
///
/// ```swift
/// Action("app.help", "Help", "?", "F1") { HelpViewController.present(in: application) }
/// ```
///
/// `/` narrows the list to the keys whose titles or names contain the typed words. The help is restored
/// like any other screen.
public final class HelpViewController: ViewController, ViewControllerRestoration {
  private let table = TableView()
  private let searchBar = SearchBar()

  private struct Section {
    let title: String?
    let commands: [KeyCommand]

    /// The identity and the title of each row.
    var names: [String] { commands.map { "\($0.identity) \($0.title)" } }
  }

  private var isFiltering: Bool { !searchBar.isHidden }

  /// The keys of the screen, and below them those that edit its text.
  ///
  /// Collected when the rows are laid out. Before that the screen below may not be in a window, and
  /// would offer next to nothing.
  private var sections: [Section] = []
  private var needsCollection = true

  /// Makes a help.
  public override init() {
    super.init()
    navigationItem.detail = "keys for this screen"
    searchBar.isHidden = true
    searchBar.textField.addAction(for: .valueChanged) { [weak self] in self?.filterDidChange() }
  }

  /// Makes the help of a saved state.
  public static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    path.last == standardIdentifier ? makeSheet() : HelpViewController()
  }

  private static let standardIdentifier = "reprise.help"

  private static func makeSheet() -> ViewController {
    let help = HelpViewController()
    help.restorationIdentifier = standardIdentifier
    help.restorationClass = Self.self
    help.title = "Help"
    return help
  }

  /// Presents the keys of the screen in front, unless they are in front already.
  ///
  /// - Parameters:
  ///   - application: The app.
  ///   - makeSheet: Makes the controller to present, such as a help in a stack of the app's own. If
  ///     it returns `nil`, nothing is presented. By default the help is presented on its own.
  public static func present(
    in application: Application, as makeSheet: (() -> ViewController?)? = nil
  ) {
    guard let front = application.window.frontController, !(front is HelpViewController)
    else { return }
    let sheet = if let makeSheet { makeSheet() } else { self.makeSheet() }
    if let sheet { front.present(sheet) }
  }

  public override func loadView() -> View {
    Column {
      searchBar
      table
    }
  }

  public override var preferredFocusedView: View? { table }

  public override func viewDidLoad() {
    super.viewDidLoad()
    table.restorationIdentifier = "table"
    table.placeholder = "No key matches."
    table.primaryActionTitle = "Run"
    table.remembersMissingRows = true
    table.dataSource = self
    table.delegate = self
  }

  public override func viewWillAppear() {
    super.viewWillAppear()
    reload()
  }

  /// The screen below may offer other keys in another size, or once its content has arrived.
  override func windowDidSettle() {
    guard isViewLoaded, keysOfScreenBelow.map(\.names) != sections.map(\.names) else { return }
    reload()
  }

  private func reload() {
    needsCollection = true
    table.reloadData()
  }

  private var sectionsOfScreenBelow: [Section] {
    guard let presenter = presentationContext.presentingViewController, let window else {
      return []
    }
    let screen = presenter.innermostChild
    let editing = window.editingKeyCommands(of: screen)
    let keys = Section(title: nil, commands: window.keyCommands(of: screen))
    return editing.isEmpty ? [keys] : [keys, Section(title: "Text", commands: editing)]
  }

  /// The keys of the list work while the person types.
  public override var actions: [Action] {
    (searchBar.textField.isFirstResponder ? table.actions : []) + helpActions
  }

  private lazy var helpActions = [
    Action(
      "help.filter", "Filter", "/", for: self,
      enabled: { !$0.searchBar.textField.isFirstResponder }
    ) { $0.beginFiltering() },
    Action(
      "help.end-filter", "Show all keys", "Esc", "^C", role: .cancel, for: self,
      enabled: { $0.isFiltering }
    ) { $0.endFiltering() },
    Action(
      "help.close", "Close", "Esc", "^C", "q", "?", "F1", role: .cancel, for: self,
      enabled: { !$0.isFiltering }
    ) { $0.dismiss() },
  ]

  // MARK: - Filtering

  private func beginFiltering() {
    searchBar.isHidden = false
    searchBar.textField.becomeFirstResponder()
    setNeedsPreservation()
  }

  private func endFiltering() {
    searchBar.text = ""
    searchBar.isHidden = true
    table.becomeFirstResponder()
    filterDidChange()
  }

  private func filterDidChange() {
    setNeedsPreservation()
    collect()
    table.reloadData()
    if !sections.isEmpty { table.selectRow(at: IndexPath(row: 0, section: 0)) }
  }

  private func collect() {
    needsCollection = false
    sections = keysOfScreenBelow
  }

  /// The keys that match the filter.
  private var keysOfScreenBelow: [Section] {
    let sections = sectionsOfScreenBelow.map {
      Section(title: $0.title, commands: narrowed($0.commands))
    }
    return isFiltering ? sections.filter { !$0.commands.isEmpty } : sections
  }

  private func narrowed(_ commands: [KeyCommand]) -> [KeyCommand] {
    let filter = TextFilter(searchBar.text)
    return filter.isEmpty ? commands : commands.filter { filter.matches("\($0.label) \($0.title)") }
  }

  public override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    if isFiltering { coder.encode(searchBar.text, forKey: "filter") }
  }

  public override func decodeRestorableState(with coder: Coder) {
    if let filter = coder.decodeString(forKey: "filter") {
      searchBar.text = filter
      searchBar.isHidden = false
    }
    super.decodeRestorableState(with: coder)
  }
}

extension HelpViewController: TableViewDataSource {
  /// The keys of the screen, and those that edit text if it has any.
  public func numberOfSections(in tableView: TableView) -> Int {
    if needsCollection { collect() }
    return sections.count
  }

  /// A row for each key.
  public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].commands.count
  }

  /// The heading of the keys that edit text.
  public func tableView(
    _ tableView: TableView, titleForHeaderInSection section: Int
  )
    -> String?
  {
    sections[section].title
  }

  /// A key and its action.
  public func tableView(
    _ tableView: TableView, cellForRowAt indexPath: IndexPath
  )
    -> TableViewCell
  {
    let cell = tableView.dequeueReusableCell(HelpCell.self)
    let command = sections[indexPath.section].commands[indexPath.row]
    cell.text = command.title
    cell.detailText = command.label
    return cell
  }
}

/// A row is its action and key: which rows there are above it depends on the size of the window.
extension HelpViewController: DataSourceModelAssociation {
  /// The action of a row and its key.
  public func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    guard sections.indices.contains(indexPath.section),
      sections[indexPath.section].commands.indices.contains(indexPath.row)
    else { return nil }
    return sections[indexPath.section].commands[indexPath.row].identity
  }

  /// The row of an action and its key.
  public func indexPathForElement(
    withModelIdentifier identifier: String, in view: View
  ) -> IndexPath? {
    for (section, keys) in sections.enumerated() {
      if let row = keys.commands.firstIndex(where: { $0.identity == identifier }) {
        return IndexPath(row: row, section: section)
      }
    }
    return nil
  }
}

extension KeyCommand {
  fileprivate var identity: String { "\(label) \(actionID ?? title)" }
}

extension HelpViewController: TableViewDelegate {
  /// Closes the help and performs the key's action.
  public func tableView(
    _ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath
  ) {
    let command = sections[indexPath.section].commands[indexPath.row]
    let host = host
    dismiss()
    if let host {
      host.asking(command.asksBeforeDismissing, while: command.action)
    } else {
      command.action()
    }
  }
}

/// A key and its action.
final class HelpCell: TableViewCell {
  override func draw(_ canvas: Canvas) {
    if rowStyle != .plain { canvas.fill(canvas.bounds, style: rowStyle) }
    canvas.draw(detailText, at: Point(x: 1, y: 0), width: 14, style: rowStyle.adding(.bold))
    canvas.draw(
      text, at: Point(x: 16, y: 0), width: max(0, canvas.bounds.width - 17), style: rowStyle)
  }
}
