/// Screens of which one is shown, with a bar of their names at the bottom.
///
/// The app supplies the tabs at every launch; restoring selects one and never adds any (contract
/// 2.B.4).
///
/// ```swift
/// let tabs = TabBarController()
/// tabs.viewControllers = [list, map]
/// ```
public final class TabBarController: ViewController {
  private let bar = TabBar()

  /// Whether tabs are being replaced, so that no intermediate one is shown.
  private var isChanging = false

  /// A short text at the right end of the bar: a count of drafts, the name of a session.
  public var statusText: String {
    get { bar.statusText }
    set { bar.statusText = newValue }
  }

  /// Called when the person clicks on ``statusText``.
  public var didChooseStatus: () -> Void {
    get { bar.didChooseStatus }
    set { bar.didChooseStatus = newValue }
  }

  /// The screens, from the left.
  public var viewControllers: [ViewController] {
    get { children }
    set {
      isChanging = true
      for child in children { removeChild(child) }
      for child in newValue { addChild(child) }
      isChanging = false
      childrenDidChange()
    }
  }

  /// The index of the shown screen.
  ///
  /// An index without a screen is ignored and reported. Before there are screens, any from 0 on is taken.
  public var selectedIndex = 0 {
    didSet {
      guard selectedIndex != oldValue else { return }
      guard canSelect(selectedIndex) else {
        refuse("\(nameInReports) has no tab \(selectedIndex): tab \(oldValue) is still selected")
        selectedIndex = oldValue
        return
      }
      setNeedsPreservation()
      show()
    }
  }

  private func canSelect(_ index: Int) -> Bool {
    children.isEmpty ? index >= 0 : children.indices.contains(index)
  }

  /// The shown screen.
  public var selectedViewController: ViewController? {
    children.indices.contains(selectedIndex) ? children[selectedIndex] : nil
  }

  // MARK: - The view

  public override func loadView() -> View { TabBarView(bar: bar) }

  public override func viewDidLoad() {
    bar.didSelect = { [weak self] place in
      if let self, offered.indices.contains(place) { choose(offered[place]) }
    }
    show()
  }

  /// The positions of the tabs that have a place in the bar.
  private var offered: [Int] { children.indices.filter { !children[$0].tabBarItem.isHidden } }

  private func show() {
    guard isViewLoaded, let content = view as? TabBarView else { return }
    let offered = offered
    bar.titles = offered.map { children[$0].tabBarItem.title }
    bar.selectedIndex = offered.firstIndex(of: selectedIndex) ?? -1
    content.content = selectedViewController?.view
  }

  override func childrenDidChange() {
    guard !isChanging else { return }
    selectedIndex = min(selectedIndex, max(0, children.count - 1))
    show()
  }

  public override var childForFocus: ViewController? { selectedViewController }

  override var shownChildren: [ViewController] { selectedViewController.map { [$0] } ?? [] }

  // MARK: - Choosing

  override var isAroundScreens: Bool { true }

  public override var actions: [Action] {
    let offered = Array(offered.prefix(9))
    let titles = offered.map { children[$0].tabBarItem.title }
    if titles != tabActions.map(\.title) || offered != actionPlaces {
      actionPlaces = offered
      tabActions = offered.enumerated().map { makeAction(number: $0 + 1, index: $1) }
    }
    return tabActions
  }

  private var tabActions: [Action] = []

  /// The tabs that ``tabActions`` lead to.
  private var actionPlaces: [Int] = []

  private func makeAction(number: Int, index: Int) -> Action {
    let title = children[index].tabBarItem.title
    return Action("tab.\(number)", title, KeyBinding("\(number)"), isHinted: false, for: self) {
      $0.choose(index)
    }
  }

  /// Shows a tab; selecting the visible one returns to its first screen.
  private func choose(_ index: Int) {
    if index == selectedIndex {
      selectedViewController?.returnToRoot()
    } else {
      selectedIndex = index
    }
  }

  // MARK: - Preservation

  public override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(objects: viewControllers, forKey: "viewControllers")
    coder.encode(object: selectedViewController, forKey: "selectedViewController")
  }

  public override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    let selected = coder.decodeObject(forKey: "selectedViewController")
    if let index = children.firstIndex(where: { $0 === selected }) { selectedIndex = index }
  }
}

/// The shown screen above the bar of tabs.
final class TabBarView: View {
  private let bar: TabBar

  var content: View? {
    didSet {
      guard content !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let content { insertSubview(content, at: 0) }
    }
  }

  init(bar: TabBar) {
    self.bar = bar
    super.init()
    bar.surfaceLevel = .bar
    addSubview(bar)
  }

  override func layoutSubviews() {
    content?.frame = bounds.inset(by: EdgeInsets(bottom: 1))
    bar.frame = Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
  }
}

/// The entry of a screen in the tab bar.
///
/// ```swift
/// list.tabBarItem = TabBarItem(title: "Items")
/// ```
public struct TabBarItem: Hashable, Sendable {
  /// The name in the tab bar.
  public var title: String
  /// Whether the tab is left out of the bar and has no digit, because its screen is still empty.
  ///
  /// Its screen is there nonetheless, so that it comes back with the others. A tab that is hidden while it
  /// is chosen stays on the screen until another one is.
  public var isHidden: Bool

  /// Makes an item.
  public init(title: String, isHidden: Bool = false) {
    self.title = title
    self.isHidden = isHidden
  }
}
