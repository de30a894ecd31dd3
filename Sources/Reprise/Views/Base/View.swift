import Preservation

/// A rectangle of the screen that draws itself and holds other views.
open class View: Responder {
  /// Where the view stands, in the coordinates of its superview.
  ///
  /// Four numbers, read and stored as a whole, so no two accesses overlap: each row of a table asks for
  /// them at every key.
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

  /// The view's own area; the origin is the top left cell, and the extent never negative.
  public var bounds: Rect {
    Rect(x: 0, y: 0, width: max(0, frame.width), height: max(0, frame.height))
  }

  /// The views inside, the last one on top.
  public private(set) var subviews: [View] = []

  /// The view that this one is in.
  public private(set) weak var superview: View?

  /// Whether the view and all in it are left out of the picture.
  public var isHidden = false {
    didSet { if isHidden != oldValue { superview?.invalidateIntrinsicContentSize() } }
  }

  /// Whether nobody but the person at the screen should see what is in this view.
  ///
  /// The view and all in it are left out of the pictures of the screen that are kept
  /// (contract 8.2.3); on the screen nothing changes.
  open var isSecure = false

  /// The style of everything that does not ask for another one.
  public var style: Style = .plain {
    didSet { if style != oldValue { setNeedsDisplay() } }
  }

  /// The length that somebody gave the view, if any did.
  var chosenLength: Length?

  /// The controller whose root view this is.
  weak var owner: (any ViewOwner)?

  /// Whether the view waits to be laid out.
  private(set) var needsLayout = true

  /// Whether this view or one in it waits for a layout or for its properties; the next layout passes all
  /// others by.
  private(set) var needsLayoutPass = true

  /// Whether the view or one in it changed since the last frame; so did all around it then.
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

