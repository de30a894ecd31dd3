import Foundation

/// A list of which one entry is chosen, narrowed as one types.
///
/// ```swift
/// let picker = PickerViewController(currencies.map { .init(id: $0.code, title: $0.name) }) { option in
///   currency = option.id
/// }
/// picker.title = "Currency"
/// navigationController?.push(picker)
/// ```
///
/// Arrows and Enter go to the list while one types. What was typed, its caret and the selected entry come back
/// where the picker does. For that it needs a class of its own, since a closure cannot be stored: override
/// ``loadOptions()`` and ``choose(_:)``, and offer the class with ``RestorationRegistry/restore(_:as:formerly:schema:factory:)``.
open class PickerViewController: ViewController {
  /// One entry.
  public nonisolated struct Option: Identifiable, Hashable, Sendable {
    /// What the state calls it: the same at every launch.
    public let id: String

    /// What stands in the list.
    public let title: String

    /// Makes an entry.
    public init(id: String, title: String) {
      self.id = id
      self.title = title
    }
  }

  /// The line in which one types.
  public let searchBar = SearchBar()

  /// The list below it.
  public let tableView = TableView()

  /// Everything there is to choose from, as it was when the view was loaded.
  public private(set) var options: [Option] = []

  /// What was chosen before, marked in the list and selected at first.
  public var selectedID: String?

  private let given: [Option]
  private let didChoose: ((Option) -> Void)?

  private lazy var rows = TableViewDiffableDataSource<Option>(tableView) { [unowned self] in
    $0.text = $1.title
    $0.detailText = $1.id == currentID ? "✓" : ""
  }

  /// Makes a picker of a class that says itself what there is to choose from.
  public override init() {
    given = []
    didChoose = nil
    super.init()
    searchBar.placeholder = "type to narrow"
    searchBar.textField.addAction(for: .valueChanged) { [weak self] in self?.textDidChange() }
  }

  /// Makes a picker that closes when something is chosen.
  ///
  /// - Parameters:
  ///   - options: What there is to choose from.
  ///   - selectedID: What was chosen before.
  ///   - didChoose: Takes what was chosen.
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

  /// Everything there is to choose from; asked for once, when the view is loaded.
  open func loadOptions() -> [Option] { given }

  /// What was chosen before: ``selectedID``, unless the model knows.
  open var currentID: String? { selectedID }

  /// What could be made of the text that was typed, to stand below what matches it; `nil` for nothing.
  open func newOption(from text: String) -> Option? { nil }

  /// Takes what was chosen; returns whether the picker is to close.
  open func choose(_ option: Option) -> Bool {
    didChoose?(option)
    return true
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
    rows.didOpen = { [unowned self] in
      if choose($0) { close() }
    }
    options = loadOptions()
    narrow()
    if let currentID { rows.select(currentID) }
  }

  open override var preferredFocusedView: View? { searchBar.textField }

  /// The keys of the list work while one types.
  open override var actions: [Action] { tableView.actions }

  private func textDidChange() {
    setNeedsPreservation()
    narrow()
  }

  /// Shows the options that hold every word that was typed, and what could be made of the text.
  private func narrow() {
    let words = searchBar.text.split(whereSeparator: \.isWhitespace)
    var shown = options.filter { option in
      words.allSatisfy {
        option.title.range(of: $0, options: [.caseInsensitive, .diacriticInsensitive]) != nil
      }
    }
    if let new = newOption(from: searchBar.text) { shown.append(new) }
    rows.apply(shown)
  }

  /// Goes back to the screen below, or closes the sheet.
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
  }

  open override func decodeRestorableState(with coder: Coder) {
    searchBar.text = coder.decodeString(forKey: "filter") ?? ""
    narrow()
    super.decodeRestorableState(with: coder)
  }
}
