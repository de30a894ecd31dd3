/// Views side by side that continue in the next row where one does not fit: buttons, say.
///
/// ```swift
/// Flow {
///   Button("Save") {}
///   Button("Keep draft") {}
///   Button("Discard") {}
/// }
/// ```
///
/// Each view gets the size it needs; hidden ones take no room.
public final class Flow: View {
  private let spacing: Int
  private let padding: EdgeInsets

  /// Makes a flow of the views that a closure makes.
  ///
  /// The closure runs once.
  public init(
    spacing: Int = 2, padding: EdgeInsets = .zero, @ViewBuilder content: () -> [View]
  ) {
    self.spacing = max(0, spacing)
    self.padding = padding
    super.init()
    for view in content() { addSubview(view) }
  }

  override var arrangesSubviews: Bool { true }

  override var measuresContent: Bool { subviews.allSatisfy(\.measuresContent) }

  public override func sizeThatFits(_ size: Size) -> Size {
    let room = size.inset(by: padding)
    var extent = Size.zero
    forEachPlace(in: room) { _, place in
      extent.width = max(extent.width, place.maxX)
      extent.height = max(extent.height, place.maxY)
    }
    return extent.outset(by: padding).limited(to: size)
  }

  public override func layoutSubviews() {
    let area = bounds.inset(by: padding)
    forEachPlace(in: area.size) { view, place in
      view.frame = place.offsetBy(dx: area.minX, dy: area.minY)
    }
  }

  /// Calls `body` with the place of each view; the first of a row is always placed, cut if need be.
  private func forEachPlace(in room: Size, _ body: (View, Rect) -> Void) {
    var (x, y, height) = (0, 0, 0)
    for view in subviews where !view.isHidden {
      let size = view.sizeThatFits(Size(width: room.width, height: max(0, room.height - y)))
      if x > 0, x.adding(size.width) > room.width {
        (x, y, height) = (0, y.adding(height), 0)
      }
      body(view, Rect(origin: Point(x: x, y: y), size: size))
      x = x.adding(size.width).adding(spacing)
      height = max(height, size.height)
    }
  }
}
