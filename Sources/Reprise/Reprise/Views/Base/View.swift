import Preservation

/// A rectangle of the screen that draws itself and holds other views.
open class View: Responder {
  /// The place of the view, in the coordinates of its superview.
  ///
  /// Unchecked, since it is read and stored as a whole, so no two accesses overlap; each row of a table
  /// asks for it at every key.
  @exclusivity(unchecked) open var frame: Rect = .zero {
    willSet {
      if newValue.size != frame.size, let owner, !frame.isEmpty {
        owner.viewWillTransition(to: newValue.size)
      }
    }
    didSet {
      guard frame != oldValue else { return }
      if frame.size != oldValue.size { setNeedsLayout() }
      superview?.setNeedsDisplay()
    }
  }

  /// The area of the view in its own coordinates: from the top left cell, never of negative size.
  public var bounds: Rect {
    Rect(x: 0, y: 0, width: max(0, frame.width), height: max(0, frame.height))
  }

  /// The views in this one; the last one is on top.
  public private(set) var subviews: [View] = []

  /// The view that this one is in.
  public private(set) weak var superview: View?

  /// Whether the view is left out, with all in it: not drawn, not laid out, no room kept for it.
  public var isHidden = false {
    didSet { if isHidden != oldValue { superview?.invalidateIntrinsicContentSize() } }
  }

  /// Whether only the person at the screen may see what is in this view.
  ///
  /// Kept pictures of the screen leave the view out, with all in it (contract 8.2.3). The screen itself
  /// shows it.
  open var isSecure = false

  /// The level that the view and all in it are drawn on; `nil` for that of the view around it.
  ///
  /// A view with a level of its own is painted in its background.
  public var surfaceLevel: Style.Level? {
    didSet { if surfaceLevel != oldValue { setNeedsDisplay() } }
  }

  /// The style of what is drawn without another one.
  public var style: Style = .plain {
    didSet { if style != oldValue { setNeedsDisplay() } }
  }

  /// The length that the view was given, if it was given one.
  var chosenLength: Length?

  /// The controller whose root view this is.
  weak var owner: (any ViewOwner)?

  /// Whether the view waits to be laid out.
  private(set) var needsLayout = true

  /// Whether this view or one in it is due for layout or for an update of its properties.
  ///
  /// The next layout visits no others.
  private(set) var needsLayoutPass = true

  /// Whether the view or one in it changed since the last frame; then so did all views around it.
  private(set) var needsDisplay = false

  /// Makes a view.
  public init(frame: Rect = .zero) {
    super.init()
    self.frame = frame
  }

  // MARK: - Responding

  open override var next: Responder? {
    if let owner { return owner }
    return superview
  }

