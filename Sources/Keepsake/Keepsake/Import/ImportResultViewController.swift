import Foundation
import Inventory
import Reprise

/// The end of an import: what was imported, and how to undo it.
final class ImportResultViewController: ImportStepController {
  private let text = Label("")

  override init(context: AppContext) {
    super.init(context: context)
    title = "Import: done"
  }

  override func loadView() -> View {
    text.wraps = true
    let scroll = ScrollView { Column(padding: EdgeInsets(left: 1, right: 1)) { text } }
    scroll.takesFocus = true
    return scroll.named("result")
  }

  override func updateProperties() {
    text.text = (model.result + ["", "u undoes the whole import."]).joined(separator: "\n")
  }

  override var actions: [Action] { resultActions }

  private lazy var resultActions = [
    Action("data.undo", "Undo the import", "u", for: self) { $0.context.changes.undo() },
    Action("data.redo", "Redo", "^R", isHinted: false, for: self) { $0.context.changes.redo() },
  ]
}
