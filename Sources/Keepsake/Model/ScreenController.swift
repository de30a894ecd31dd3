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

  /// Looks again at the rows that are known of the list that the screen is about.
  func rowsDidChange() {}

  /// Shows what is known anew of what everything is worth.
  func worthDidChange() {}

  // MARK: - What a list does when it is in front

  /// Selects a thing, by its name in the data, if it is there.
  func select(_ identifier: String) {}

  /// Selects an item that a form just saved; says so when it is not shown.
  func show(saved item: SavedItem) {}

  /// The thing that is selected.
  var selectedIdentifier: String? { nil }

  /// Shows everything again.
  func endFiltering() {}
}
