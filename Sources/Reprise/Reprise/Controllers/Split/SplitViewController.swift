/// Two screens side by side if the window is wide enough, otherwise one of them: for example a list and the
/// selected item.
///
/// A narrow window shows the side with the focus. So the saved state does not depend on the width:
/// an app that was killed in a wide window and launched in a narrow one shows the same place, and
/// vice versa (contract 10.1.6).
///
/// ```swift
/// let split = SplitViewController(
///   primary: NavigationController(rootViewController: NoteList()),
///   secondary: NavigationController())
/// split.restorationIdentifier = "split"
/// ```
///
/// The list opens a note with ``ViewController/showDetailViewController(_:sender:)``, whatever the width:
///
/// ```swift
/// rows.didOpen = { [unowned self] in showDetailViewController(NotePage($0), sender: self) }
/// ```
///
/// `F6`, Tab, a click and the arrows go to the other side; from the secondary one `Esc` goes back to the
/// primary one. See <doc:ShowingTwoScreens>.
open class SplitViewController: ViewController {
  /// A side; the raw value is its name in saved state.
  public nonisolated enum Column: String, Hashable, Sendable, CaseIterable {
    /// The left one, which is always there: a list.
    case primary
    /// The right one: the selected item.
    case secondary
  }

  private var primary: ViewController?
  private var secondary: ViewController?

  /// The columns of the window's width from which on both sides are shown.
  public var minimumExpandedWidth = 100 {
    didSet { if minimumExpandedWidth != oldValue { setNeedsArrangement() } }
  }

  /// The part of the width that the primary side gets, within its least and greatest width.
  public var preferredPrimaryColumnWidthFraction = 0.4 {
    didSet { setNeedsArrangement() }
  }

  /// The least width of the primary side, in columns.
  public var minimumPrimaryColumnWidth = 30 {
    didSet { setNeedsArrangement() }
  }

  /// The greatest width of the primary side, in columns.
  public var maximumPrimaryColumnWidth = 80 {
    didSet { setNeedsArrangement() }
  }

  /// Whether there is room for one side only; known from the first layout on.
  public private(set) var isCollapsed = false

  /// Whether the subclass was notified of ``isCollapsed``.
  private var isArranged = false

  /// The side that ``didShow(_:)`` was last called for.
  private var toldColumn = Column.primary

  private var isChanging = false

  /// Creates an empty split view controller, for example for a storyboard to fill.
  public override init() {
    super.init()
  }

  /// Creates a split view controller with two screens, usually stacks.
  public init(primary: ViewController, secondary: ViewController? = nil) {
    super.init()
    setViewController(primary, for: .primary)
    setViewController(secondary, for: .secondary)
  }

  // MARK: - The sides

  /// The screen of a side.
  public func viewController(for column: Column) -> ViewController? {
    column == .primary ? primary : secondary
  }

  /// Sets the screen of a side; the new screen inherits the focus of the old one.
  ///
  /// A controller that can't be a child is refused and reported.
  public func setViewController(_ controller: ViewController?, for column: Column) {
    let old = viewController(for: column)
    guard controller !== old else { return }
    if let controller {
      guard controller.parent !== self else {
        return refuse("\(controller.nameInReports) was not put on both sides of a split")
      }
      guard canTakeIn(controller) else { return }
    }
    let hadFocus = old != nil && focusedChild === old
    isChanging = true
    if let old {
      if old.isViewLoaded { old.view.isHidden = false }
      removeChild(old)
    }
    if column == .primary { primary = controller } else { secondary = controller }
    if let controller { addChild(controller) }
    children = [primary, secondary].compactMap { $0 }
    isChanging = false
    if hadFocus { focusedChild = controller }
    columnMayHaveChanged()
  }

  /// Forgets a screen that another container took.
  override func childrenDidChange() {
    guard !isChanging else { return }
    if primary?.parent !== self { primary = nil }
    if secondary?.parent !== self { secondary = nil }
    setNeedsArrangement()
  }

  /// The side that receives the keys, and that a narrow window shows.
  public var focusedColumn: Column {
    if let secondary, focusedChild === secondary, !isEmpty(secondary) { return .secondary }
    return .primary
  }

