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

  /// Whether another item was selected since the one beside the list was shown.
  ///
  /// Also where the selection came back to it: it is shown from its top then, however fast the keys came.
  private var isOutdated = false {
    didSet { if isOutdated != oldValue { setNeedsPreservation() } }
  }

  /// Goes to an item: to its screen, or to what was opened from there.
  func open(_ item: UUID) {
    if isOutdated || detail?.uuid != item { showItem(item) }
    show(.secondary)
  }

  /// Goes to the screen of an item as one who has just opened it.
  func begin(with item: UUID) {
    stack?.setViewControllers([])
    open(item)
  }

  /// Takes note that another item may be selected.
  func selectionDidMove() {
    if isFollowing, list?.selectedItem != detail?.uuid { isOutdated = true }
    followSelection()
  }

  /// Whether the item beside the list is to be the selected one: where both are seen, unless the person
  /// has gone over to the item.
  private var isFollowing: Bool {
    isViewLoaded && view.window != nil && !isCollapsed && focusedColumn == .primary
  }

  /// Has the item beside the list be the selected one, once the person pauses.
  func followSelection() {
    guard isFollowing, following?.isOver != false else { return }
    following = context.application?.performInPause(
      letting: { [weak self] in self?.movesSelection($0) ?? true }
    ) { [weak self] in self?.showSelection() }
  }

  /// Whether an event does nothing but select another row or narrow the rows, beside whatever item.
  private func movesSelection(_ event: TerminalEvent) -> Bool {
    guard case .key(let press) = event, let list = list?.list else { return false }
    let focus = view.window?.firstResponder
    if focus === list.searchBar.textField { return list.searchBar.textField.takes(press) }
    guard focus === list.table else { return false }
    return list.table.keyCommands.contains {
      $0.input.first == press && $0.actionID != "table.open"
    }
  }

  private func showSelection() {
    // While the rows are being looked for, those from before stand there; the list says when they are
    // found.
    guard isFollowing, let list, list.listed.isUpToDate else { return }
    let item = list.selectedItem
    if isOutdated || item != detail?.uuid { return showItem(item) }
    // The same item may stand elsewhere among others.
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

  /// Looks at what is attached to an item, from the list: beside it where there is room.
  func look(at item: UUID) {
    let screen = AttachmentsViewController(context: context, item: item)
    guard !isCollapsed else { return list?.navigationController?.push(screen) ?? () }
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

  override func viewWillTransition(to size: Size) {
    super.viewWillTransition(to: size)
    share(size.width)
  }

  override func didExpand() {
    share(view.bounds.width)
    followSelection()
  }

  /// The columns that the lines of an item and its picture have room in.
  private static let roomOfItem = 90

  /// Where the item has room enough the list gets the rest, for more columns.
  private func share(_ width: Int) {
    maximumPrimaryColumnWidth = max(80, width - Self.roomOfItem)
    preferredPrimaryColumnWidthFraction = width >= 2 * Self.roomOfItem ? 1 : 0.4
  }

  /// In a narrow window whoever goes back to the list leaves the item.
  override func didShow(_ column: Column) {
    guard column == .primary else { return }
    if isCollapsed { stack?.setViewControllers([]) } else { followSelection() }
  }
}
