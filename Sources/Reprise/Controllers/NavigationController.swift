/// A stack of screens under a bar with the title and the way back.
public final class NavigationController: ViewController {
  private let bar = NavigationBar()

  /// Makes a stack with one screen.
  public init(rootViewController: ViewController) {
    super.init()
    setViewControllers([rootViewController])
  }

  /// Makes an empty stack, to be filled while restoring.
  public override init() {
    super.init()
  }

  /// The screens, the root first.
  public var viewControllers: [ViewController] { children }

  /// The screen that can be seen.
  public var topViewController: ViewController? { children.last }

  /// Puts a screen on top.
  ///
  /// One that is on the stack already, or that the stack is in, stays where it is: that is reported.
  public func push(_ controller: ViewController) {
    guard controller.parent !== self else {
      return refuse("\(controller.nameInReports) was not pushed: it is on the stack already")
    }
    setViewControllers(viewControllers + [controller])
  }

  /// Takes the top screen away, unless it is the root.
  ///
  /// Returns what was taken.
  @discardableResult
  public func popViewController() -> ViewController? {
    guard viewControllers.count > 1, let top = topViewController else { return nil }
    setViewControllers(viewControllers.dropLast())
    return top
  }

  /// Takes a screen and all above it away; the root stays.
  public func pop(from controller: ViewController) {
    guard let index = viewControllers.firstIndex(where: { $0 === controller }), index > 0 else {
      return
    }
    setViewControllers(Array(viewControllers.prefix(index)))
  }

  /// Takes everything but the root away.
  public func popToRootViewController() {
    setViewControllers(Array(viewControllers.prefix(1)))
  }

  /// Makes the stack be these screens.
  ///
  /// A screen has one place in a stack: one that is named again, that the stack is in, or that is
  /// presented is left out and reported.
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
      // The position is part of what is saved of a screen.
      if index >= before.count || before[index] !== controller { controller.setNeedsPreservation() }
    }
    setNeedsPreservation()
    // One without a name may be called by what it holds now.
    if restorationIdentifier == nil { preservationOwner?.setNeedsPreservation() }
    showTop()
  }

  /// Those of some controllers that can be screens of this stack, each once.
  private func screens(among controllers: [ViewController]) -> [ViewController] {
    var seen: Set<Int> = []
    return controllers.filter { controller in
      guard seen.insert(ObjectIdentifier(controller).number).inserted else {
        refuse("\(controller.nameInReports) was put on the stack once: it was named again")
        return false
      }
      return canTakeIn(controller)
    }
  }

  override func childrenDidChange() { showTop() }

  // MARK: - The view

  public override func loadView() -> View { NavigationView(bar: bar) }

  public override func viewDidLoad() {
    bar.didGoBack = { [weak self] in self?.popViewController() }
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

  private func updateBar() {
    let item = topViewController?.navigationItem
    bar.title = item?.title ?? ""
    bar.detail = item?.detail ?? ""
    bar.backTitle = viewControllers.dropLast().last?.navigationItem.title
  }

  public override var childForFocus: ViewController? { topViewController }

  override var shownChildren: [ViewController] { topViewController.map { [$0] } ?? [] }

  // MARK: - Going back

  override var isAroundScreens: Bool { true }

  public override var actions: [Action] { viewControllers.count > 1 ? [backAction] : [] }

  private lazy var backAction = Action(
    "navigation.back", "Back", "Esc", "^C", "Backspace", "Left", "h", "q", role: .cancel, for: self
  ) { $0.popViewController() }.essential()

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
          + "identifier: it is not kept")
    }
  }

  /// Puts the restored screens on the stack, in order, up to the first that did not come back
  /// (contract 2.B.2).
  ///
  /// They go on top of what the app made without identifiers (contract 2.B.3).
  public override func decodeRestorableState(with coder: Coder) {
    if let saved = coder.decodeObjects(forKey: "viewControllers") {
      let stack = saved.prefix { $0 is ViewController }.compactMap { $0 as? ViewController }
      let base = viewControllers.prefix { $0.restorationIdentifier == nil }
      if !stack.isEmpty { setViewControllers(base + stack) }
    }
    super.decodeRestorableState(with: coder)
  }

  /// Takes a presented stack away of which no screen came back (design 5.3).
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

  override func layoutSubviews() {
    bar.frame = Rect(x: 0, y: 0, width: bounds.width, height: 1)
    content?.frame = bounds.inset(by: EdgeInsets(top: 1))
  }
}
