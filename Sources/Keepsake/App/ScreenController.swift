import Reprise

/// A screen that shows data of the inventory.
class ScreenController: ViewController {
  let context: AppContext

  init(context: AppContext) {
    self.context = context
    super.init()
  }

  /// Undo and redo of data belong to the screens that show it: under a sheet they would change what
  /// nobody sees.
  override var actions: [Action] { undoActions }

  // Made once: they are looked through at every key.
  private lazy var undoActions = [
    Action("data.undo", "Undo", "u", isHinted: false, for: self) { $0.context.undo() },
    Action("data.redo", "Redo", "^R", isHinted: false, for: self) { $0.context.redo() },
  ]

  /// Looks at the data again, because something changed it.
  func dataDidChange() {}
}
