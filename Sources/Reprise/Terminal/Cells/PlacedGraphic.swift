/// A graphic in a frame, above cells that show the same picture.
public struct PlacedGraphic: Hashable, Sendable {
  /// The pixels.
  public let graphic: Graphic

  /// The cells of the frame that it covers.
  public let rect: Rect

  /// What these cells are as long as nothing covers them.
  let cells: [Cell]
}

extension Frame {
  /// The graphic, if it is inside of the frame and its cells are as they were drawn.
  ///
  /// Whatever was drawn over it since, such as an alert, changed them: then the cells are shown, and
  /// nothing has to say that it covers a graphic.
  public var visibleGraphic: PlacedGraphic? {
    guard let graphic, bounds.intersection(graphic.rect) == graphic.rect else { return nil }
    let rect = graphic.rect
    for y in 0..<rect.height {
      let start = (rect.minY + y) * size.width + rect.minX
      let shown = cells[start..<start + rect.width]
      guard shown == graphic.cells[y * rect.width..<(y + 1) * rect.width] else { return nil }
    }
    return graphic
  }
}
