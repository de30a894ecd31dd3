import Preservation

/// A screen, or a container of screens.
open class ViewController: Responder {
  /// The name of this screen in bars.
  public var title: String = "" {
    didSet { if title != oldValue { navigationItem.title = title } }
  }

  /// The content of the navigation bar for this screen.
  public let navigationItem = NavigationItem()

  /// The entry of this screen in the tab bar.
  public var tabBarItem = TabBarItem(title: "") {
    didSet { if tabBarItem != oldValue { parent?.childrenDidChange() } }
  }

  /// Makes or finds this controller at launch, if the app pushed or presented it.
  ///
  /// Controllers that exist at every launch need none (contract 3.12).
  public var restorationClass: (any ViewControllerRestoration.Type)? {
    didSet { setNeedsPreservation() }
  }

  /// The container of this controller.
  public internal(set) weak var parent: ViewController? {
    didSet { didMove(from: oldValue, to: parent) }
  }

  /// The index in its stack, as a hint: checked before it is used.
  var placeInStack = 0

  /// The controllers inside this one.
  public internal(set) var children: [ViewController] = []

  /// The controller presented over this one.
  public internal(set) var presentedViewController: ViewController?

  /// The controller over which this one is presented.
  public internal(set) weak var presentingViewController: ViewController? {
    didSet { didMove(from: oldValue, to: presentingViewController) }
  }

  /// How this controller covers the one below it when presented.
  public var modalPresentationStyle = ModalPresentationStyle.formSheet {
    didSet { if modalPresentationStyle != oldValue { host?.setNeedsLayout() } }
  }

  /// The size of the content when presented as a sheet; zero for the size that the content needs.
  ///
  /// A sheet gets exactly this size if it fits, also in a small window. With zero it gets the height of its
  /// content: of a view of the kit, or a stack of them. Around any other view a sheet fills a large window up to
  /// its ``SheetPresentationController/maximumSize``, and covers a small one.
  public var preferredContentSize = Size.zero {
    didSet { if preferredContentSize != oldValue { host?.setNeedsLayout() } }
  }

  /// Whether a sheet gets the size that its view needs, limited by the window.
  ///
  /// Takes precedence over ``preferredContentSize``.
  public var fitsContentSize = false {
    didSet { if fitsContentSize != oldValue { host?.setNeedsLayout() } }
  }

  /// How the controller looks as a sheet, when it is presented: its largest size, and whether it dims what is behind.
  public private(set) lazy var sheetPresentationController = SheetPresentationController(of: self)

  /// Whether the size of a sheet depends on what the view needs.
  var setsSheetSize: Bool {
    fitsContentSize || presentingViewController != nil && preferredContentSize.isEmpty
  }

  /// Whether Esc leaves the controller open while it is presented.
  public var isModalInPresentation = false

  /// Whether Esc, `^C` or an action made by ``Action/cancel(_:perform:)`` may dismiss this presented controller.
  ///
  /// Return `false` to ask the person first. ``dismiss()`` asks within such an action, and nowhere else. A container
  /// asks its children.
  ///
  /// ```swift
  /// override func shouldDismiss() -> Bool {
  ///   if text == saved { return true }
  ///   let alert = AlertController(title: "Discard the text?")
  ///   alert.addAction(
  ///     Action("discard", "Discard", role: .destructive) { [unowned self] in dismiss() })
  ///   alert.addAction(.cancel("Continue writing"))
  ///   present(alert)
  ///   return false
  /// }
  /// ```
  open func shouldDismiss() -> Bool {
    for child in children where !child.shouldDismiss() { return false }
    return true
  }

  /// The child that the focus was moved into; `nil` for the default one.
  weak var focusedChild: ViewController? {
    didSet { if focusedChild !== oldValue { focusDidMove() } }
  }

  /// Whether the focus was moved to one of this container's own views.
  var hasFocusItself = false {
    didSet { if hasFocusItself != oldValue { focusDidMove() } }
  }