  /// Whether a side is empty: it has no screen, or a stack without screens.
  func isEmpty(_ controller: ViewController?) -> Bool {
    guard let controller else { return true }
    return (controller as? NavigationController)?.viewControllers.isEmpty ?? false
  }

  /// Gives a side the focus, which shows it in a narrow window; does nothing for an empty side.
  public func show(_ column: Column) {
    guard let controller = viewController(for: column), !isEmpty(controller) else { return }
    hasFocusItself = false
    focusedChild = controller
  }

  /// Called after the other side got the focus.
  open func didShow(_ column: Column) {}

  /// Called after the window became too narrow for both sides, and before the first frame in a narrow
  /// window.
  open func didCollapse() {}

  /// Called after the window became wide enough for both sides, and before the first frame in a wide
  /// window.
  open func didExpand() {}

  // MARK: - Showing

  /// Puts a screen into the side that asks for it, the primary one by default; a stack there pushes it.
  open override func show(_ controller: ViewController, sender: Any?) {
    let isAsked = secondary.map { (sender as? ViewController)?.isInside($0) ?? false } ?? false
    put(controller, into: isAsked ? .secondary : .primary)
  }

  /// Shows a screen on the secondary side, as the only one of its stack, and focuses it.
  open override func showDetailViewController(_ controller: ViewController, sender: Any?) {
    if let stack = secondary as? NavigationController, !(controller is NavigationController) {
      stack.setViewControllers([controller])
    } else {
      setViewController(controller, for: .secondary)
    }
    show(.secondary)
  }

  // MARK: - Focus

  /// The side with the focus.
  public override var childForFocus: ViewController? { viewController(for: focusedColumn) }

  override var shownChildren: [ViewController] {
    isCollapsed
      ? childForFocus.map { [$0] } ?? []
      : [primary, secondary].compactMap { $0 }.filter { !isEmpty($0) }
  }

  override func focusDidMove() {
    super.focusDidMove()
    columnMayHaveChanged()
  }

  /// Called when a stack on one side changed: a side that became empty loses the focus.
  override func contentDidChange(of child: ViewController) {
    if child === secondary, isEmpty(child), focusedChild === child { focusedChild = primary }
    setNeedsPreservation()
    columnMayHaveChanged()
  }

  private func columnMayHaveChanged() {
    setNeedsArrangement()
    let column = focusedColumn
    guard column != toldColumn else { return }
    toldColumn = column
    didShow(column)
  }

  override var isAroundScreens: Bool { true }

  public override var actions: [Action] { splitActions }

  private lazy var splitActions = [
    Action(
      "split.other-side", "Other side", "F6", for: self,
      enabled: { !$0.isCollapsed && !$0.isEmpty($0.secondary) }
    ) { $0.show($0.focusedColumn == .primary ? .secondary : .primary) },
    Action(
      "navigation.back", "Back", "Esc", "^C", "Backspace", "Left", "h", "q", role: .cancel,
      for: self, enabled: { $0.focusedColumn == .secondary }
    ) { $0.show(.primary) }.essential(),
  ]

  override func canGoBack(from child: ViewController) -> Bool { child === secondary }

  override func goBack(from child: ViewController) { show(.primary) }

  override func backTitle(for child: ViewController) -> String? {
    guard isCollapsed, child === secondary, let primary else { return nil }
    let shown = (primary as? NavigationController)?.topViewController ?? primary
    return shown.navigationItem.title
  }

  override func returnToRoot() {
    show(.primary)
    primary?.returnToRoot()
  }

  // MARK: - The view

  public override func loadView() -> View { SplitView(self) }

  private func setNeedsArrangement() {
    if isViewLoaded { view.setNeedsLayout() }
  }

  open override func viewWillTransition(to size: Size) {
    super.viewWillTransition(to: size)
    adapt(to: size)
  }

  /// Decides by the width whether both sides are shown.
  private func adapt(to size: Size) {
    let collapses = size.width < minimumExpandedWidth
    guard collapses != isCollapsed || !isArranged else { return }
    isCollapsed = collapses
    isArranged = true
    if collapses { didCollapse() } else { didExpand() }
  }

