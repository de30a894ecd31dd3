/// A stack of screens under a bar with the title and the way back.
public final class NavigationController: ViewController {
  private let bar = NavigationBar()

  /// Makes a stack with one screen.
  public init(rootViewController: ViewController) {
    super.init()
    setViewControllers([rootViewController])
  }

  /// Makes an empty stack, for example one that restoration fills.
  public override init() {
    super.init()
  }

  /// The screens, from the root up.
  public var viewControllers: [ViewController] { children }

  /// The visible screen.
  public var topViewController: ViewController? { children.last }

  /// Pushes a screen.
  ///
  /// A screen that is on the stack, or that the stack is in, cannot be pushed: that is refused and
  /// reported.
  public func push(_ controller: ViewController) {
    guard controller.parent !== self else {
      return refuse("\(controller.nameInReports) was not pushed: it is already on the stack")
    }
    setViewControllers(viewControllers + [controller])
  }

  /// Pops the top screen, unless it is the root.
  ///
  /// Returns the popped screen.
  @discardableResult
  public func popViewController() -> ViewController? {
    guard viewControllers.count > 1, let top = topViewController else { return nil }
    setViewControllers(viewControllers.dropLast())
    return top
  }

  /// Pops a screen and all above it, unless it is the root.
  ///
  /// On the secondary side of a ``SplitViewController`` the root is popped, too, which leads to the primary side.
  public func pop(from controller: ViewController) {
    guard let index = viewControllers.firstIndex(where: { $0 === controller }),
      index > 0 || parent?.canGoBack(from: self) == true
    else { return }
    setViewControllers(Array(viewControllers.prefix(index)))
  }

  /// Pops all screens but the root.
  public func popToRootViewController() {
    setViewControllers(Array(viewControllers.prefix(1)))
  }

  /// Sets the screens of the stack, from the root up.
  ///
  /// A screen is left out, and reported, if it is named twice, if the stack is in it, or if it is
  /// presented.
  public func setViewControllers(_ controllers: [ViewController]) {
    let before = children
    let screens = controllers.isEmpty ? [] : screens(among: controllers)
    let staying = Set(screens.map { ObjectIdentifier($0).number })
    for child in before where !staying.contains(ObjectIdentifier(child).number) { didRemove(child) }
    children = []
    for (index, controller) in screens.enumerated() {
      if let other = controller.parent, other !== self { other.removeChild(controller) }
      controller.parent = self
      controller.placeInStack = children.count
      children.append(controller)
      // The record of a screen contains its position.
      if index >= before.count || before[index] !== controller { controller.setNeedsPreservation() }
    }
    setNeedsPreservation()
    // A stack without an identifier may get one from the screens that it holds.
    if restorationIdentifier == nil { preservationOwner?.setNeedsPreservation() }
    showTop()
    parent?.contentDidChange(of: self)
  }

  /// The controllers that can be screens of this stack, each once.
  private func screens(among controllers: [ViewController]) -> [ViewController] {
    var seen: Set<Int> = []
    return controllers.filter { controller in
      guard seen.insert(ObjectIdentifier(controller).number).inserted else {
        refuse("\(controller.nameInReports) was put on the stack once, although it was named twice")
        return false
      }
      return canTakeIn(controller)
    }
  }

  override func childrenDidChange() { showTop() }

  // MARK: - The view

  public override func loadView() -> View { NavigationView(bar: bar) }

  public override func viewDidLoad() {
    bar.didGoBack = { [weak self] in self?.goBack() }
    showTop()
  }

  private func showTop() {
    guard isViewLoaded, let content = view as? NavigationView else { return }
    content.content = topViewController?.view
    for controller in children {
      controller.navigationItem.didChange = { [weak self] in self?.updateBar() }
    }
    updateBar()
  }

  /// Names the visible screen and the way back.
  func updateBar() {
    let item = topViewController?.navigationItem
    bar.title = item?.title ?? ""
    bar.detail = item?.detail ?? ""
    bar.shorterDetails = item?.shorterDetails ?? []
    let below = viewControllers.dropLast().last?.navigationItem.title
    bar.backTitle = item?.backAction?.title ?? below ?? parent?.backTitle(for: self)
  }

  /// The frame around the content, whose upper edge is the bar; the view around draws it.
  var frameMargin: EdgeInsets? {
    get { (view as? NavigationView)?.frameMargin }
    set { (view as? NavigationView)?.frameMargin = newValue }
  }

  /// Follows the size of its content, as a sheet does.
  func showInSheet() { (view as? NavigationView)?.isInSheet = true }

  /// Whether that frame has the focus.
  var isFrameFocused: Bool {
    get { bar.isFrameFocused }
    set { bar.isFrameFocused = newValue }
  }

  public override var childForFocus: ViewController? { topViewController }

  override var shownChildren: [ViewController] { topViewController.map { [$0] } ?? [] }

