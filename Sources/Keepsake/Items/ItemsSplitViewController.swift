import Foundation
import Inventory
import Reprise

/// The list of all items, and beside it the item that is selected there; in a narrow window one of both.
///
/// The item follows the selection in a pause of the person, so that no key in the list waits for it.
final class ItemsSplitViewController: SplitViewController {
  private let context: AppContext

  /// What follows the selection, once the person pauses.
  private var following: DelayedCall?

  init(context: AppContext) {
    self.context = context
    super.init()
  }

  /// The list of all items.
  var list: ItemsViewController? {
    (viewController(for: .primary) as? NavigationController)?.viewControllers.first
      as? ItemsViewController
  }

  private var stack: NavigationController? {
    viewController(for: .secondary) as? NavigationController
  }

  /// The item that the stack beside the list begins with.
  private var detail: ItemDetailViewController? {
    stack?.viewControllers.first as? ItemDetailViewController
  }

  /// Goes to an item: to its screen, or to what was opened from there.
  func open(_ item: UUID) {
    if detail?.uuid != item { showItem(item) }
    show(.secondary)
  }

  /// Goes to the screen of an item as one who has just opened it.
  func begin(with item: UUID) {
    stack?.setViewControllers([])
    open(item)
  }

  /// Has the item beside the list be the selected one, once the person pauses.
  func followSelection() {
    guard isViewLoaded, view.window != nil, !isCollapsed, focusedColumn == .primary,
      following?.isOver != false
    else { return }
    following = context.application?.performInPause { [weak self] in self?.showSelection() }
  }

  private func showSelection() {
    // Whoever is on the other side by now is not sent elsewhere. While the rows are being looked for,
    // those from before stand there; the list says when they are found.
    guard !isCollapsed, focusedColumn == .primary, let list, list.listed.isUpToDate else { return }
    if list.selectedItem != detail?.uuid { return showItem(list.selectedItem) }
    // The same item may stand elsewhere among others.
    detail?.rowsDidChange()
  }

  private func showItem(_ item: UUID?) {
    guard let item, let list else {
      stack?.setViewControllers([])
      return
    }
    if let detail {
      stack?.popToRootViewController()
      detail.show(item)
    } else {
      stack?.setViewControllers([
        ItemDetailViewController(context: context, item: item, of: list.listed)
      ])
    }
  }

  /// Moves what an earlier version pushed onto the list to where it stands now.
  func takeOverPushedScreens() {
    guard let below = list?.navigationController, below.viewControllers.count > 1 else { return }
    let pushed = Array(below.viewControllers.dropFirst())
    below.popToRootViewController()
    stack?.setViewControllers(pushed)
    show(.secondary)
  }

  override func viewWillAppear() {
    super.viewWillAppear()
    followSelection()
  }

  override func didExpand() { followSelection() }

  /// In a narrow window whoever goes back to the list leaves the item.
  override func didShow(_ column: Column) {
    guard column == .primary else { return }
    if isCollapsed { stack?.setViewControllers([]) } else { followSelection() }
  }
}
