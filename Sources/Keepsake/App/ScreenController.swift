import Reprise

/// A screen that shows data of the inventory.
class ScreenController: ViewController {
  let context: AppContext

  init(context: AppContext) {
    self.context = context
    super.init()
  }

  /// Looks at the data again, because something changed it.
  func dataDidChange() {}
}