  /// Pushes a screen.
  public override func show(_ controller: ViewController, sender: Any?) { push(controller) }

  // MARK: - Going back

  private func goBack() {
    if let own = ownBackAction { return own.perform() }
    if popViewController() == nil { parent?.goBack(from: self) }
  }

  /// That of the screen on top.
  private var ownBackAction: BackAction? { topViewController?.navigationItem.backAction }

  override func returnToRoot() { popToRootViewController() }

  override var isAroundScreens: Bool { true }

  public override var actions: [Action] {
    viewControllers.count > 1 || ownBackAction != nil ? [backAction] : []
  }

  private lazy var backAction = Action(
    "navigation.back", "Back", "Esc", "^C", "Backspace", "Left", "h", "q", role: .cancel, for: self
  ) { $0.goBack() }.essential()

  // MARK: - Preservation

  override func restorationIndex(of child: ViewController) -> Int? {
    let place = child.placeInStack
    if children.indices.contains(place), children[place] === child { return place }
    return children.firstIndex { $0 === child }
  }

  public override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(objects: viewControllers, forKey: "viewControllers")
    if children.contains(where: { $0.restorationIdentifier == nil }) {
      preserver?.remark(
        "a screen in the stack \"\(restorationIdentifier ?? "")\" has no restoration "
          + "identifier: it is not saved")
    }
  }

  /// Restores the screens in order, up to the first one that fails (contract 2.B.2).
  ///
  /// They are pushed on the screens without identifiers, which the app made (contract 2.B.3).
  public override func decodeRestorableState(with coder: Coder) {
    if let saved = coder.decodeObjects(forKey: "viewControllers") {
      let stack = saved.prefix { $0 is ViewController }.compactMap { $0 as? ViewController }
      let base = viewControllers.prefix { $0.restorationIdentifier == nil }
      if !stack.isEmpty { setViewControllers(base + stack) }
    }
    super.decodeRestorableState(with: coder)
  }

  /// Dismisses a presented stack if none of its screens was restored.
  public override func applicationFinishedRestoringState() {
    super.applicationFinishedRestoringState()
    if viewControllers.isEmpty, presentingViewController != nil { dismiss() }
  }
}

/// A bar at the top and the top screen's view below it.
final class NavigationView: View {
  private let bar: NavigationBar

  var content: View? {
    didSet {
      guard content !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let content { addSubview(content) }
    }
  }

  init(bar: NavigationBar) {
    self.bar = bar
    super.init()
    addSubview(bar)
  }

  /// The frame around the content, whose upper edge is the bar; the view around draws it.
  ///
  /// `nil` without a frame.
  var frameMargin: EdgeInsets? {
    didSet {
      guard frameMargin != oldValue else { return }
      bar.isInFrame = frameMargin != nil
      setNeedsLayout()
    }
  }

  /// Whether the stack is in a sheet, whose size depends on the content.
  var isInSheet = false

  override var arrangesSubviews: Bool { isInSheet }

  override func layoutSubviews() {
    bar.frame = Rect(x: 0, y: 0, width: bounds.width, height: 1)
    content?.frame = bounds.inset(by: frameMargin ?? EdgeInsets(top: 1))
  }
}

/// The content of the navigation bar for a screen.
///
/// ```swift
/// item.title = "Notes"
/// item.detail = "1 note · 3 drafts"
/// item.shorterDetails = ["1 note"]
/// ```
public final class NavigationItem {
  /// The name of the screen.
  public var title = "" {
    didSet { if title != oldValue { didChange() } }
  }

  /// A short text at the right end: a count, a sum.
  public var detail = "" {
    didSet { if detail != oldValue { didChange() } }
  }

  /// Shorter forms of ``detail``, longest first, for a bar with too little room next to the title.
  ///
  /// With them no text is cut: where not even the last one has room, the bar shows the title alone.
  public var shorterDetails: [String] = [] {
    didSet { if shorterDetails != oldValue { didChange() } }
  }

  /// The way back, if it does not lead to the screen below on the stack.
  public var backAction: BackAction? {
    didSet { didChange() }
  }

  var didChange: () -> Void = {}
}

/// A screen's own way back, which the stack performs instead of popping it (UIKit's `backAction`).
///
/// ```swift
/// navigationItem.backAction = BackAction("Rooms") { [weak self] in self?.leave() }
/// ```
///
/// The bar shows its title; the back keys and a click on the bar perform it. It is not preserved: a
/// screen sets it again when it is restored.
public struct BackAction {
  /// The destination, as shown in the bar.
  public let title: String

  let perform: () -> Void

  /// Makes a way back.
  ///
  /// - Parameters:
  ///   - title: The destination, as shown in the bar.
  ///   - perform: Performs the action.
  public init(_ title: String, perform: @escaping () -> Void) {
    self.title = title
    self.perform = perform
  }
}
