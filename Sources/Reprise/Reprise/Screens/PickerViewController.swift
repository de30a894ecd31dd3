import Foundation

/// A list to choose one option from, narrowed by typing.
///
/// ```swift
/// let picker = PickerViewController(currencies.map { .init(id: $0.code, title: $0.name) }) {
///   [unowned self] option in currency = option.id
/// }
/// picker.title = "Currency"
/// navigationController?.push(picker)
/// ```
///
/// Arrows and Enter go to the list while the user types, and the first match is selected. Tab
/// chooses like Enter and moves to the next field of the form that opened the picker, Shift-Tab to
/// the previous one. Text, caret and selected option are restored with the picker. A closure cannot
/// be stored, so restoration needs a subclass: override ``loadOptions()`` and ``choose(_:)``, and
/// register the class with ``RestorationRegistry/restore(_:as:formerly:schema:factory:)``.
open class PickerViewController: ViewController {
  /// An option.
  public nonisolated struct Option: Identifiable, Hashable, Sendable {
    /// The identifier of the option: the same at every launch.
    public let id: String

    /// The text in the list.
    public let title: String

    /// Makes an option.
    public init(id: String, title: String) {
      self.id = id
      self.title = title
    }
  }

  /// The line to type into.
  public let searchBar = SearchBar()

  /// The list below it.
  public let tableView = TableView()

  /// The options, as loaded with the view.
  public private(set) var options: [Option] = []

  /// The option chosen before: marked in the list, and selected at first.
  public var selectedID: String?

  /// How many fields to advance after the new option is made; saved in case of a kill in between.
  private var stepAfterMaking: Int?

  private let given: [Option]
  private let didChoose: ((Option) -> Void)?

  private lazy var rows = TableViewDiffableDataSource<Option>(tableView) { [unowned self] in
    $0.text = $1.title
    $0.detailText = $1.id == currentID ? "✓" : ""
  }

  /// Makes a picker of a subclass that supplies the options itself.
  public override init() {
    given = []
    didChoose = nil
    super.init()
    searchBar.placeholder = "type to narrow"
    searchBar.textField.addAction(for: .valueChanged) { [weak self] in self?.textDidChange() }
  }

  /// Makes a picker that closes after the choice.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - selectedID: The option chosen before.
  ///   - didChoose: Called with the chosen option.
  public init(
    _ options: [Option], selectedID: String? = nil, didChoose: @escaping (Option) -> Void
  ) {
    given = options
    self.didChoose = didChoose
    super.init()
    self.selectedID = selectedID
    searchBar.placeholder = "type to narrow"
    searchBar.textField.addAction(for: .valueChanged) { [weak self] in self?.textDidChange() }
  }

  // MARK: - For subclasses

  /// Supplies the options; called once, when the view is loaded.
  open func loadOptions() -> [Option] { given }

  /// The option chosen before: ``selectedID``, unless overridden.
  open var currentID: String? { selectedID }

  /// A new option for the typed text, to be listed below the matches; `nil` for none.
  ///
  /// ``choose(_:)`` adds it to the app's data. After a kill right after that, the choice is restored if
  /// ``existingOption(for:)`` finds the option.
  open func newOption(from text: String) -> Option? { nil }

  /// The option that the typed text names, and not only matches: the one of that title, unless overridden.
  open func existingOption(for text: String) -> Option? {
    let title = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return options.first { $0.title.caseInsensitiveCompare(title) == .orderedSame }
  }

  /// Called with the chosen option; returns whether to close the picker.
  open func choose(_ option: Option) -> Bool {
    didChoose?(option)
    return true
  }

  /// The options to show for a typed text: those that contain all its words, unless overridden.
  open func options(matching text: String) -> [Option] {
    let filter = TextFilter(text)
    return options.filter { filter.matches($0.title) }
  }

  /// Narrows the list as if the person had typed this text, also before the picker is shown.
  public func narrow(to text: String) {
    guard text != searchBar.text else { return }
    searchBar.text = text
    if isViewLoaded { textDidChange() }
  }

  // MARK: - The screen

