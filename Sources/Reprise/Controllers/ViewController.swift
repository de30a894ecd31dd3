import Preservation

/// One screen, or a container of screens.
open class ViewController: Responder {
  /// What bars call this screen.
  public var title: String = "" {
    didSet { if title != oldValue { navigationItem.title = title } }
  }

  /// What the navigation bar above this screen shows.
  public let navigationItem = NavigationItem()

  /// What the tab bar calls this screen.
  public var tabBarItem = TabBarItem(title: "") {
    didSet { if tabBarItem != oldValue { parent?.childrenDidChange() } }
  }

  /// Makes or finds this controller at launch; for controllers that the app pushes or presents.
  ///
  /// Leave it out for controllers that exist at every launch (contract 3.12).
  public var restorationClass: (any ViewControllerRestoration.Type)? {
    didSet { setNeedsPreservation() }
  }

  /// The container that this controller is in.
  public internal(set) weak var parent: ViewController? {
    didSet { didMove(from: oldValue, to: parent) }
  }

  /// Where a stack put this controller last, to be found there again without looking through it.
  var placeInStack = 0

  /// The controllers inside this one.
  public internal(set) var children: [ViewController] = []

  /// The controller that this one presents over itself.
  public internal(set) var presentedViewController: ViewController?

  /// The controller that presented this one.
  public internal(set) weak var presentingViewController: ViewController? {
    didSet { didMove(from: oldValue, to: presentingViewController) }
  }

  /// How this controller covers the one that presents it.
  public var modalPresentationStyle = ModalPresentationStyle.formSheet {
    didSet { if modalPresentationStyle != oldValue { host?.setNeedsLayout() } }
  }

  /// The columns and rows that the content needs as a sheet; zero for as many as a sheet gets.
  ///
  /// A sheet that says so is as small as that, in a small window too, if it fits there.
  public var preferredContentSize = Size.zero {
    didSet { if preferredContentSize != oldValue { host?.setNeedsLayout() } }
  }

  /// Whether a sheet is as large as its view needs to be, as far as there is room.
  ///
  /// Comes before ``preferredContentSize``.
  public var fitsContentSize = false {
    didSet { if fitsContentSize != oldValue { host?.setNeedsLayout() } }
  }

  /// Whether Esc leaves this controller alone while it is presented: it closes itself.
  public var isModalInPresentation = false

  /// Whether Esc or `^C` may close this controller, which is presented; asked before they do.
  ///
  /// Say no to ask the person first; ``dismiss()`` does not ask. A container asks its children.
  ///
  /// ```swift
  /// override func shouldDismiss() -> Bool {
  ///   if text == saved { return true }
  ///   let alert = AlertController(title: "Throw the text away?", message: nil, style: .alert)
  ///   alert.addAction(Action("discard", "Throw away", role: .destructive) { [unowned self] in dismiss() })
  ///   alert.addAction(.cancel("Go on writing"))
  ///   present(alert)
  ///   return false
  /// }
  /// ```
  open func shouldDismiss() -> Bool {
    for child in children where !child.shouldDismiss() { return false }
    return true
  }

  /// The child that the focus was moved into, where that is not the one it goes into by itself.
  weak var focusedChild: ViewController? {
    didSet { if focusedChild !== oldValue { focusDidMove() } }
  }

  /// Whether the focus was moved to a view of this container's own.
  var hasFocusItself = false {
    didSet { if hasFocusItself != oldValue { focusDidMove() } }
  }

  private func focusDidMove() {
    setNeedsPreservation()
    host?.setNeedsDisplay()
  }

  /// The scene of a storyboard that this controller was made from, if it was.
  var storyboardScene: StoryboardSceneReference? {
    didSet { setNeedsPreservation() }
  }

  /// The window that shows this controller as its root, if it does.
  weak var rootWindow: (any ViewHost)? {
    didSet { didMove(from: oldValue, to: rootWindow) }
  }

  /// Whether this controller, or one in it or over it, waits for its properties.
  var needsPropertiesPass = true

  override func propertiesNeedUpdate() { setNeedsPropertiesPass() }

  private var loadedView: View?

  /// The view of this screen that the focus stands on, or will when the screen is in front.
  ///
  /// Kept by the kit across launches (design 5.2).
  public weak var focusedView: View? {
    didSet {
      guard focusedView !== oldValue else { return }
      setNeedsPreservation()
      view.host?.setNeedsLayout()
    }
  }