  // MARK: - Preservation

  /// The side: both may have the same identifier (contract 2.A.4, 2.B.5).
  override func restorationIndex(of child: ViewController) -> Int? { child === primary ? 0 : 1 }

  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(object: primary, forKey: Column.primary.rawValue)
    coder.encode(object: secondary, forKey: Column.secondary.rawValue)
    coder.encode(focusedColumn.rawValue, forKey: "column")
  }

  /// Installs the restored screens; if one was not restored, keeps the one that the app made.
  open override func decodeRestorableState(with coder: Coder) {
    for column in Column.allCases {
      if let saved = coder.decodeObject(forKey: column.rawValue) as? ViewController {
        setViewController(saved, for: column)
      }
    }
    super.decodeRestorableState(with: coder)
    let column = coder.decodeString(forKey: "column").flatMap(Column.init)
    focusedChild = viewController(for: column ?? .primary)
  }

  /// The secondary side may have been restored without its screen.
  open override func applicationFinishedRestoringState() {
    super.applicationFinishedRestoringState()
    if focusedChild === secondary, isEmpty(secondary) { focusedChild = primary }
  }

  // MARK: - Layout

  /// Shows a screen in a side: a stack there pushes it.
  func put(_ controller: ViewController, into column: Column) {
    if let stack = viewController(for: column) as? NavigationController,
      !(controller is NavigationController)
    {
      stack.push(controller)
    } else {
      setViewController(controller, for: column)
    }
    show(column)
  }

  /// The columns of the primary side of a width.
  func primaryWidth(in width: Int) -> Int {
    let wanted = Int(Double(width) * min(max(0, preferredPrimaryColumnWidthFraction), 1))
    let bounded = max(minimumPrimaryColumnWidth, min(wanted, maximumPrimaryColumnWidth))
    // A column for the frame, and one for the secondary side at least.
    return min(max(0, width - 2), max(0, bounded))
  }

  /// The frame around the content of a side.
  private static let margin = EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)

  /// The place of a side, with its frame.
  func pane(of column: Column, in size: Size) -> Rect {
    guard !isCollapsed else { return Rect(origin: .zero, size: size) }
    let start = primaryWidth(in: size.width) + 1
    return column == .primary
      ? Rect(x: 0, y: 0, width: start, height: size.height)
      : Rect(x: start, y: 0, width: max(0, size.width - start), height: size.height)
  }

  /// Places the views of the sides that are shown, and hides the others.
  func arrange(in view: View) {
    let size = view.bounds.size
    adapt(to: size)
    let shown = shownChildren
    for column in Column.allCases {
      guard let child = viewController(for: column) else { continue }
      let isShown = shown.contains { $0 === child }
      // A view that was never shown is not made for being hidden.
      guard isShown || child.isViewLoaded else { continue }
      child.view.isHidden = !isShown
      guard isShown else { continue }
      if child.view.superview !== view {
        view.insertSubview(child.view, at: column == .primary ? 0 : view.subviews.count)
      }
      let pane = pane(of: column, in: size)
      if let stack = child as? NavigationController {
        stack.view.frame = pane
        stack.frameMargin = isCollapsed ? nil : Self.margin
        stack.isFrameFocused = column == focusedColumn
      } else {
        child.view.frame = isCollapsed ? pane : pane.inset(by: Self.margin)
      }
    }
    for case let stack as NavigationController in children { stack.updateBar() }
  }
}

/// Both sides of a split in their frames, or one of both.
final class SplitView: View {
  private weak var controller: SplitViewController?

  init(_ controller: SplitViewController) {
    self.controller = controller
    super.init()
  }

  override func layoutSubviews() { controller?.arrange(in: self) }

  override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    guard let controller, !controller.isCollapsed else { return }
    for column in SplitViewController.Column.allCases {
      let child = controller.viewController(for: column)
      // The bar of a stack is in the frame.
      let title = child is NavigationController ? nil : child?.navigationItem.title
      canvas.drawFrame(
        controller.pane(of: column, in: canvas.bounds.size), title: title ?? "",
        isFocused: column == controller.focusedColumn)
    }
  }
}
