import Foundation
import Inventory
import Reprise

/// The third step of an import: the field that every column becomes.
final class ImportColumnsViewController: ImportStepController {
  private let remark = Label("", style: .destructive)
  private let table = TableView()
  private lazy var rows = ImportColumnRows(table)

  override init(context: AppContext) {
    super.init(context: context)
    title = "Import: what the columns are"
  }

  override func loadView() -> View {
    remark.wraps = true
    table.restorationIdentifier = "table"
    table.primaryActionTitle = "Change"
    table.columns = [
      TableColumn("name", "Column", priority: 2, minimumWidth: 14),
      TableColumn("target", "Imported as", priority: 3, minimumWidth: 16),
      TableColumn("values", "First values", priority: 1, minimumWidth: 12),
    ]
    rows.didOpen = { [weak self] column in self?.pick(column) }
    return Column {
      remark
      TableHeaderView(of: table)
      table
    }
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    updateProperties()
  }

  override var preferredFocusedView: View? { table }

  override func updateProperties() {
    guard let reading = model.reading else { return }
    remark.text = reading.mappingProblem.map { $0.capitalizedFirst } ?? ""
    remark.isHidden = remark.text.isEmpty
    rows.show(reading)
  }

  private func pick(_ column: Int) {
    guard let reading = model.reading, reading.header.indices.contains(column) else { return }
    navigationController?.push(
      ImportTargetPicker(context: context, column: column, name: reading.header[column]))
  }

  override var actions: [Action] { columnActions }

  private lazy var columnActions = [
    Action("import.continue", "Continue", "^S", role: .primary, for: self) { $0.goOn() },
    Action("import.leave-out", "Leave out", "x", "Del", for: self) { $0.leaveOut() },
  ]

  private func leaveOut() {
    guard let column = table.indexPathForSelectedRow?.row else { return }
    choose(.ignored, for: column)
  }

  private func choose(_ target: ImportTarget, for column: Int) {
    guard var targets = model.reading?.targets, targets.indices.contains(column) else { return }
    targets[column] = target.text
    model.change(over: self) { $0.targets = targets }
  }

  private func goOn() {
    if let problem = model.reading?.mappingProblem {
      return context.notices.warn(problem.capitalizedFirst)
    }
    if let question = model.openQuestion {
      return context.notices.warn("Go back and \(question)")
    }
    navigationController?.push(ImportPlanViewController(context: context))
  }
}

/// The rows of the list of columns.
final class ImportColumnRows: TableViewDataSource, TableViewDelegate, DataSourceModelAssociation {
  /// Called with the index of the column that the user opens.
  var didOpen: (Int) -> Void = { _ in }

  private weak var table: TableView?
  private var lines: [[String: String]] = []

  init(_ table: TableView) {
    self.table = table
    table.dataSource = self
    table.delegate = self
  }

  /// Shows the columns of a file.
  func show(_ reading: ImportReading) {
    let lines = reading.header.indices.map { index in
      let name = reading.header[index]
      let target = ImportTarget(text: reading.targets[index]) ?? .ignored
      return [
        "name": name.isEmpty ? "(column \(index + 1))" : name, "target": target.words,
        "values": reading.values(ofColumn: index).joined(separator: " · "),
      ]
    }
    guard lines != self.lines else { return }
    self.lines = lines
    table?.reloadData()
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { lines.count }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(Cell.self)
    cell.texts = lines[indexPath.row]
    return cell
  }

  func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { false }

  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
    didOpen(indexPath.row)
  }

  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    String(indexPath.row)
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    Int(identifier).flatMap { lines.indices.contains($0) ? IndexPath(row: $0, section: 0) : nil }
  }

  private final class Cell: ColumnCell {
    var texts: [String: String] = [:] {
      didSet { reloadColumns() }
    }

    override func text(inColumn id: String) -> String { texts[id] ?? "" }

    override func style(ofColumn id: String) -> Style { id == "values" ? .secondary : .plain }
  }
}

/// How the meanings of columns are shown.
extension ImportTarget {
  /// The name of the meaning.
  var words: String {
    switch self {
    case .field(.parent): "Part of"
    case .field(let field): field.label
    case .custom(let name): "Custom field “\(name)”"
    case .identity: "ID in the file"
    case .currency: "Currency"
    case .ignored: "not imported"
    }
  }
}