  /// Whether a frame with this screen in front went out before the events that are being handled.
  ///
  /// What is typed before that was not meant for this screen: nothing that cannot be taken back may be
  /// answered by it (design 5.9).
  public internal(set) var hasBeenSeen = false

  private var editing = false

  // MARK: - The view

  /// The controller's view, loaded when first asked for.
  public var view: View {
    if let loadedView { return loadedView }
    let outer = preserver?.enterLoading(of: self)
    let view = loadView()
    loadedView = view
    view.owner = self
    viewDidLoad()
    if needsUpdateProperties { setNeedsPropertiesPass() }
    if let outer { preserver?.enterRestoring(outer) }
    return view
  }

  /// Whether the view exists.
  public var isViewLoaded: Bool { loadedView != nil }

  /// Loads the view unless it is there already.
  public func loadViewIfNeeded() {
    _ = view
  }

  /// Makes the view; override to make another kind.
  open func loadView() -> View { View() }

  /// Called once, when the view has been made: add subviews here.
  open func viewDidLoad() {}

  /// Called before the screen comes to the front.
  open func viewWillAppear() {}

  /// Called when the screen has come to the front.
  open func viewDidAppear() {}

  /// Called before the screen is covered or taken away.
  open func viewWillDisappear() {}

  /// Called when the screen has been covered or taken away.
  open func viewDidDisappear() {}

  /// Called after the view's subviews have been placed.
  open func viewDidLayoutSubviews() {}

  /// Called before the view gets another size, when it had one already: the window changed, say.
  ///
  /// The size classes are those of the new window.
  open func viewWillTransition(to size: Size) {}

  /// Memory is short: let go of what can be made again.
  open func didReceiveMemoryWarning() {}

  // MARK: - Editing

  /// Whether the screen is in editing mode.
  ///
  /// Kept across launches.
  public var isEditing: Bool { editing }

  /// Turns editing mode on or off.
  ///
  /// Call `super` when overriding.
  open func setEditing(_ editing: Bool) {
    guard self.editing != editing else { return }
    self.editing = editing
    setNeedsPreservation()
  }

  // MARK: - Responding

  open override var next: Responder? { loadedView?.superview }

  /// The view that the focus goes to when the screen comes up for the first time.
  open var preferredFocusedView: View? { focusableViews.first }

  /// The child that keys go to: the one that was clicked, or else the first that can be seen.
  ///
  /// A container that shows one child at a time, whatever was clicked, says which.
  open var childForFocus: ViewController? {
    if children.isEmpty || hasFocusItself { return nil }
    if let focusedChild, shows(focusedChild) { return focusedChild }
    return children.first(where: shows)
  }

  /// The children that can be seen while this container is.
  var shownChildren: [ViewController] {
    if children.isEmpty { return [] }
    let focused = childForFocus
    return children.filter { $0 === focused || shows($0) }
  }

  /// Called when children came, went, or changed in what a container shows of them.
  func childrenDidChange() {}

  // MARK: - What is around

  /// The window that this controller is in, shown or not.
  var host: (any ViewHost)? { rootWindow ?? parent?.host ?? presentingViewController?.host }

  override func passOn(remark: String) -> Bool { host?.passOn(remark: remark) ?? false }

  override var preservationOwner: Responder? {
    if let outer = parent ?? presentingViewController { return outer }
    return rootWindow
  }

  override var recordKind: ObjectRecord.Kind { .controller }

  // MARK: - Preservation

  /// Takes note of another parent, presenter or window, which is part of what is saved of a
  /// controller (contract 2.A.2).
  ///
  /// One that goes nowhere stays as it was saved, since it is about to be deleted.
  private func didMove(from old: Responder?, to new: Responder?) {
    guard let new, new !== old else { return }
    setNeedsPreservation()
    if needsPropertiesPass { passOnPropertiesPass() }
  }

  /// The position that goes into a child's path, for containers whose children may share
  /// identifiers (contract 2.A.4).
  ///
  /// Others get one only among siblings of the same identifier; the first has none (contract 2.A.3).
  func restorationIndex(of child: ViewController) -> Int? {
    let namesakes = children.prefix { $0 !== child }.filter {
      $0.restorationIdentifier == child.restorationIdentifier
    }
    return namesakes.isEmpty ? nil : namesakes.count
  }

  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    encodeKitState(with: coder)
  }

  open override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    decodeKitState(with: coder)
  }
}
