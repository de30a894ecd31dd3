import Foundation
import Inventory
import Reprise

/// A step of the import wizard; all steps work on the context's ``ImportModel``.
class ImportStepController: ScreenController {
  var model: ImportModel { context.imports }

  override var doing: String { "importing a file" }

  /// Undo stays with the lists: the data is out of sight.
  override var actions: [Action] { [] }

  override func viewWillAppear() {
    super.viewWillAppear()
    model.checkFile(over: self)
  }

  /// Shows the model before open questions about controls are asked again.
  override func applicationFinishedRestoringState() {
    super.applicationFinishedRestoringState()
    if isViewLoaded { updateProperties() }
  }
}