  /// Called after the focus went to another child, or to this container itself.
  func focusDidMove() {
    setNeedsPreservation()
    host?.setNeedsDisplay()
  }

  /// The alert of this screen's last question; see ``ask(_:)``.
  weak var askedAlert: AlertController?

  /// The question that was open when the state was stored, until it is asked again.
  var restoredQuestion: OpenQuestion?

  /// The storyboard scene that this controller was made from.
  var storyboardScene: StoryboardSceneReference? {
    didSet { setNeedsPreservation() }
  }

  /// The window of which this is the root controller.
  weak var rootWindow: (any ViewHost)? {
    didSet { didMove(from: oldValue, to: rootWindow) }
  }

  /// Whether this controller, a child or a presented controller waits for ``Responder/updateProperties()``.
  private var needsPropertiesPass = true

  override func propertiesNeedUpdate() { setNeedsPropertiesPass() }

  private var loadedView: View?

  /// The view of this screen that has the focus while the screen is in front.
  ///
  /// The kit restores it.
  public weak var focusedView: View? {
    didSet {
      guard focusedView !== oldValue else { return }
      setNeedsPreservation()
      view.host?.setNeedsLayout()
    }
  }

  /// Whether this screen was in front in a frame before the present events.
  ///
  /// Keys typed earlier were not meant for this screen: nothing irreversible may come of them.
  public internal(set) var hasBeenSeen = false

  private var editing = false

  // MARK: - The view

  /// The view; loaded when first asked for.
  public var view: View {
    if let loadedView { return loadedView }
    let outer = preserver?.enterLoading(of: self)
    let view = loadView()
    loadedView = view
    view.owner = self
    viewDidLoad()
    if needsUpdateProperties { setNeedsPropertiesPass() }
    if let outer {
      preserver?.enterRestoring(outer)
    } else {
      // A screen that was stored before its view was loaded has none of its views in its record.
      setNeedsPreservation()
    }
    return view
  }

  /// Whether the view is loaded.
  public var isViewLoaded: Bool { loadedView != nil }

  /// Loads the view if it is not loaded.
  public func loadViewIfNeeded() {
    _ = view
  }

  /// Makes the view; override to make your own.
  open func loadView() -> View { View() }

  /// Called once, after the view was made: add subviews here.
  open func viewDidLoad() {}

  /// Called before the screen becomes visible.
  open func viewWillAppear() {}

  /// Called after the screen became visible.
  open func viewDidAppear() {}

  /// Called before the screen is covered or removed.
  open func viewWillDisappear() {}

  /// Called after the screen was covered or removed.
  open func viewDidDisappear() {}

  /// Called after the view's subviews have been placed.
  open func viewDidLayoutSubviews() {}

  /// Called before the view changes its size, as with the window, but not when it gets its first one.
  ///
  /// The size classes are the new ones.
  open func viewWillTransition(to size: Size) {}

  /// Called when memory is low: release everything that can be rebuilt.
  open func didReceiveMemoryWarning() {}

  // MARK: - Editing

  /// Whether the screen is in editing mode, which is restored.
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

  /// The title of the screen.
  open override var actionsHeading: String { title }

  /// The view that gets the focus when the screen appears for the first time.
  open var preferredFocusedView: View? { focusableViews.first }

  /// The child that gets the keys: the last one clicked, or else the first visible one.
  ///
  /// Containers that show one child at a time override it.
  open var childForFocus: ViewController? {
    if children.isEmpty || hasFocusItself { return nil }
    if let focusedChild, shows(focusedChild) { return focusedChild }
    return children.first(where: shows)
  }

  /// The children that are visible while this container is.
  var shownChildren: [ViewController] {
    if children.isEmpty { return [] }
    let focused = childForFocus
    return children.filter { $0 === focused || shows($0) }
  }

  /// Called after children were added or removed, or after a change that a container displays, such as a title.
  func childrenDidChange() {}

  /// Called after every event while the screen is visible, once everything is laid out.
  func windowDidSettle() {}

