import Foundation
import Inventory
import Reprise

/// The list of all items on the left, the selected one on the right; a narrow window shows one of
/// the two.
///
/// The item follows the selection when the person pauses, so no key in the list waits for it.
final class ItemsSplitViewController: SplitViewController, ItemOpening {
  private let context: AppContext

  /// The pending call that shows the selected item.
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

  /// The item at the bottom of the right column's stack.
  private var detail: ItemDetailViewController? {
    stack?.viewControllers.first as? ItemDetailViewController
  }

  /// Whether the selection has moved since the item on the right was shown.
  ///
  /// Also set if the selection came back: the item is then shown from its top, however fast the keys came.
  private var isOutdated = false {
    didSet { if isOutdated != oldValue { setNeedsPreservation() } }
  }

  /// Goes to an item, or to the screen on top of it if one was opened from there.
  func open(_ item: UUID) {
    if isOutdated || detail?.uuid != item { showItem(item) }
    show(.secondary)
  }

  /// Goes to the screen of an item as if it had just been opened.
  func begin(with item: UUID) {
    stack?.setViewControllers([])
    open(item)
  }

  /// Notes that the selection may have moved.
  func selectionDidMove() {
    if isFollowing, list?.selectedItem != detail?.uuid { isOutdated = true }
    followSelection()
  }

  /// Whether the item on the right follows the selection: both are visible and the focus is in the
  /// list.
  private var isFollowing: Bool {
    isViewLoaded && view.window != nil && !isCollapsed && focusedColumn == .primary
  }

  /// Shows the selected item in the right column once the person pauses.
  func followSelection() {
    guard isFollowing, following?.isOver != false else { return }
    following = context.application?.performInPause(
      letting: { [weak self] in self?.movesSelection($0) ?? true }
    ) { [weak self] in self?.showSelection() }
  }

  /// Whether an event only selects another row or narrows the list, whichever item is shown.
  private func movesSelection(_ event: TerminalEvent) -> Bool {
    guard case .key(let press) = event, let list = list?.list else { return false }
    let focus = view.window?.firstResponder
    if focus === list.searchBar.textField { return list.searchBar.textField.takes(press) }
    guard focus === list.table else { return false }
    // The key first: most of the table's actions have another one, and whether they are enabled needn't be asked.
    return list.table.actions.contains { action in
      action.id != "table.open" && action.keys.contains { $0.keys.first == press }
        && action.isEnabled
    }
  }

  private func showSelection() {
    // During a search the list still shows the rows of before. It calls again when it has found others.
    guard isFollowing, let list, list.listed.isUpToDate else { return }
    let item = list.selectedItem
    if isOutdated || item != detail?.uuid { return showItem(item) }
    // The item is the same, but its place may be another one.
    detail?.rowsDidChange()
  }

  private func showItem(_ item: UUID?) {
    isOutdated = false
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

  /// Shows the attachments of an item next to the list, or instead of it in a narrow window.
  func look(at item: UUID) {
    open(item, showing: AttachmentsViewController(context: context, owner: .item(item)))
  }

  /// Shows the history of an item next to the list, or instead of it in a narrow window.
  func showHistory(of item: UUID) {
    open(item, showing: HistoryViewController(context: context, item: item))
  }

  /// Shows a screen about an item, from which the way back leads to the list.
  private func open(_ item: UUID, showing screen: ScreenController) {
    screen.returnsToList = true
    open(item)
    stack?.push(screen)
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    if isOutdated { coder.encode(true, forKey: "isOutdated") }
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    isOutdated = coder.decodeBool(forKey: "isOutdated")
  }

  /// Moves the screens that an earlier version pushed onto the list to the right column.
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

  override func viewWillTransition(to size: Size) {
    super.viewWillTransition(to: size)
    share(size.width)
  }

  override func didExpand() {
    share(view.bounds.width)
    followSelection()
  }

  /// The columns that an item with its picture can use.
  private static let roomOfItem = 90

  /// Gives the item the columns it can use, and the list the rest.
  private func share(_ width: Int) {
    maximumPrimaryColumnWidth = max(80, width - Self.roomOfItem)
    preferredPrimaryColumnWidthFraction = width >= 2 * Self.roomOfItem ? 1 : 0.52
  }

  /// In a narrow window, going back to the list closes the item.
  override func didShow(_ column: Column) {
    guard column == .primary else { return }
    if isCollapsed { stack?.setViewControllers([]) } else { followSelection() }
  }
}
