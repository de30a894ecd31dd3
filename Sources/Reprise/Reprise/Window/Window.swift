import Preservation

/// The content of the terminal: a root controller, the controllers presented over it, and a bottom
/// row.
///
/// A window is always part of the state, and needs no identifier (contract 2.B.9).
public final class Window: View, ViewHost {
  /// The controller that fills the window.
  public var rootViewController: ViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      oldValue?.rootWindow = nil
      if let oldValue, oldValue.isViewLoaded { oldValue.view.removeFromSuperview() }
      rootViewController?.rootWindow = self
      setNeedsLayout()
      setNeedsPreservation()
    }
  }

  /// A line for the person, until the next key.
  public internal(set) var notice: String? {
    didSet {
      guard notice != oldValue else { return }
      setNeedsPreservation()
      setNeedsDisplay()
    }
  }

  /// The notices of this session.
  public let notices = NoticeList()

  /// Whether the notice is about a failure.
  var isNoticeProblem = false {
    didSet { if isNoticeProblem != oldValue { setNeedsPreservation() } }
  }

  /// Whether the notice has been on screen.
  var isNoticeSeen = false

  /// Whether there is input that was typed before the first frame: the user had not seen the screen that it
  /// reaches, however often it was drawn since.
  var awaitsTypedAhead = false {
    didSet { if awaitsTypedAhead { frontController?.hasBeenSeen = false } }
  }

  /// The smallest size in which the window shows more than a request for room; set it before the launch.
  public var minimumSize = Window.usualMinimumSize {
    didSet { if minimumSize != oldValue { setNeedsLayout() } }
  }

  /// A line about lasting trouble, until the app removes it.
  ///
  /// Meanwhile the app retries to store what could not be stored: after a second, then ever less often,
  /// down to once a minute.
  public var warning: String? {
    didSet { if warning != oldValue { statusBar.updatePropertiesNow() } }
  }

  /// A line about background work, until the app removes it.
  ///
  /// Not part of the state: the work does not outlive the process.
  public var progress: String? {
    didSet { if progress != oldValue { statusBar.updatePropertiesNow() } }
  }

  /// The kit's line about state that is not stored.
  ///
  /// It is known only after layout, so the bar is updated at once.
  var stateWarning: String? {
    didSet { if stateWarning != oldValue { statusBar.updatePropertiesNow() } }
  }

  /// The kit's line about objects that are too large to store; all others are stored.
  ///
  /// Waiting does not fix that, so it does not cause a retry.
  var refusal: String? {
    didSet { if refusal != oldValue { statusBar.updatePropertiesNow() } }
  }

  /// The keys of an unfinished sequence, as in `g g`.
  public internal(set) var pendingKeys: [KeyPress] = [] {
    didSet { if pendingKeys != oldValue { setNeedsPreservation() } }
  }

  /// The ids of the actions that the palette performed last, the newest first.
  private(set) var recentActions: [String] = [] {
    didSet { if recentActions != oldValue { setNeedsPreservation() } }
  }

  /// The most actions in ``recentActions``.
  private static let recentLimit = 5

  /// Notes that the palette performed an action.
  func noteRecentAction(_ id: String) {
    recentActions = Array(([id] + recentActions.filter { $0 != id }).prefix(Self.recentLimit))
  }

  /// The bottom row before the key that is being handled.
  var lineBeforeKey: Line?

  /// Keeps keys from destroying anything right after Esc.
  var escapeGuard = EscapeGuard()

  /// The app of this window.
  weak var app: (any WindowApplication)?

  /// Actions that work wherever the focus is.
  public var globalActions: [Action] = [] {
    didSet { setNeedsDisplay() }
  }

  /// The tables of keys that edit text, with those that the person gave; each made at its first use.
  var overriddenEditingKeys: [ObjectIdentifier: AnyObject] = [:]

  /// The classes of screens whose actions have been checked.
  private var checkedControllerTypes: Set<Int> = []

  /// Tripped when the window changes its size: read by size classes.
  let sizeReads = ObservationTrigger()

  /// Whether a screen is asked before it is dismissed, as by Esc.
  var asksBeforeDismissing = false

  /// The control on which a mouse button is held down.
  weak var pressedControl: Control?

  /// The view that gets the motion of the mouse until the button goes up.
  weak var mouseTracker: View?

  private let statusBar = StatusBar()
  private let keyPopup = KeyPopup()
  private let backdrop = BackdropView()
  private var sheets: [SheetView] = []
  private var appeared: [ViewController] = []

  /// Whether screens have appeared since a debug build last looked for what is not kept.
  var hasNewScreens = false
  private weak var lastFirstResponder: Responder?

  /// Makes an empty window.
  public init(size: Size) {
    super.init(frame: Rect(origin: .zero, size: size))
    addSubview(keyPopup)
    statusBar.surfaceLevel = .bar
    addSubview(statusBar)
  }

  public override var frame: Rect {
    didSet {
      // Views of unchanged size may look different in a narrow window, too.
      let columns = (frame.width, oldValue.width)
      if SizeClass.horizontal(columns.0) != .horizontal(columns.1) { invalidateAllSizes() }
      if frame.size != oldValue.size { sizeReads.trip() }
    }
  }

  // MARK: - The view host

  override var host: (any ViewHost)? { self }

  var theme: Theme { app?.theme ?? .dark }

  override func passOn(remark: String) -> Bool {
    app?.remark(remark)
    return app != nil
  }
  override func userActivityDidChange() { app?.userActivityDidChange() }

  // MARK: - Focus

  /// The innermost controller in front.
  public var frontController: ViewController? { rootViewController?.frontController }

  /// The responder that gets keys first: the focused view of the screen in front, or the screen.
  public var firstResponder: Responder? {
    if let drawnFocus { return drawnFocus }
    guard let controller = frontController else { return nil }
    if let view = controller.focusedView, view.nearestOwner === controller, !view.isHidden {
      return view
    }
    return controller
  }

  public override var next: Responder? { nil }
  override var isAroundScreens: Bool { true }

  public override func setNeedsDisplay() {
    super.setNeedsDisplay()
    // Also when marked already: in the background the mark stays until there is a screen again.
    app?.setNeedsTurn()
  }

  override func setNeedsLayoutPass() {
    super.setNeedsLayoutPass()
    app?.setNeedsTurn()
  }

  override var recordKind: ObjectRecord.Kind { .window }

  public override var actions: [Action] { globalActions }

  /// Focuses the preferred view of a screen that has no focus, and tells responders that lost or got
  /// it.
  private func updateFocus() {
    if let controller = frontController, controller.focusedView?.nearestOwner !== controller {
      let preferred = controller.preferredFocusedView
      if preferred != nil || controller.focusedView != nil { controller.focusedView = preferred }
    }
    let current = firstResponder
    guard current !== lastFirstResponder else { return }
    lastFirstResponder?.didResignFirstResponder()
    let isFirst = lastFirstResponder == nil
    lastFirstResponder = current
    app?.userActivityDidChange()
    current?.didBecomeFirstResponder()
    guard let view = current as? View else { return }
    for outer in sequence(first: view, next: \.superview).dropFirst() { outer.reveal(view) }
    // The place of the view is known only after a layout, as when a screen has just come back.
    settleLayout()
    view.scrollIntoView(asChosen: !isFirst)
  }

  // MARK: - Layout

  public override func layoutSubviews() {
    guard !isTooSmall else { return }
    let content = bounds.inset(by: EdgeInsets(bottom: 1))
    placeRootView(in: content)
    placeSheets(in: content)
    statusBar.frame = Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
    // On top of what the app may have added.
    if !subviews.suffix(2).elementsEqual([keyPopup, statusBar], by: ===) {
      addSubview(keyPopup)
      addSubview(statusBar)
    }
  }

  /// Whether a view belongs to the window itself, and not to a screen.
  func isChrome(_ view: View) -> Bool {
    sequence(first: view) { $0.superview }.contains { $0 === statusBar || $0 === keyPopup }
  }

  private func placeRootView(in content: Rect) {
    guard let root = rootViewController?.view else { return }
    if root.superview !== self { insertSubview(root, at: 0) }
    root.frame = content
  }

  private func placeSheets(in content: Rect) {
    let presented = sequence(first: rootViewController?.presentedViewController) {
      $0?.presentedViewController
    }
    let controllers = presented.prefix { $0 != nil }.compactMap { $0 }
    sheets = controllers.map { controller in
      sheets.first { $0.controller === controller } ?? SheetView(controller: controller)
    }
    for view in subviews where view is SheetView {
      if !sheets.contains(where: { $0 === view }) { view.removeFromSuperview() }
    }
    for sheet in sheets { sheet.frame = sheet.frame(in: content) }
    // Nothing is behind a sheet that covers everything.
    let isBehind = sheets.last.map { $0.frame != content && $0.dimsBackground } ?? false
    backdrop.frame = content
    if !isBehind { backdrop.removeFromSuperview() }
    // Sheets go above the root view and below the bottom row; those in place are not touched.
    let first = subviews.firstIndex { $0 is SheetView || $0 === backdrop || $0 === keyPopup } ?? 0
    let layers: [View] = sheets.dropLast() + (isBehind ? [backdrop] : []) + sheets.suffix(1)
    for (offset, layer) in layers.enumerated() { insertSubview(layer, at: first + offset) }
  }

  /// Lays everything out after an event, and tells controllers that appeared or disappeared.
  func settle() {
    updateFocus()
    settleLayout()
    updateAppearance()
    updateFocus()
    settleLayout()
    for controller in appeared { controller.windowDidSettle() }
    showContinuations()
    settleLayout()
    statusBar.updatePropertiesNow()
  }

  /// Shows the continuations of an unfinished sequence.
  private func showContinuations() {
    if pendingKeys.isEmpty, keyPopup.isHidden { return }
    keyPopup.show(continuations, after: pendingKeys)
    keyPopup.frame = keyPopup.frame(in: bounds.inset(by: EdgeInsets(bottom: 1)))
  }

  private func updateAppearance() {
    let visible = rootViewController?.visibleControllers ?? []
    // At most keys, the visible controllers stay the same.
    if isSame(visible, as: appeared) { return }
    let gone = appeared.filter { old in !visible.contains { $0 === old } }
    let come = visible.filter { new in !appeared.contains { $0 === new } }
    appeared = visible
    guard !gone.isEmpty || !come.isEmpty else { return }
    for controller in gone { controller.viewWillDisappear() }
    for controller in come { controller.viewWillAppear() }
    for controller in gone { controller.viewDidDisappear() }
    for controller in come { controller.viewDidAppear() }
    #if DEBUG
      for controller in come { checkActions(of: controller) }
      hasNewScreens = true
    #endif
  }

  // MARK: - Drawing

  /// The last frame, which is on the screen.
  private(set) var shownFrame: Frame?

  public override func releaseCaches() {
    super.releaseCaches()
    shownFrame = nil
  }

  /// The first responder while a frame is drawn, which changes nothing: every view asks for it then.
  private var drawnFocus: Responder?

  /// Draws the whole window.
  func drawFrame() -> Frame {
    drawnFocus = firstResponder
    defer { drawnFocus = nil }
    let canvas = Canvas(size: frame.size, theme: theme)
    if isTooSmall {
      drawRequestForRoom(on: canvas)
    } else {
      render(on: canvas)
      isNoticeSeen = true
      if !awaitsTypedAhead { frontController?.hasBeenSeen = true }
    }
    if let app { escapeGuard.didDraw(at: app.now()) }
    shownFrame = canvas.frame
    return canvas.frame
  }

  // MARK: - Preservation

  public override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(object: rootViewController, forKey: "rootViewController")
    coder.encode(notice, forKey: "notice")
    if !notices.notices.isEmpty { coder.encode(object: notices, forKey: "notices") }
    if isNoticeProblem { coder.encode(true, forKey: "isNoticeProblem") }
    if !pendingKeys.isEmpty {
      coder.encode(pendingKeys.map(\.stateName), forKey: "pendingKeys")
    }
    if !recentActions.isEmpty { coder.encode(recentActions, forKey: "recentActions") }
  }

  public override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    // A line that the app showed during this launch is newer than the saved one.
    let (savedNotice, wasProblem) = (
      coder.decodeString(forKey: "notice"), coder.decodeBool(forKey: "isNoticeProblem")
    )
    if notice == nil {
      (notice, isNoticeProblem) = (savedNotice, wasProblem)
      // It was on the screen of the last run, so it hides no news of this launch.
      isNoticeSeen = notice != nil
    }
    let names = coder.decodeStrings(forKey: "pendingKeys") ?? []
    pendingKeys = names.compactMap(KeyPress.init(stateName:))
    let recent = coder.decodeStrings(forKey: "recentActions") ?? []
    recentActions = Array(recent.prefix(Self.recentLimit))
  }

  // MARK: - Settling

  /// The most rounds of updates and layouts in a turn.
  private static let roundLimit = 16

  /// Updates properties and lays out until nothing is due any more.
  ///
  /// Views that depend on something updated here follow in the same turn. If two never agree, a
  /// remark names them, and the next turn continues.
  private func settleLayout() {
    guard !isTooSmall else { return }
    for _ in 0..<Self.roundLimit {
      rootViewController?.updatePropertiesOfTree()
      layoutIfNeeded()
      if !needsLayoutPass { return }
    }
    refuse(
      "properties and layout did not settle in \(Self.roundLimit) rounds: "
        + "check updateProperties() and layoutSubviews() of \(waitingNames())")
  }

  /// The types of the responders that still need updates.
  private func waitingNames() -> String {
    var names: Set<String> = []
    var controllers = [rootViewController].compactMap { $0 }
    while let controller = controllers.popLast() {
      if controller.isViewLoaded, controller.needsUpdateProperties {
        names.insert("\(type(of: controller))")
      }
      controllers += controller.children + [controller.presentedViewController].compactMap { $0 }
    }
    var views: [View] = [self]
    while let view = views.popLast() {
      if view.needsLayout || view.needsUpdateProperties { names.insert("\(type(of: view))") }
      views += view.subviews.filter { !$0.isHidden && $0.needsLayoutPass }
    }
    return names.sorted().joined(separator: ", ")
  }

  /// Whether two lists hold the same controllers in the same order.
  func isSame(_ controllers: [ViewController], as others: [ViewController]) -> Bool {
    guard controllers.count == others.count else { return false }
    for index in controllers.indices where controllers[index] !== others[index] { return false }
    return true
  }

  // MARK: - Size

  /// The default ``minimumSize``.
  public static let usualMinimumSize = Size(width: 40, height: 10)

  /// Whether the window is smaller than ``minimumSize``; its content is kept.
  public var isTooSmall: Bool {
    frame.width < minimumSize.width || frame.height < minimumSize.height
  }

  /// Draws the size that is needed, and the key that quits: no other key works in so small a window.
  func drawRequestForRoom(on canvas: Canvas) {
    let size = "\(minimumSize.width)×\(minimumSize.height)"
    let leaving = "q quits"
    if frame.height < 2 {
      canvas.draw("needs \(size), \(leaving)", at: .zero, width: frame.width)
    } else {
      canvas.draw("needs \(size), nothing is lost", at: .zero, width: frame.width)
      canvas.draw(leaving, at: Point(x: 0, y: 1), width: frame.width)
    }
  }

  // MARK: - Actions

  /// The key of an action, as a person writes it: the overriding one, or the action's own.
  ///
  /// Empty if it has none.
  public func keyLabel(of action: Action) -> String {
    let keys = app?.keyOverrides[action.id] ?? action.keys
    return keys.first { $0.problem == nil }?.label ?? ""
  }

  func editingKeys<Effect>(of table: EditingKeys<Effect>) -> EditingKeys<Effect> {
    guard let app, !app.keyOverrides.isEmpty else { return table }
    let name = ObjectIdentifier(table)
    if let known = overriddenEditingKeys[name] as? EditingKeys<Effect> { return known }
    let own = table.with(app.keyOverrides)
    overriddenEditingKeys[name] = own
    for problem in own.problems { app.remark(problem) }
    return own
  }

  /// Reports problems with the actions of a screen, when the first screen of its class appears.
  ///
  /// Only in debug builds: it takes a thirtieth of a launch.
  private func checkActions(of controller: ViewController) {
    guard let app,
      checkedControllerTypes.insert(ObjectIdentifier(type(of: controller)).number).inserted
    else { return }
    for problem in Action.problems(in: controller.actions) {
      app.remark("\(controller.nameInReports): \(problem)")
    }
  }
}

extension View {
  /// The window of the view.
  public var window: Window? { host as? Window }
}

extension ViewController {
  /// The window of the controller, whether it is shown or not.
  public var window: Window? { host as? Window }
}
