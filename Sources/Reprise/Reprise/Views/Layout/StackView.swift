/// Views one below the other or side by side, each as long as its ``View/length-swift.property`` says.
///
/// ```swift
/// StackView(axis: .vertical, spacing: 1) {
///   Label("Where is it?")
///   TextView().length(.fill())
/// }
/// ```
///
/// All its subviews are arranged, in order; hidden ones take no room. The lengths are exact: if a view
/// fills, no cell is left over, and no view ever reaches beyond the padding. ``Column`` and ``Row`` are
/// stacks of one axis; ``adaptsAxis(from:spacing:)`` makes the axis depend on the width.
open class StackView: View {
  /// The direction in which views follow each other.
  public nonisolated enum Axis: Hashable, Sendable {
    /// Side by side.
    case horizontal
    /// One below the other.
    case vertical
  }

  /// How views are aligned across the axis.
  public nonisolated enum Alignment: Hashable, Sendable {
    /// From edge to edge.
    case fill
    /// At the left or top, in the size they need.
    case leading
    /// In the middle, in the size they need.
    case center
    /// At the right or bottom, in the size they need.
    case trailing
  }

  /// The direction in which views follow each other; see also ``adaptsAxis(from:spacing:)``.
  public var axis: Axis {
    didSet { if axis != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The width from which views are side by side, and the cells between them there.
  private var sideBySide: (width: Int, spacing: Int)?

  /// The cells between two views.
  public var spacing: Int {
    didSet { if spacing != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The cells around all views.
  public var padding: EdgeInsets {
    didSet { if padding != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// How views are aligned across the axis.
  public var alignment = Alignment.fill {
    didSet { if alignment != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The least width of the column of captions of its ``Field``s.
  public var minimumCaptionWidth = 0 {
    didSet { if minimumCaptionWidth != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// The views in order, hidden ones included.
  public var arrangedSubviews: [View] { subviews }

  private var measures = MeasureCache()
  private var measuredCaptionColumn: Int?

  /// Makes a stack of the views that a closure makes.
  ///
  /// The closure runs once.
  public init(
    axis: Axis, spacing: Int = 0, padding: EdgeInsets = .zero,
    @ViewBuilder content: () -> [View] = { [] }
  ) {
    self.axis = axis
    self.spacing = spacing
    self.padding = padding
    super.init()
    for view in content() { addSubview(view) }
  }

  /// Adds a view at the end.
  public func addArrangedSubview(_ view: View) { addSubview(view) }

  /// Adds a view before the one at `index`.
  public func insertArrangedSubview(_ view: View, at index: Int) { insertSubview(view, at: index) }

  /// Arranges the views side by side where the stack is at least this wide, and along ``axis`` elsewhere.
  ///
  /// A form in two columns, which become one in a narrow window:
  ///
  /// ```swift
  /// Column {
  ///   Column { nameField }
  ///   Column { priceField }
  /// }
  /// .adaptsAxis(from: 72)
  /// ```
  ///
  /// The views stay the same, with their focus, text and caret, and Tab visits them in their order. Side by side they
  /// share the width equally, except those with a ``View/length-swift.property`` of their own. The captions of all
  /// ``Field``s in them have one width. A sheet around the stack becomes this wide if the window and the sheet's
  /// ``SheetPresentationController/maximumSize`` have room for it.
  ///
  /// - Parameters:
  ///   - width: The width of the stack in columns, with its padding.
  ///   - spacing: The columns between two views that are side by side.
  @discardableResult
  public func adaptsAxis(from width: Int, spacing: Int = 4) -> Self {
    sideBySide = (width, spacing)
    invalidateIntrinsicContentSize()
    return self
  }

  /// The arrangement in a width.
  private func arrangement(inWidth width: Int) -> Arrangement {
    guard let sideBySide, width >= sideBySide.width else {
      return Arrangement(axis: axis, spacing: max(0, spacing), minimumWidth: 0)
    }
    return Arrangement(
      axis: .horizontal, spacing: max(0, sideBySide.spacing), minimumWidth: sideBySide.width)
  }

  /// How views follow each other in one width.
  private struct Arrangement {
    let axis: Axis
    let spacing: Int
    /// The least width that the stack asks for, to be arranged like this again.
    let minimumWidth: Int

    func along(_ size: Size) -> Int { axis == .vertical ? size.height : size.width }

    func across(_ size: Size) -> Int { axis == .vertical ? size.width : size.height }

    func size(along: Int, across: Int) -> Size {
      axis == .vertical
        ? Size(width: across, height: along) : Size(width: along, height: across)
    }

    /// Views that are side by side because of the width share it.
    func length(of view: View) -> Length {
      minimumWidth > 0 ? view.chosenLength ?? .fill(1) : view.length
    }

    func gaps(between count: Int) -> Int {
      let (product, overflows) = spacing.multipliedReportingOverflow(by: max(0, count - 1))
      return overflows ? .max : product
    }
  }

  // MARK: - Measuring

  open override func sizeThatFits(_ size: Size) -> Size {
    if let known = measures[size] { return known }
    let arrangement = arrangement(inWidth: size.width)
    let room = size.inset(by: padding)
    var parts: [LengthDistribution.Part] = []
    var views: [(view: View, size: Size)] = []
    for view in subviews where !view.isHidden {
      let needed = view.sizeThatFits(room)
      views.append((view, needed))
      parts.append(.init(length: arrangement.length(of: view), need: arrangement.along(needed)))
    }
    let gaps = arrangement.gaps(between: views.count)
    var distribution = LengthDistribution(parts: parts)
    let most = max(0, arrangement.along(room).subtracting(gaps))
    var extent = min(distribution.extent, most)
    if arrangement.minimumWidth > 0 {
      let least = Size(width: arrangement.minimumWidth, height: 0).inset(by: padding).width
      extent = min(most, max(extent, least.subtracting(gaps)))
    }
    distribution.distribute(extent)
    var thickness = 0
    for (index, entry) in views.enumerated() {
      let cells = distribution.parts[index].cells
      // A view that gets less than it asked for may wrap its lines otherwise.
      let room = arrangement.size(along: cells, across: arrangement.across(room))
      let needed =
        cells < arrangement.along(entry.size) ? entry.view.sizeThatFits(room) : entry.size
      thickness = max(thickness, arrangement.across(needed))
    }
    let content = arrangement.size(along: extent.adding(gaps), across: thickness)
    let fitting = content.outset(by: padding).limited(to: size)
    measures[size] = fitting
    return fitting
  }

  override func forgetMeasures() {
    measures = MeasureCache()
    measuredCaptionColumn = nil
  }

  override var arrangesSubviews: Bool { true }

  override var measuresContent: Bool {
    subviews.allSatisfy { $0.isHidden || $0.measuresContent }
  }

  /// Whether the captions in this stack belong to the column of captions around it.
  private var sharesCaptions: Bool {
    sideBySide != nil || (superview as? StackView)?.sideBySide != nil
  }

  override var captionWidth: Int { sharesCaptions ? widestCaption : 0 }

  override var captionColumn: Int? {
    sharesCaptions ? max(widestCaption, superview?.captionColumn ?? 0) : widestCaption
  }

  private var widestCaption: Int {
    if let measuredCaptionColumn { return measuredCaptionColumn }
    var widest = max(0, minimumCaptionWidth)
    for view in subviews where !view.isHidden { widest = max(widest, view.captionWidth) }
    measuredCaptionColumn = widest
    return widest
  }

  // MARK: - Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    let arrangement = arrangement(inWidth: bounds.width)
    let area = bounds.inset(by: padding)
    var parts: [LengthDistribution.Part] = []
    for view in subviews where !view.isHidden {
      let length = arrangement.length(of: view)
      let need = length.isFit ? arrangement.along(view.sizeThatFits(area.size)) : 0
      parts.append(.init(length: length, need: need))
    }
    var distribution = LengthDistribution(parts: parts)
    let gaps = arrangement.gaps(between: parts.count)
    distribution.distribute(arrangement.along(area.size).subtracting(gaps))
    var index = 0
    var place = arrangement.axis == .vertical ? area.minY : area.minX
    for view in subviews where !view.isHidden {
      let cells = distribution.parts[index].cells
      view.frame = frame(of: view, at: place, cells: cells, in: area, arrangement)
      place = place.adding(cells).adding(arrangement.spacing)
      index += 1
    }
  }

  private func frame(
    of view: View, at place: Int, cells: Int, in area: Rect, _ arrangement: Arrangement
  ) -> Rect {
    let room = arrangement.across(area.size)
    var thickness = room
    if alignment != .fill {
      thickness = arrangement.across(
        view.sizeThatFits(arrangement.size(along: cells, across: room)))
    }
    let shift =
      switch alignment {
      case .fill, .leading: 0
      case .center: (room - thickness) / 2
      case .trailing: room - thickness
      }
    let size = arrangement.size(along: cells, across: thickness)
    return arrangement.axis == .vertical
      ? Rect(origin: Point(x: area.minX.adding(shift), y: place), size: size)
      : Rect(origin: Point(x: place, y: area.minY.adding(shift)), size: size)
  }
}

/// The sizes that a view answered for the last two rooms.
///
/// Two, because nested stacks ask once about the room there is and once about the room they give.
struct MeasureCache {
  private var last: (room: Size, size: Size)?
  private var former: (room: Size, size: Size)?

  subscript(room: Size) -> Size? {
    get {
      if let last, last.room == room { return last.size }
      if let former, former.room == room { return former.size }
      return nil
    }
    set {
      guard let newValue else { return }
      former = last
      last = (room, newValue)
    }
  }
}

/// Views one below the other.
///
/// ```swift
/// Column(padding: EdgeInsets(top: 1, left: 1, right: 1)) {
///   Field("Name", TextField().named("name"))
///   Field("About", TextView().named("about")).length(.fill())
///   Row {
///     Button("Save") {}
///     Button("Cancel") {}
///   }
/// }
/// ```
open class Column: StackView {
  /// Makes a column of the views that a closure makes.
  ///
  /// The closure runs once.
  public init(
    spacing: Int = 0, padding: EdgeInsets = .zero, @ViewBuilder content: () -> [View] = { [] }
  ) {
    super.init(axis: .vertical, spacing: spacing, padding: padding, content: content)
  }
}

/// Views side by side.
///
/// ```swift
/// Row {
///   Label("3 things")
///   Spacer()
///   Button("Sort") {}
/// }
/// ```
open class Row: StackView {
  /// Makes a row of the views that a closure makes.
  ///
  /// The closure runs once.
  public init(
    spacing: Int = 1, padding: EdgeInsets = .zero, @ViewBuilder content: () -> [View] = { [] }
  ) {
    super.init(axis: .horizontal, spacing: spacing, padding: padding, content: content)
  }
}

/// Flexible space that fills the room that other views leave.
///
/// ```swift
/// Row {
///   Label("Total")
///   Spacer()
///   Label("12.50")
/// }
/// ```
public final class Spacer: View {
  /// Makes room of at least this many cells along the axis of the stack.
  public init(_ minimum: Int = 0) {
    super.init()
    length = .fill(1).atLeast(minimum)
  }

  public override func sizeThatFits(_ size: Size) -> Size { .zero }

  override var measuresContent: Bool { true }
}

/// Collects the views of a stack, a scroll view or a screen.
///
/// The closure runs once, when the container is made, and it makes objects: a view under an `if` stays
/// until it is removed, and keeps its state like any other. To show and hide a view later, keep a
/// reference to it and set ``View/isHidden``, which takes it out of the layout.
///
/// ```swift
/// final class Card: Column {
///   init(_ title: String, @ViewBuilder content: () -> [View]) {
///     super.init(padding: EdgeInsets(top: 1, left: 2, bottom: 1, right: 2))
///     addArrangedSubview(Label(title, style: .title))
///     for view in content() { addArrangedSubview(view) }
///   }
/// }
/// ```
@resultBuilder public enum ViewBuilder {
  /// One view.
  public static func buildExpression(_ view: View) -> [View] { [view] }

  /// A view that may be missing.
  public static func buildExpression(_ view: View?) -> [View] { view.map { [$0] } ?? [] }

  /// Views that were made elsewhere.
  public static func buildExpression(_ views: [View]) -> [View] { views }

  /// One statement after the other.
  public static func buildBlock(_ views: [View]...) -> [View] { views.flatMap { $0 } }

  /// An `if` without `else`.
  public static func buildOptional(_ views: [View]?) -> [View] { views ?? [] }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first views: [View]) -> [View] { views }

  /// Another branch of an `if` or `switch`.
  public static func buildEither(second views: [View]) -> [View] { views }

  /// A loop.
  public static func buildArray(_ views: [[View]]) -> [View] { views.flatMap { $0 } }

  /// A branch under `#available`.
  public static func buildLimitedAvailability(_ views: [View]) -> [View] { views }
}
