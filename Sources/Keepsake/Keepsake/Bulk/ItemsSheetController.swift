import Foundation
import Inventory
import Reprise

/// A sheet whose entries are applied to items chosen on the screen below it.
///
/// Subclasses set the title and the restoration identifier.
class ItemsSheetController: ScreenController, ViewControllerRestoration {
  private(set) var chosen: ChosenItems

  required init(context: AppContext, items: ChosenItems) {
    chosen = items
    super.init(context: context)
    restorationClass = type(of: self)
  }

  class func viewController(
    withRestorationIdentifierPath path: [String], coder: Coder
  ) -> ViewController? {
    coder.environment[AppContext.self].map { self.init(context: $0, items: ChosenItems()) }
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    chosen.encode(with: coder, title: title)
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    chosen = ChosenItems(coder: coder)
    title = ChosenItems.title(from: coder) ?? title
  }
}
