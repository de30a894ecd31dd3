import Foundation
import Inventory
import Reprise

/// A list of which one entry is chosen for a form, narrowed as one types.
class PickerViewController: ViewController, TextFieldDelegate {
  /// One thing to choose.
  struct Choice: Equatable {
    enum Thing: Equatable {
      case none
      case known(UUID)
      /// Something to be made, from what was typed.
      case new(String)
    }

    var thing: Thing
    var title: String
  }

  let context: AppContext
  let model: ItemFormModel
  private let filterBar = FilterBar()
  private let table = TableView()

  /// Everything there is to choose from, as it was when the picker opened.
  private(set) var all: [Choice] = []
  private var shown: [Choice] = []
  private var filter = ""

  init(context: AppContext, model: ItemFormModel) {
    self.context = context
    self.model = model
    super.init()
    filterBar.field.delegate = self
    filterBar.field.placeholder = hint
  }

  // MARK: - For subclasses

  /// What the empty line for typing says.
  var hint: String { "type to narrow" }

  /// Everything there is to choose from.
  func loadChoices() throws -> [Choice] { [] }

  /// What is chosen now.
  var current: UUID? { nil }

  /// Puts a choice into the form.
  func choose(_ uuid: UUID?) {}

  /// What could be made from the text typed, when it names nothing that is there.
  func newChoice(from text: String) -> Choice? { nil }

  /// Makes what ``newChoice(from:)`` offered; `nil` when that failed, which was said.
  func make(_ text: String) -> UUID? { nil }

  // MARK: - The screen

  override func loadView() -> View { PickerView(filterBar: filterBar, table: table) }

  override func viewDidLoad() {
    table.restorationIdentifier = "table"
    table.dataSource = self
    table.delegate = self
    table.placeholder = "Nothing matches."
    table.primaryActionTitle = "Choose"
    all = [Choice(thing: .none, title: "none")] + (context.attempt { try loadChoices() } ?? [])
    narrow(to: "")
    if let index = shown.firstIndex(where: isCurrent) {
      table.selectRow(at: IndexPath(row: index, section: 0))
    }
  }

  override var preferredFocusedView: View? { filterBar.field }

  private func narrow(to text: String) {
    filter = text
    let words = text.split(whereSeparator: \.isWhitespace)
    shown = all.filter { choice in
      words.allSatisfy {
        choice.title.range(of: $0, options: [.caseInsensitive, .diacriticInsensitive]) != nil
      }
    }
    if let new = newChoice(from: text) {
      shown.append(new)
    }
    table.reloadData()
  }

  private func isCurrent(_ choice: Choice) -> Bool {
    choice.thing == (current.map(Choice.Thing.known) ?? .none)
  }

  func textFieldDidChange(_ textField: TextField) {
    setNeedsPreservation()
    narrow(to: textField.text)
  }

  /// The arrow keys and Enter go to the table while one types.
  override var actions: [Action] { table.actions }

  // MARK: - Preservation

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    model.encodeReference(with: coder)
    coder.encode(filter, forKey: "filter")
  }

  override func decodeRestorableState(with coder: Coder) {
    let text = coder.decodeString(forKey: "filter") ?? ""
    filterBar.field.text = text
    narrow(to: text)
    super.decodeRestorableState(with: coder)
  }
}

extension PickerViewController: TableViewDataSource {
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { shown.count }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    let choice = shown[indexPath.row]
    cell.text = choice.title
    cell.detailText = isCurrent(choice) ? "✓" : ""
    return cell
  }
}

extension PickerViewController: TableViewDelegate {
  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
    switch shown[indexPath.row].thing {
    case .none: choose(nil)
    case .known(let uuid): choose(uuid)
    case .new(let text):
      guard let uuid = make(text) else { return }
      choose(uuid)
    }
    navigationController?.popViewController()
  }
}

extension PickerViewController: DataSourceModelAssociation {
  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    guard shown.indices.contains(indexPath.row) else { return nil }
    return shown[indexPath.row].thing.identifier
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    shown.firstIndex { $0.thing.identifier == identifier }
      .map { IndexPath(row: $0, section: 0) }
  }
}

extension PickerViewController.Choice.Thing {
  fileprivate var identifier: String {
    switch self {
    case .none: "none"
    case .known(let uuid): uuid.uuidString
    case .new: "new"
    }
  }
}

/// The filter's line over the table.
private final class PickerView: View {
  private let filterBar: FilterBar
  private let table: TableView

  init(filterBar: FilterBar, table: TableView) {
    self.filterBar = filterBar
    self.table = table
    super.init()
    addSubview(filterBar)
    addSubview(table)
  }

  override func layoutSubviews() {
    filterBar.frame = Rect(x: 0, y: 0, width: bounds.width, height: 1)
    table.frame = bounds.inset(by: EdgeInsets(top: 1))
  }
}
