/// A Sixel drawing in the cells of a terminal: what stands where.
///
/// A terminal keeps it in its cells. It goes with what is written over them, and only so.
struct SixelLayer {
  private var shown: PlacedGraphic?

  /// The cells that it covers; `nil` if there is none.
  var rect: Rect? { shown?.rect }

  /// Whether the cells have to be written anew, since what stands in them is not wanted.
  func isOutdated(for placed: PlacedGraphic?) -> Bool {
    guard let shown else { return false }
    return shown.graphic != placed?.graphic || shown.rect != placed?.rect
  }

  /// The bytes that draw the graphic of a frame, unless it stands there; they follow its cells.
  mutating func update(to placed: PlacedGraphic?) -> [UInt8] {
    guard let placed else {
      shown = nil
      return []
    }
    guard shown == nil || isOutdated(for: placed) else { return [] }
    shown = placed
    return SixelGraphics.drawing(placed.graphic, in: placed.rect)
  }

  /// Forgets what stands there: the cells were or will be written anew.
  mutating func reset() { shown = nil }
}
