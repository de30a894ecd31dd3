import Foundation
import Inventory
import Reprise

/// The rows of a plan with one outcome, with their reasons.
final class ImportRowsViewController: ImportStepController, ViewControllerRestoration {
  private struct Row: Identifiable {
    let id: Int
    let line: ImportPlan.Line
  }

  private let outcome: ImportPlan.Outcome
  private let table = TableView()
  private let more = Label("", style: .secondary)
  private lazy var rows = TableViewDiffableDataSource<Row>(table) { cell, row in
    cell.cellStyle = .value2
    cell.wraps = true
    cell.text = row.line.row > 0 ? "row \(row.line.row)" : ""
    cell.detailText = [row.line.name, row.line.reason].filter { !$0.isEmpty }
      .joined(separator: " — ")
  }

  init(context: AppContext, outcome: ImportPlan.Outcome) {
    self.outcome = outcome
    super.init(context: context)
    title = outcome.title
    restorationIdentifier = "import rows"
    restorationClass = Self.self
  }

  static func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    guard let context = coder.environment[AppContext.self],
      let outcome = coder.decodeString(forKey: "outcome").flatMap(
        ImportPlan.Outcome.init(rawValue:))
    else { return nil }
    return ImportRowsViewController(context: context, outcome: outcome)
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(outcome.rawValue, forKey: "outcome")
  }

  override func loadView() -> View {
    table.restorationIdentifier = "table"
    table.rowHeight = .automatic
    table.hintsPrimaryAction = false
    return Column {
      table
      more
    }
  }

  override var preferredFocusedView: View? { table }

  override func updateProperties() {
    let lines = model.plan?.lines[outcome] ?? []
    rows.apply(lines.enumerated().map { Row(id: $0.offset, line: $0.element) })
    let hidden = (model.plan?.count(outcome) ?? 0) - lines.count
    more.text = hidden > 0 ? " and \(Figures.count(hidden)) more" : ""
    more.isHidden = hidden <= 0
  }
}
