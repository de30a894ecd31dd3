import Foundation
import Inventory
import Reprise

/// The last step before an import: what would happen to every row.
final class ImportPlanViewController: ImportStepController {
  private struct Row: Identifiable {
    let id: String
    let outcome: ImportPlan.Outcome
    let count: Int
  }

  private let about = Label("")
  private let remark = Label("", style: .destructive)
  private let table = TableView()
  private lazy var skipsBad = Switch(
    Binding(
      get: { [unowned self] in model.choices.skipsBad },
      set: { [unowned self] wanted in model.changePlan { $0.skipsBad = wanted } })
  ).named("skip-bad")
  private lazy var updates = Switch(
    Binding(
      get: { [unowned self] in model.choices.updates },
      set: { [unowned self] wanted in change(updates: wanted) })
  ).named("update")
  private lazy var updatesRow = Field("Replace my changes", updates)
  private lazy var rows = TableViewDiffableDataSource<Row>(table) { cell, row in
    cell.text = row.outcome.title
    cell.detailText = Figures.count(row.count)
  }

  override init(context: AppContext) {
    super.init(context: context)
    title = "Import: what will happen"
  }

  override func loadView() -> View {
    about.wraps = true
    remark.wraps = true
    table.restorationIdentifier = "table"
    rows.didOpen = { [weak self] in self?.open($0) }
    return Column {
      Column(padding: EdgeInsets(left: 1, right: 1)) {
        about
        remark
        Field("Skip bad rows", skipsBad)
        updatesRow
        Field("", Flow { Button(importAction) })
      }
      table
    }
  }

  override var preferredFocusedView: View? { table }

  override func viewDidAppear() {
    super.viewDidAppear()
    model.makePlanIfNeeded(over: self)
  }

  override func dataDidChange() {
    guard context.application?.window.frontController === self else { return }
    model.makePlanIfNeeded(over: self)
  }

  override func updateProperties() {
    updatesRow.isHidden = model.reading?.isFixed ?? true
    updatesRow.hint =
      updates.isOn ? "" : "Values that you have changed since the last import stay as they are"
    guard let plan = model.plan else {
      about.text = "\(model.name) has not been checked yet."
      (remark.isHidden, table.placeholder) = (true, "")
      return rows.apply([Row]())
    }
    let places = plan.places > 0 ? ", \(Figures.count(plan.places, "new place", "new places"))" : ""
    let kept =
      plan.kept > 0
      ? ", \(Figures.count(plan.kept, "value of yours stays", "values of yours stay"))" : ""
    about.text = "\(model.name): \(Figures.items(plan.importedCount))\(places)\(kept)"
    remark.text = refusal(of: plan) ?? ""
    remark.isHidden = remark.text.isEmpty
    rows.apply(
      ImportPlan.Outcome.allCases.filter { plan.count($0) > 0 }.map {
        Row(id: $0.rawValue, outcome: $0, count: plan.count($0))
      })
    table.placeholder = "The file has no rows."
  }

  /// Why the file can't be imported as it is; `nil` if it can.
  private func refusal(of plan: ImportPlan) -> String? {
    if let problem = plan.problem { return problem.capitalizedFirst }
    let bad = plan.count(.bad)
    guard bad > 0, !model.choices.skipsBad else { return nil }
    return "\(Figures.count(bad, "row has", "rows have")) problems: skip them, or correct the file"
  }

  private func change(updates: Bool) {
    model.changePlan { $0.updates = updates }
    model.forgetPlan()
    model.makePlanIfNeeded(over: self)
  }

  /// Opens the list of rows; the same items have none in files of Homebox.
  private func open(_ row: Row) {
    guard let lines = model.plan?.lines[row.outcome], !lines.isEmpty else {
      return context.notices.show("This kind of file doesn't list them")
    }
    navigationController?.push(ImportRowsViewController(context: context, outcome: row.outcome))
  }

  // MARK: - Importing

  override var actions: [Action] { [importAction] }

  private lazy var importAction = Action(
    "import.import", "Import", "^S", role: .primary, for: self
  ) { $0.importFile() }

  private func importFile() {
    guard let plan = model.plan else { return model.makePlanIfNeeded(over: self) }
    if let refusal = refusal(of: plan) { return context.notices.warn(refusal) }
    guard plan.importedCount > 0 else { return context.notices.warn("Nothing to import") }
    model.run(over: self) { [weak self, context] in
      guard let stack = self?.navigationController, stack.presentingViewController != nil else {
        // The wizard was closed meanwhile.
        return context.notices.show((context.imports.result.first ?? "") + " — u undoes it")
      }
      stack.setViewControllers([ImportResultViewController(context: context)])
    }
  }
}
