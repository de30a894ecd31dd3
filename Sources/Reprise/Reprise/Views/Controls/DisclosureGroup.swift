import Preservation

/// Views under a heading that folds them away.
///
/// ```swift
/// Column {
///   Field("Name", TextField($name))
///   DisclosureGroup("Warranty", isExpanded: $showsWarranty) {
///     Field("Until", TextField($until))
///     Field("Details", TextField($details))
///   }
/// }
/// ```
///
/// The heading takes the focus; Enter, Space and a click toggle the group, Left collapses and Right
/// expands it. Collapsed content takes no room and no focus, and keeps its state. If a view in it
/// gets the focus anyway, by ``View/becomeFirstResponder()`` or when the app is restored, the group
/// expands.
///
/// Captions of its ``Field``s form one column with the captions around the group, slightly
/// indented.
///
/// If it is bound to a property, its restoration identifier is the property's key. An unbound group
/// preserves whether it is collapsed, if it has an identifier.
public final class DisclosureGroup: View {
  /// The indentation of the content relative to the heading, in columns.
  private static let indent = 2

  private let heading = DisclosureHeading()
  private let content: DisclosureContent
  private var bound: BoundValue<Bool>?

  /// Makes a group.
  ///
  /// - Parameters:
  ///   - title: The text of the heading.
  ///   - isExpanded: Whether the content is shown.
  ///   - content: Makes the views; runs once.
  public init(
    _ title: String, isExpanded: Bool = true, @ViewBuilder content: () -> [View] = { [] }
  ) {
    self.isExpanded = isExpanded
    self.content = DisclosureContent(
      padding: EdgeInsets(left: Self.indent), content: content)
    super.init()
    heading.title = title
    heading.group = self
    self.content.isHidden = !isExpanded
    addSubview(heading)
    addSubview(self.content)
  }

  /// Makes a group with a bound folding state.
  public convenience init(
    _ title: String, isExpanded: Binding<Bool>, @ViewBuilder content: () -> [View] = { [] }
  ) {
    self.init(title, isExpanded: isExpanded.wrappedValue, content: content)
    bound = BoundValue(isExpanded, of: self)
  }

  override func showBoundValue() { bound?.show { isExpanded = $0 } }

  /// The name of the group; that of its heading, which the focus comes back to, is made of it.
  public override var restorationIdentifier: String? {
    didSet { heading.restorationIdentifier = restorationIdentifier.map { $0 + " heading" } }
  }

  // MARK: - What it shows

  /// The text of the heading.
  public var title: String {
    get { heading.title }
    set { heading.title = newValue }
  }

  /// The summary in the heading of a collapsed group, as in `2 filled`; empty for none.
  public var summary: String {
    get { heading.summary }
    set { heading.summary = newValue }
  }

  /// The error in a collapsed group, shown instead of ``summary``; empty without an error.
  public var remark: String {
    get { heading.remark }
    set { heading.remark = newValue }
  }

  /// Whether the content is shown.
  ///
  /// Folding away the view with the focus moves the focus to the heading.
  public var isExpanded: Bool {
    didSet {
      guard isExpanded != oldValue else { return }
      if !isExpanded, let owner = nearestOwner, owner.focusedView?.isInside(content) == true {
        owner.focusedView = heading
      }
      content.isHidden = !isExpanded
      setNeedsPreservation()
      bound?.store(isExpanded, of: self)
    }
  }

  /// Moves the focus to the heading.
  @discardableResult
  public func focusHeading() -> Bool { heading.becomeFirstResponder() }

  override func reveal(_ view: View) {
    if view.isInside(content) { isExpanded = true }
  }

  // MARK: - Layout

  override var arrangesSubviews: Bool { true }

  override var measuresContent: Bool { content.measuresContent }

  override var captionWidth: Int {
    let widest = content.widestCaption
    return widest == 0 ? 0 : widest.adding(Self.indent)
  }

  override var captionColumn: Int? {
    (superview?.captionColumn).map { max(0, $0 - Self.indent) }
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let top = heading.sizeThatFits(size)
    guard isExpanded else { return top }
    let room = Size(width: size.width, height: max(0, size.height.subtracting(top.height)))
    let below = content.sizeThatFits(room)
    return Size(
      width: max(top.width, below.width), height: top.height.adding(below.height)
    ).limited(to: size)
  }

  public override func layoutSubviews() {
    let top = min(1, bounds.height)
    heading.frame = Rect(x: 0, y: 0, width: bounds.width, height: top)
    content.frame = Rect(x: 0, y: top, width: bounds.width, height: bounds.height - top)
  }

  // MARK: - Preservation

  /// Writes whether it is folded, unless that is the app's to keep.
  public override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    if bound == nil { coder.encode(isExpanded, forKey: "isExpanded") }
  }

  public override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    if bound == nil, coder.containsValue(forKey: "isExpanded") {
      isExpanded = coder.decodeBool(forKey: "isExpanded")
    }
  }
}

/// The collapsible content of a group.
private final class DisclosureContent: Column {
  /// The width of the widest caption in it.
  var widestCaption: Int { super.captionColumn ?? 0 }

  override var captionColumn: Int? { max(widestCaption, superview?.captionColumn ?? 0) }
}

/// The heading of a group, which folds and unfolds it.
final class DisclosureHeading: Control {
  weak var group: DisclosureGroup?

  var title = "" {
    didSet { if title != oldValue { invalidateIntrinsicContentSize() } }
  }

  var summary = "" {
    didSet { if summary != oldValue { invalidateIntrinsicContentSize() } }
  }

  var remark = "" {
    didSet { if remark != oldValue { invalidateIntrinsicContentSize() } }
  }

  init() {
    super.init()
    style = .title
  }

  private var isExpanded: Bool { group?.isExpanded ?? false }

  // MARK: - Keys

  override var actions: [Action] { folding }

  private lazy var folding = [
    Action(
      "group.unfold", "Unfold", "Enter", "Space", "Right", for: self, enabled: { !$0.isExpanded }
    ) { $0.performPrimaryAction() },
    Action(
      "group.fold", "Fold", "Enter", "Space", "Left", for: self, enabled: { $0.isExpanded }
    ) { $0.performPrimaryAction() },
  ]

  override func performPrimaryAction() {
    group?.isExpanded.toggle()
    super.performPrimaryAction()
  }

  /// The arrows are taken even if they change nothing: Left on a folded group must not leave the screen.
  private func isArrow(_ press: KeyPress) -> Bool {
    press == KeyPress(.left) || press == KeyPress(.right)
  }

  override func takes(_ press: KeyPress) -> Bool { isArrow(press) || super.takes(press) }

  override func pressBegan(_ press: KeyPress) -> Bool {
    isArrow(press) || super.pressBegan(press)
  }

  // MARK: - Looks

  private var note: String { isExpanded ? "" : remark.isEmpty ? summary : remark }

  override func sizeThatFits(_ size: Size) -> Size {
    let note = note.isEmpty ? "" : " · " + note
    return Size(width: CellText.width(of: title + note) + 2, height: 1).limited(to: size)
  }

  override func draw(_ canvas: Canvas) {
    let width = canvas.bounds.width
    let end = canvas.draw(
      (isExpanded ? "▾ " : "▸ ") + title, at: .zero, width: width, style: look)
    if note.isEmpty { return }
    canvas.draw(
      " · " + note, at: Point(x: end, y: 0), width: max(0, width - end),
      style: remark.isEmpty ? .secondary : .destructive)
  }
}
