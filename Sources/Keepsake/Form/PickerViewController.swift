import Foundation
import Inventory
import Reprise

/// A list of which one entry is chosen for a form, narrowed as one types.
class PickerViewController: ViewController, TextFieldDelegate {
  /// One thing to choose; no identity stands for none.
  struct Choice: Equatable {
    var uuid: UUID?
    var title: String
  }

  let context: AppContext
  let model: ItemFormModel
  private let filterBar = FilterBar()
  private let table = TableView()
  private var all: [Choice] = []
  private var shown: [Choice] = []
  private var filter = ""

  init(context: AppContext, model: ItemFormModel) {
    self.context = context
    self.model = model
    super.init()
    filterBar.field.delegate = self
    filterBar.field.placeholder = "type to narrow"
  }

  // MARK: - For subclasses

  /// Everything there is to choose from.
  func loadChoices() throws -> [Choice] { [] }

  /// What is chosen now.
  var current: UUID? { nil }

  /// Puts a choice into the form.
  func choose(_ uuid: UUID?) {}

  // MARK: - The screen

  override func loadView() -> View { PickerView(filterBar: filterBar, table: table) }

  override func viewDidLoad() {
    table.restorationIdentifier = "table"
    table.dataSource = self
    table.delegate = self
    table.placeholder = "Nothing matches."
    all = [Choice(uuid: nil, title: "none")] + (context.attempt { try loadChoices() } ?? [])
    narrow(to: "")
    if let index = shown.firstIndex(where: { $0.uuid == current }) {
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
    table.reloadData()
  }

  func textFieldDidChange(_ textField: TextField) {
    setNeedsPreservation()
    narrow(to: textField.text)
  }

  /// The arrow keys and Enter go to the table while one types.
  override var keyCommands: [KeyCommand] {
    table.keyCommands.map { command in
      var command = command
      if command.title == "Open" { command.title = "Choose" }
      return command
    }
  }

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
    cell.detailText = choice.uuid == current ? "✓" : ""
    return cell
  }
}

extension PickerViewController: TableViewDelegate {
  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
    choose(shown[indexPath.row].uuid)
    navigationController?.popViewController()
  }
}

extension PickerViewController: DataSourceModelAssociation {
  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    guard shown.indices.contains(indexPath.row) else { return nil }
    return shown[indexPath.row].uuid?.uuidString ?? "none"
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    shown.firstIndex { ($0.uuid?.uuidString ?? "none") == identifier }
      .map { IndexPath(row: $0, section: 0) }
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