  /// Makes this view the one that the focus stands on in its controller's screen.
  @discardableResult
  public func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder, let owner = nearestOwner else { return false }
    owner.focusedView = self
    owner.takeFocus(fromChildren: true)
    return true
  }

  /// Whether the focus stands here now.
  public var isFirstResponder: Bool { host?.firstResponder === self }

  /// Handles the mouse at a place in the view's own coordinates; returns whether it did.
  open func mouse(_ event: MouseEvent, at point: Point) -> Bool { false }

  /// Where the hardware cursor stands while the focus is here; `nil` hides it.
  open var cursorPosition: Point? { nil }

  /// The nearest controller whose view contains this one.
  var nearestOwner: (any ViewOwner)? { owner ?? superview?.nearestOwner }

  /// Whose view it was when it was last taken out of another one.
  private weak var formerOwner: Responder?

  /// The window that shows the view.
  var host: (any ViewHost)? { superview?.host }

  override func passOn(remark: String) -> Bool { superview?.passOn(remark: remark) ?? false }

  override var preservationOwner: Responder? { nearestOwner }

  override var recordKind: ObjectRecord.Kind { .view }

  // MARK: - The hierarchy

  /// Adds a view on top.
  ///
  /// One that is on top already stays as it is. A view is never put into itself: that is refused and
  /// reported.
  open func addSubview(_ view: View) {
    if view.superview === self, subviews.last === view { return }
    insertSubview(view, at: subviews.count)
  }

  /// Adds a view under those from `index` on.
  ///
  /// A view is never put into itself or into one that it holds: that is refused and reported.
  public func insertSubview(_ view: View, at index: Int) {
    if view.superview === self, subviews.firstIndex(where: { $0 === view }) == index { return }
    guard !isInside(view) else {
      return refuse("a \(type(of: view)) was not added to a view inside of it, or to itself")
    }
    view.removeFromSuperview()
    subviews.insert(view, at: min(max(0, index), subviews.count))
    view.superview = self
    hierarchyDidChange()
    // Whose view it is, is part of what is saved of it and of those in it (contract 2.A.2).
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

  /// Asks for a layout before the next frame, and for that frame.
  public func setNeedsLayout() {
    needsLayout = true
    setNeedsLayoutPass()
    setNeedsDisplay()
  }

  /// Has the next layout come by this view.
  func setNeedsLayoutPass() {
    guard !needsLayoutPass else { return }
    needsLayoutPass = true
    drawingParent?.setNeedsLayoutPass()
  }

  override func propertiesNeedUpdate() { setNeedsLayoutPass() }

  /// Lays out this view and those in it, where asked for, their properties first.
  public func layoutIfNeeded() {
    guard needsLayoutPass else { return }
    if needsLayout { owner?.updatePropertiesIfNeeded() }
    updatePropertiesIfNeeded()
    if needsLayout {
      needsLayout = false
      layoutSubviews()
      owner?.viewDidLayoutSubviews()
    }
    // What was marked in here is laid out now; the view itself once more, if it asked for that.
    needsLayoutPass = false
    if needsLayout || needsUpdateProperties { setNeedsLayoutPass() }
    layoutContentIfNeeded()
  }

  /// Lays out what is in the view, where asked for.
  func layoutContentIfNeeded() {
    for view in subviews where !view.isHidden {
      view.layoutIfNeeded()
    }
  }

  /// Places the subviews.
  ///
  /// May move things and ask data sources; drawing may not.
  open func layoutSubviews() {}

  // MARK: - Measuring

  /// The size that the view needs to show all that it has to show, within `size`.
  ///
  /// A ``StackView`` asks for it, and so do scroll views and sheets. The answer depends on nothing but
  /// `size` and what the view shows, never on its frame, so that a window that shrinks and grows back
  /// looks as before. `Int.max` is as much room as one likes. When the answer changes, call
  /// ``View/invalidateIntrinsicContentSize()``.
  ///
  /// A view that does not override this takes one row, as wide as there is room.
  ///
  /// - Parameter size: The room there is, in columns and rows.
  /// - Returns: Columns and rows, none of them negative.
  open func sizeThatFits(_ size: Size) -> Size {
    Size(width: size.width, height: 1).limited(to: size)
  }

  /// The length of a view that was given none.
  var naturalLength: Length { .fit }

  /// Forgets what ``sizeThatFits(_:)`` answered, where that is kept.
  func forgetMeasures() {}

  /// Whether subviews are placed by the sizes they need, also the views of other controllers.
  var arrangesSubviews: Bool { false }

  /// The columns that the captions of a form's fields take, for views that hold fields.
  var captionColumn: Int? { nil }

  /// The columns of the view's own caption.
  var captionWidth: Int { 0 }

  // MARK: - Memory

  /// Lets go of what is made again when it is needed, here and in the subviews (contract 8.5.6).
  func releaseCaches() {
    subviews.forEach { $0.releaseCaches() }
  }

  // MARK: - Drawing

  /// Says that the view looks different now, so that it is drawn although no key is pressed.
  ///
  /// The kit's own setters do it; call it when something of your own changed that you draw. Many
  /// changes are one frame. Within a turn it costs next to nothing: its end draws everything anyway.
  public func setNeedsDisplay() {
    guard !needsDisplay else { return }
    needsDisplay = true
    drawingParent?.setNeedsDisplay()
  }

  /// The view that draws this one.
  var drawingParent: View? { superview }

  /// Takes note that everything is on the screen as it is now.
  func didDisplay() {
    guard needsDisplay else { return }
    needsDisplay = false
    for view in subviews { view.didDisplay() }
  }

  /// Draws the view's own content, under its subviews.
  ///
  /// Changes nothing and asks nobody for data.
  open func draw(_ canvas: Canvas) {
    if style != .plain { canvas.fill(canvas.bounds, style: style) }
  }

  /// How far the subviews are moved against the view's own coordinates.
  var contentOrigin: Point { .zero }

  final func render(on canvas: Canvas) {
    guard !isHidden else { return }
    canvas.inside(frame, renderContent)
  }

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
}

extension Rect {
  /// The rectangle with the right and bottom edges moved out.
  fileprivate func growing(by point: Point) -> Rect {
    Rect(x: minX, y: minY, width: width.adding(point.x), height: height.adding(point.y))
  }
}
