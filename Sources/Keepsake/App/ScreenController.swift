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
  override var keyCommands: [KeyCommand] { undoCommands }

  // Made once: they are looked through at every key.
  private lazy var undoCommands = [
    KeyCommand("u", title: "Undo") { [weak self] in self?.context.undo() },
    KeyCommand(.control("r"), title: "Redo") { [weak self] in self?.context.redo() },
  ]

  /// Looks at the data again, because something changed it.
  func dataDidChange() {}
}
