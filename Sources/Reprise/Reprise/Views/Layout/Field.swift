/// An entry of a form: a caption, a view to fill in, and below it a remark about what is wrong with it or
/// a hint of how it was understood.
///
/// ```swift
/// Column {
///   Field("Name", TextField().named("name"))
///   Field("Price", TextField().named("price").length(.cells(12)))
/// }
/// ```
///
/// The caption is next to its view, or above it in a window of fewer than 60 columns. The captions
/// of all fields in a stack form a column, as wide as the widest or as
/// ``StackView/minimumCaptionWidth``. A click on a caption focuses its view. The caption of the
/// focused view is bold.
public final class Field: View {
  /// Cells between the caption and the view.
  private static let gap = 1

  /// Where the caption is.
  public nonisolated enum Placement: Hashable, Sendable {
    /// Beside the view, or above it in a narrow window.
    case automatic
    /// Beside the view at any width.
    case beside
    /// Above the view.
    case above
  }

  /// Where the caption is.
  public var placement = Placement.automatic {
    didSet { if placement != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The view to fill in.
  public let content: View

  private let captionLabel: Caption
  private let remarkLabel = Label("", style: .destructive)

  /// Makes a field.
  public init(_ caption: String, _ content: View) {
    self.content = content
    captionLabel = Caption(caption, of: content)
    super.init()
    remarkLabel.wraps = true
    remarkLabel.isHidden = true
    addSubview(captionLabel)
    addSubview(content)
    addSubview(remarkLabel)
  }

  /// The caption of the field.
  public var caption: String {
    get { captionLabel.text }
    set { captionLabel.text = newValue }
  }

  /// The error of the entry, shown below it; empty without an error.
  public var remark = "" {
    didSet { if remark != oldValue { showBelow() } }
  }

  /// How the app understands the entry, shown in the place of ``remark`` while that is empty.
  public var hint = "" {
    didSet { if hint != oldValue { showBelow() } }
  }

  private func showBelow() {
    remarkLabel.style = remark.isEmpty ? .secondary : .destructive
    remarkLabel.text = remark.isEmpty ? hint : remark
    remarkLabel.isHidden = remarkLabel.text.isEmpty
  }

  /// The label of a field, which is bold while the field has the focus.
  private final class Caption: Label {
    private weak var content: View?

    init(_ text: String, of content: View) {
      self.content = content
      super.init(text, style: .accent)
    }

    override var look: Style {
      guard let content, let focus = host?.firstResponder as? View, focus.isInside(content)
      else { return style }
      return style.adding(.bold)
    }
  }

  // MARK: - Layout

  public override var naturalLength: Length { content.naturalLength }

  override var arrangesSubviews: Bool { true }

  override var measuresContent: Bool { content.measuresContent }

  override var captionWidth: Int { captionLabel.sizeThatFits(.unlimited).width }

  /// Where caption, view and remark are in a room.
  private struct Arrangement {
    var isAbove: Bool
    /// The columns of the caption.
    var caption: Int
    /// The column at which the view begins.
    var left: Int
    /// The columns that the view may take.
    var width: Int
    /// The rows above the view.
    var top: Int
    /// The rows of the remark.
    var remark: Int
  }

  private func arrangement(in size: Size) -> Arrangement {
    let width = max(0, size.width)
    let isAbove =
      switch placement {
      case .automatic: SizeClass.horizontal(host?.bounds.width ?? width) == .compact
      case .beside: false
      case .above: true
      }
    // A long caption leaves at least half of the width to the view.
    let column = min(superview?.captionColumn ?? captionWidth, width / 2)
    let left = isAbove ? 0 : min(width, column == 0 ? 0 : column.adding(Self.gap))
    let room = width - left
    let remark = remarkLabel.isHidden ? 0 : remarkLabel.height(forWidth: max(1, room))
    return Arrangement(
      isAbove: isAbove, caption: isAbove ? width : column, left: left, width: room,
      top: isAbove && captionWidth > 0 ? 1 : 0, remark: remark)
  }

  /// The columns of the view: all of the room, unless it was given a length.
  private func width(of content: View, in room: Size) -> Int {
    guard let length = content.chosenLength else { return room.width }
    let need = length.isFit ? content.sizeThatFits(room).width : 0
    var distribution = LengthDistribution(parts: [.init(length: length, need: need)])
    distribution.distribute(room.width)
    return distribution.parts[0].cells
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    let place = arrangement(in: size)
    let rows = max(0, size.height.subtracting(place.top).subtracting(place.remark))
    let room = Size(width: place.width, height: rows)
    let width = width(of: content, in: room)
    let needed = content.sizeThatFits(Size(width: width, height: rows))
    let columns = content.chosenLength == nil ? needed.width : width
    let height = max(place.isAbove ? 0 : 1, needed.height)
    return Size(
      width: max(place.left.adding(columns), place.isAbove ? captionWidth : 0),
      height: height.adding(place.top).adding(place.remark)
    ).limited(to: size)
  }

  public override func layoutSubviews() {
    var place = arrangement(in: bounds.size)
    // If there are too few rows, the view is the last to go.
    place.top = min(place.top, max(0, bounds.height - 1))
    place.remark = min(place.remark, max(0, bounds.height - place.top - 1))
    let rows = max(0, bounds.height.subtracting(place.top).subtracting(place.remark))
    let width = width(of: content, in: Size(width: place.width, height: rows))
    let captionRows = place.isAbove ? place.top : min(1, max(0, bounds.height))
    captionLabel.frame = Rect(x: 0, y: 0, width: place.caption, height: captionRows)
    content.frame = Rect(x: place.left, y: place.top, width: width, height: rows)
    remarkLabel.frame = Rect(
      x: place.left, y: place.top.adding(rows), width: place.width, height: place.remark)
  }

  // MARK: - The mouse

  public override func mouse(_ event: MouseEvent, at point: Point) -> Bool {
    guard event.kind == .press, captionLabel.frame.contains(point) else { return false }
    return content.focusRing().first?.becomeFirstResponder() ?? false
  }
}