  /// Moves the focus here, and into the screen of this view; returns `false` if the view cannot take
  /// it.
  @discardableResult
  public func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder, let owner = nearestOwner else { return false }
    owner.focusedView = self
    owner.takeFocus(fromChildren: true)
    return true
  }

  /// Whether this view has the focus.
  public var isFirstResponder: Bool { host?.firstResponder === self }

  /// Handles the mouse at a point of the view; returns `false` to pass it on.
  open func mouse(_ event: MouseEvent, at point: Point) -> Bool { false }

  /// Sends all motion of the mouse here until the button goes up, wherever the pointer is.
  ///
  /// Call it when you handle a press in ``mouse(_:at:)`` that may begin a drag.
  public func trackMouse() { host?.mouseTracker = self }

  /// Undoes what a drag shows, when the release will not arrive after `trackMouse()`.
  ///
  /// Another screen came in front, or the terminal lost the event.
  open func mouseTrackingWasCancelled() {}

  /// The position of the hardware cursor while the view has the focus; `nil` hides it.
  open var cursorPosition: Point? { nil }

  /// The nearest controller whose view contains this one.
  var nearestOwner: (any ViewOwner)? { owner ?? superview?.nearestOwner }

  /// The controller that it belonged to when it was last removed from a superview.
  private weak var formerOwner: Responder?

  /// The window that shows the view.
  var host: (any ViewHost)? { superview?.host }

  override func passOn(remark: String) -> Bool { superview?.passOn(remark: remark) ?? false }

  /// Releases the closures that the app passed to this view, once the view is no longer used.
  func dropClosures() {
    for action in actions { action.dropClosures() }
  }

  /// The name of this view in reports.
  var nameInReports: String {
    restorationIdentifier.map { "\(type(of: self)) \"\($0)\"" } ?? "\(type(of: self))"
  }
  override func userActivityDidChange() { host?.userActivityDidChange() }

  override var preservationOwner: Responder? { nearestOwner }

  override var recordKind: ObjectRecord.Kind { .view }

  /// Objects that each save a part of this view's state that seldom changes.
  var companions: [View] { [] }

  /// The companions that have anything to save.
  var savedCompanions: [View] { [] }

  // MARK: - The hierarchy

  /// Adds a view on top of the others.
  ///
  /// Does nothing if it is on top already. A view cannot be put into itself: that is refused and
  /// reported.
  open func addSubview(_ view: View) {
    if view.superview === self, subviews.last === view { return }
    insertSubview(view, at: subviews.count)
  }

  /// Adds a view below those from `index` on.
  ///
  /// A view cannot be put into itself or into a view inside it: that is refused and reported.
  public func insertSubview(_ view: View, at index: Int) {
    if view.superview === self, subviews.firstIndex(where: { $0 === view }) == index { return }
    guard !isInside(view) else {
      return refuse("a \(type(of: view)) was not added to itself or to one of its subviews")
    }
    view.removeFromSuperview()
    subviews.insert(view, at: min(max(0, index), subviews.count))
    view.superview = self
    hierarchyDidChange()
    // The record of a view names its controller (contract 2.A.2).
    if let owner = view.formerOwner, owner !== nearestOwner {
      view.walkOwned { $0.setNeedsPreservation() }
    }
  }

  /// Takes the view out of its superview.
  public func removeFromSuperview() {
    guard let superview else { return }
    if let owner = nearestOwner { formerOwner = owner }
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    superview.hierarchyDidChange()
  }

  private func hierarchyDidChange() {
    invalidateIntrinsicContentSize()
    nearestOwner?.setNeedsPreservation()
  }

  // MARK: - Layout

  /// Asks for a layout and a drawing before the next frame.
  public func setNeedsLayout() {
    needsLayout = true
    setNeedsLayoutPass()
    setNeedsDisplay()
  }

  /// Has the next layout visit this view.
  func setNeedsLayoutPass() {
    guard !needsLayoutPass else { return }
    needsLayoutPass = true
    drawingParent?.setNeedsLayoutPass()
  }

  override func propertiesNeedUpdate() { setNeedsLayoutPass() }

  /// Lays out this view and its descendants where due, after updating their properties.
  public func layoutIfNeeded() {
    guard needsLayoutPass else { return }
    if needsLayout { owner?.updatePropertiesIfNeeded() }
    updatePropertiesIfNeeded()
    if needsLayout {
      needsLayout = false
      layoutSubviews()
      owner?.viewDidLayoutSubviews()
    }
    // Marked subviews have been laid out now; visit the view itself again if it asked for that.
    needsLayoutPass = false
    if needsLayout || needsUpdateProperties { setNeedsLayoutPass() }
    layoutContentIfNeeded()
  }

  /// Lays out the descendants of the view, where due.
  func layoutContentIfNeeded() {
    for view in subviews where !view.isHidden {
      view.layoutIfNeeded()
    }
  }

  /// Places the subviews.
  ///
  /// Unlike drawing, it may move views and ask data sources.
  open func layoutSubviews() {}

  // MARK: - Measuring

  /// The size that shows all contents of the view, within `size`.
  ///
  /// Stacks, scroll views and sheets ask for it. The answer may depend on `size` and on what the view
  /// shows, but not on its frame: a window that shrinks and grows back must look as before. `Int.max`
  /// stands for unlimited room. When the answer changes, call
  /// ``View/invalidateIntrinsicContentSize()``.
  ///
  /// By default a view takes one row of the full width.
  ///
  /// - Parameter size: The room, in columns and rows.
  /// - Returns: Columns and rows, neither negative.
  open func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: 1).limited(to: size)
  }

  /// Whether ``sizeThatFits(_:)`` measures the content, so that a sheet can be as large as it.
  var measuresContent: Bool { false }

  /// The length that a layout uses if the app sets none.
  open var naturalLength: Length { .fit }

  /// Drops the cached answers of ``sizeThatFits(_:)``.
  func forgetMeasures() {}

  /// Whether the view places its subviews by the sizes they need, those of child controllers included.
  var arrangesSubviews: Bool { false }

  /// The width of the column of captions, in views that hold fields.
  var captionColumn: Int? { nil }

  /// The width of the view's own caption.
  var captionWidth: Int { 0 }

  // MARK: - Memory

  /// Drops everything that can be rebuilt, here and in the subviews, because memory is short or the app
  /// leaves the screen (contract 8.5.6).
  ///
  /// Call `super` when you override it.
  open func releaseCaches() {
    subviews.forEach { $0.releaseCaches() }
  }

  // MARK: - Graphics

  /// Called, here and in the subviews, when the terminal begins or stops to show pixels, or a cell has
  /// another size.
  ///
  /// Call `super` when you override it.
  open func graphicsDidChange() {
    subviews.forEach { $0.graphicsDidChange() }
  }

  // MARK: - Drawing

  /// Has the view drawn again, also when no key is pressed.
  ///
  /// The kit's own setters do it; call it when something of your own changed that you draw. Many
  /// changes are one frame. Within a turn it costs next to nothing, since the turn ends with a frame.
  public func setNeedsDisplay() {
    guard !needsDisplay else { return }
    needsDisplay = true
    drawingParent?.setNeedsDisplay()
  }

  /// Called when a view in this one gets the focus, so that a view that hides it can show it.
  func reveal(_ view: View) {}

  /// The view that draws this one.
  var drawingParent: View? { superview }

  /// Clears the marks: the screen shows the current contents.
  func didDisplay() {
    guard needsDisplay else { return }
    needsDisplay = false
    for view in subviews { view.didDisplay() }
  }

  /// Draws the view's own content, below its subviews.
  ///
  /// Must not change anything, nor ask data sources.
  open func draw(_ canvas: Canvas) {
    if style != .plain { canvas.fill(canvas.bounds, style: style) }
  }

  /// How far the subviews are scrolled.
  var contentOrigin: Point { .zero }

  final func render(on canvas: Canvas) {
    guard !isHidden else { return }
    guard let surfaceLevel else { return canvas.inside(frame, renderContent) }
    canvas.inside(frame, on: surfaceLevel, renderContent)
  }

  /// The level on which the view is drawn.
  private var shownLevel: Style.Level { surfaceLevel ?? superview?.shownLevel ?? .base }

  /// Draws the view and all in it on a canvas in its own coordinates.
  final func renderContent(on canvas: Canvas) {
    if canvas.isRedacting, isSecure { return redact(on: canvas) }
    draw(canvas)
    let origin = contentOrigin
    canvas.inside(bounds.relative(to: origin).growing(by: origin)) { canvas in
      for view in subviews { view.render(on: canvas) }
    }
    if isFirstResponder { canvas.setCursor(cursorPosition) }
  }

  // MARK: - Search

  /// Visits this view and those below it that belong to the same controller, in order.
  ///
  /// The views of child controllers belong to those.
  func walkOwned(_ visit: (View) -> Void) {
    visit(self)
    for view in subviews where view.owner == nil {
      view.walkOwned(visit)
    }
  }

  /// The topmost visible view at a point of this view, with the point in that view's coordinates.
  func hitTest(_ point: Point) -> (view: View, point: Point)? {
    guard !isHidden, bounds.contains(point) else { return nil }
    let inner = point.offsetBy(dx: contentOrigin.x, dy: contentOrigin.y)
    for view in subviews.reversed() {
      let place = inner.relative(to: view.frame.origin)
      if let hit = view.hitTest(place) { return hit }
    }
    return (self, point)
  }

  /// Visits the visible ones among this view and those below it of the same controller, in order.
  func walkVisible(_ visit: (View) -> Void) {
    guard !isHidden else { return }
    visit(self)
    for view in subviews where view.owner == nil {
      view.walkVisible(visit)
    }
  }

  /// Whether this view is the other one or below it, at any depth.
  func isInside(_ other: View) -> Bool {
    sequence(first: self, next: \.superview).contains { $0 === other }
  }

  /// The visible views from here down that can take the focus, in reading order, those of child
  /// controllers included.
  ///
  /// - Parameter focused: The focused view, which is included even if it has been disabled.
  func focusRing(with focused: View? = nil) -> [View] {
    guard !isHidden else { return [] }
    let isInRing = canBecomeFirstResponder || self === focused
    return (isInRing ? [self] : []) + subviews.flatMap { $0.focusRing(with: focused) }
  }

  /// Converts a rectangle of this view to the coordinates of an ancestor.
  func convert(_ rect: Rect, to ancestor: View) -> Rect {
    guard self !== ancestor, let superview else { return rect }
    let moved = rect.offsetBy(dx: frame.minX, dy: frame.minY)
    let origin = superview === ancestor ? Point.zero : superview.contentOrigin
    return superview.convert(moved.relative(to: origin), to: ancestor)
  }

  /// Scrolls the scroll views around this view so that it is visible, and keeps it so.
  ///
  /// - Parameter asChosen: Whether the person moved here, which makes the new scroll position theirs.
  func scrollIntoView(asChosen: Bool) {
    for case let scrollView as ScrollView in sequence(first: self, next: \.superview).dropFirst() {
      scrollView.keepVisible(self, asChosen: asChosen)
      if asChosen { scrollView.chooseShownOffset() }
    }
  }

  // MARK: - Snapshot

  /// Makes a view that shows what this one looks like, and does nothing else.
  ///
  /// Use it for transitions, or in front of something that is about to change. A copy of a secure view
  /// is secure: kept pictures of the screen show neither.
  ///
  /// - Parameter afterScreenUpdates: Whether to lay out and draw changes since the last frame. If
  ///   not, the copy shows what is on the screen (contract 8.2.4).
  /// - Returns: `nil` if the view has no picture, for example before it was first on the screen.
  public func snapshotView(afterScreenUpdates: Bool) -> View? {
    guard let picture = afterScreenUpdates ? renderedFrame() : shownFrame() else { return nil }
    let copy = SnapshotView(picture: picture)
    copy.frame = frame
    // On the screen a secure view may cover this one.
    copy.isSecure =
      isRedacted || holdsSecrets || (!afterScreenUpdates && host?.holdsSecrets == true)
    return copy
  }

  /// Whether kept pictures leave the view out, itself or with a view around it.
  private var isRedacted: Bool { isSecure || superview?.isRedacted ?? false }

  /// Whether kept pictures leave out the view or anything in it.
  private var holdsSecrets: Bool { isSecure || subviews.contains(where: \.holdsSecrets) }

  private func renderedFrame() -> Frame? {
    if let host { host.layoutIfNeeded() } else { layoutIfNeeded() }
    guard !bounds.isEmpty, !isHidden else { return nil }
    let canvas = Canvas(size: bounds.size, theme: host?.theme ?? .dark, level: shownLevel)
    renderContent(on: canvas)
    return canvas.frame
  }

  private func shownFrame() -> Frame? {
    guard !bounds.isEmpty, !isHidden, let host, let shown = host.shownFrame else { return nil }
    let place = convert(bounds, to: host).origin
    let canvas = Canvas(size: bounds.size, theme: host.theme)
    canvas.draw(shown, at: Point(x: -place.x, y: -place.y))
    return canvas.frame
  }

  /// Draws what kept pictures show of a secure view: neither its content nor its cursor.
  private func redact(on canvas: Canvas) {
    canvas.fill(canvas.bounds, with: .shade, style: .secondary)
  }
}

extension Rect {
  /// The rectangle with its right and bottom edges moved out.
  fileprivate func growing(by point: Point) -> Rect {
    Rect(x: minX, y: minY, width: width.adding(point.x), height: height.adding(point.y))
  }
}

/// Cells as they were drawn once.
private final class SnapshotView: View {
  private let picture: Frame

  init(picture: Frame) {
    self.picture = picture
    super.init()
  }

  override func draw(_ canvas: Canvas) {
    canvas.draw(picture, at: .zero)
  }
}