  // MARK: - Showing others

  /// Makes the alert of a question; `nil` if its subject no longer exists.
  ///
  /// Called by ``ask(_:)``, and after a kill. By default the delegate makes it
  /// (``ApplicationDelegate/application(_:alertFor:over:)``).
  open func alert(for question: AlertQuestion) -> AlertController? {
    guard let application = window?.application else { return nil }
    return application.delegate.application(application, alertFor: question, over: self)
  }

  /// Shows a screen as the containers around this one do: a stack pushes it; without one it is presented.
  open func show(_ controller: ViewController, sender: Any?) {
    if let parent { parent.show(controller, sender: sender) } else { present(controller) }
  }

  /// Shows a screen about what is selected here: beside this one in a ``SplitViewController``, else as
  /// ``show(_:sender:)`` does.
  open func showDetailViewController(_ controller: ViewController, sender: Any?) {
    guard let split = splitViewController else { return show(controller, sender: sender) }
    split.showDetailViewController(controller, sender: sender)
  }

  /// Whether, how and under which name a way leads back from the first screen of a stack in this one.
  func canGoBack(from child: ViewController) -> Bool { false }
  func goBack(from child: ViewController) {}
  func backTitle(for child: ViewController) -> String? { nil }

  /// Called after a stack in this one got other screens.
  func contentDidChange(of child: ViewController) {}

  /// Shows its initial contents.
  func returnToRoot() {}

  // MARK: - What is around

  /// The window of the controller, whether it is shown or not.
  var host: (any ViewHost)? { rootWindow ?? parent?.host ?? presentingViewController?.host }

  override func passOn(remark: String) -> Bool { host?.passOn(remark: remark) ?? false }
  override func userActivityDidChange() { host?.userActivityDidChange() }

  override var preservationOwner: Responder? {
    if let outer = parent ?? presentingViewController { return outer }
    return rootWindow
  }

  override var recordKind: ObjectRecord.Kind { .controller }

  // MARK: - Preservation

  /// Marks the controller dirty after it got another parent, presenter or window, which its record
  /// names (contract 2.A.2).
  ///
  /// A removed controller is not marked, since it is about to be deleted.
  private func didMove(from old: Responder?, to new: Responder?) {
    guard let new, new !== old else { return }
    setNeedsPreservation()
    if needsPropertiesPass { passOnPropertiesPass() }
  }

  /// Whether the state contains the children that have a restoration identifier, also where the container does not
  /// encode them itself.
  ///
  /// Override it to return `false` in a container that keeps only those children that it encodes.
  open var encodesChildren: Bool { true }

  /// The index in a child's path, for containers whose children may share identifiers (contract 2.A.4).
  ///
  /// Here only a later sibling of the same identifier has one (contract 2.A.3).
  func restorationIndex(of child: ViewController) -> Int? {
    let namesakes = children.prefix { $0 !== child }.filter {
      $0.restorationIdentifier == child.restorationIdentifier
    }
    return namesakes.isEmpty ? nil : namesakes.count
  }