  open override func loadView() -> View {
    Column {
      searchBar
      tableView
    }
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    tableView.restorationIdentifier = "table"
    tableView.placeholder = "Nothing matches."
    tableView.primaryActionTitle = "Choose"
    rows.didOpen = { [unowned self] in take($0, thenMovingBy: 0) }
    options = loadOptions()
    narrow()
    selectMatch()
  }

  /// Selects the option that Enter chooses: the first match, or the previous choice.
  private func selectMatch() {
    let isNarrowed = searchBar.text.contains { !$0.isWhitespace }
    if let id = isNarrowed ? rows.items.first?.id : currentID { rows.select(id) }
  }

  open override var preferredFocusedView: View? { searchBar.textField }

  /// The keys of the list work while the person types.
  open override var actions: [Action] { tableView.actions + pickerActions }

  private lazy var pickerActions = [
    Action("picker.choose-next", "Choose and move on", "Tab", for: self) {
      $0.chooseSelected(movingBy: 1)
    },
    Action(
      "picker.choose-previous", "Choose and move back", "Shift-Tab", isHinted: false, for: self
    ) { $0.chooseSelected(movingBy: -1) },
    Action(
      "picker.type", "Type", "/", isHinted: false, for: self,
      enabled: { !$0.searchBar.textField.isFirstResponder }
    ) { $0.searchBar.textField.becomeFirstResponder() },
  ]

  /// Chooses what Enter would, and moves on in the form that led here.
  private func chooseSelected(movingBy step: Int) {
    if let option = rows.selectedItem { take(option, thenMovingBy: step) }
  }

  /// Chooses an option, closes, and moves on.
  private func take(_ option: Option, thenMovingBy step: Int) {
    if option == newOption(from: searchBar.text) {
      stepAfterMaking = step
      setNeedsPreservation()
      // Stored before the data, so that the choice survives a kill right after the data is stored.
      view.window?.app?.storeIntent()
    }
    if choose(option) { return close(thenMovingBy: step) }
    guard stepAfterMaking != nil else { return }
    stepAfterMaking = nil
    setNeedsPreservation()
  }

  private func close(thenMovingBy step: Int) {
    let window = view.window
    close()
    guard step != 0 else { return }
    // Only a form has a next field: from a list, Tab would go to whichever view is next to it.
    guard let window, window.frontController !== self, window.firstResponder is Control else {
      return
    }
    window.moveFocus(by: step)
  }

  /// Takes letters while the list has the focus after a click.
  open override func takes(_ press: KeyPress) -> Bool { press.typed != nil }

  /// Types a letter that the list does not take.
  open override func pressBegan(_ press: KeyPress) -> Bool {
    guard press.typed != nil else { return super.pressBegan(press) }
    searchBar.textField.becomeFirstResponder()
    return searchBar.textField.pressBegan(press)
  }

  private func textDidChange() {
    setNeedsPreservation()
    narrow()
    selectMatch()
  }

  /// Shows the options that match, and the option that the text would create.
  private func narrow() {
    var shown = options(matching: searchBar.text)
    if let new = newOption(from: searchBar.text) { shown.append(new) }
    rows.apply(shown)
  }

  /// Pops the picker, or dismisses it.
  private func close() {
    if let stack = navigationController, stack.viewControllers.count > 1 {
      stack.popViewController()
    } else {
      dismiss()
    }
  }

  // MARK: - Preservation

  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(searchBar.text, forKey: "filter")
    if let stepAfterMaking { coder.encode(stepAfterMaking, forKey: "step after making") }
  }

  open override func decodeRestorableState(with coder: Coder) {
    searchBar.text = coder.decodeString(forKey: "filter") ?? ""
    stepAfterMaking = coder.decodeInt(forKey: "step after making")
    narrow()
    super.decodeRestorableState(with: coder)
  }

  /// Continues after a kill between the app's data and the screen: the new option already exists.
  open override func viewDidAppear() {
    super.viewDidAppear()
    guard let step = stepAfterMaking else { return }
    stepAfterMaking = nil
    setNeedsPreservation()
    guard let option = existingOption(for: searchBar.text), choose(option) else { return }
    close(thenMovingBy: step)
  }
}