  /// Writes the views with identifiers, what is presented, the focus and editing mode; override it for state of your own,
  /// and call `super`.
  ///
  /// It runs for a screen that was marked by ``Responder/setNeedsPreservation()``: mark the screen whenever something that
  /// your override reads has changed, such as the text of a field. See
  /// ``StateRestoring/encodeRestorableState(with:)``.
  open override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    encodeKitState(with: coder)
  }

  open override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    decodeKitState(with: coder)
  }

  /// Releases the closures of this screen's actions and controls when the screen is no longer used.
  ///
  /// If the screen is only deallocated then, one of its own closures held it: this is how the pilot detects a
  /// strong `self`.
  package func dropClosures() {
    for action in actions { action.dropClosures() }
    navigationItem.backAction = nil
    if isViewLoaded { view.walkOwned { $0.dropClosures() } }
    for child in children { child.dropClosures() }
    presentedViewController?.dropClosures()
  }

  /// The split that this screen is in.
  public var splitViewController: SplitViewController? {
    (parent as? SplitViewController) ?? parent?.splitViewController
  }

  // MARK: - Properties

  /// Has the next layout visit this controller, on screen or not.
  private func setNeedsPropertiesPass() {
    guard !needsPropertiesPass else { return }
    needsPropertiesPass = true
    passOnPropertiesPass()
  }

  /// Tells the controllers around this one, and its window.
  private func passOnPropertiesPass() {
    (parent ?? presentingViewController)?.setNeedsPropertiesPass()
    rootWindow?.setNeedsLayoutPass()
  }

  /// Updates the properties of this controller, its children and its presented controllers, where they are due.
  ///
  /// Screens covered by others are included: their titles label the way back. A screen whose view is
  /// not loaded waits.
  func updatePropertiesOfTree() {
    guard needsPropertiesPass else { return }
    needsPropertiesPass = false
    if isViewLoaded { updatePropertiesIfNeeded() }
    for child in children { child.updatePropertiesOfTree() }
    presentedViewController?.updatePropertiesOfTree()
  }

  /// Whether the window is wide: 60 columns or more.
  ///
  /// Without a window, as before the first layout, it counts as wide. ``Responder/updateProperties()``
  /// that reads it runs again when the window changes its size.
  public var horizontalSizeClass: SizeClass {
    let host = host
    host?.sizeReads.arm()
    return host.map { .horizontal($0.bounds.width) } ?? .regular
  }

  /// Whether the window is high: 20 rows or more.
  ///
  /// Without a window, as before the first layout, it counts as high.
  public var verticalSizeClass: SizeClass {
    let host = host
    host?.sizeReads.arm()
    return host.map { .vertical($0.bounds.height) } ?? .regular
  }

  // MARK: - Focus

  /// The views of this screen that can take the focus, in reading order.
  public var focusableViews: [View] {
    guard isViewLoaded else { return [] }
    var found: [View] = []
    view.walkVisible { if $0.canBecomeFirstResponder { found.append($0) } }
    return found
  }

  /// Whether a child is visible in this container's view.
  func shows(_ child: ViewController) -> Bool {
    guard child.parent === self, child.isViewLoaded, isViewLoaded else { return false }
    for view in sequence(first: child.view, next: \.superview) {
      if view === self.view { return true }
      if view.isHidden { return false }
    }
    return false
  }

  /// Moves the focus into this controller, through the containers around it.
  ///
  /// - Parameter fromChildren: Whether keys go to this controller itself from now on, not to a child.
  func takeFocus(fromChildren: Bool = false) {
    if fromChildren { hasFocusItself = !children.isEmpty }
    var child = self
    while let parent = child.parent {
      parent.hasFocusItself = false
      if parent.childForFocus !== child { parent.focusedChild = child }
      child = parent
    }
  }

  /// Moves the focus into the next visible child of this container; after the last, into the first.
  ///
  /// ```swift
  /// Action("split.other", "Other side", "F6", for: self) { $0.focusNextChild() }
  /// ```
  ///
  /// Each child gets back the view that had the focus in it.
  public func focusNextChild() {
    let visible = children.filter(shows)
    guard let first = visible.first else { return }
    let focused = visible.firstIndex { $0 === childForFocus }
    let next = focused.map { visible[($0 + 1) % visible.count] } ?? first
    next.innermostChild.takeFocus()
  }

  /// The frontmost controller presented from here on, or this one.
  var frontPresented: ViewController { presentedViewController?.frontPresented ?? self }

  /// The innermost child that has the focus in this container, whatever is presented over it.
  public var innermostChild: ViewController { childForFocus?.innermostChild ?? self }

  /// The innermost controller in front, which has the focus.
  var frontController: ViewController {
    if let presentedViewController { return presentedViewController.frontController }
    guard let child = childForFocus else { return self }
    return child.frontController
  }
}
