/// Kitty's graphic above the cells of a terminal: what was sent, where it stands, and what a frame changes.
struct KittyLayer {
  private var sent: Graphic?
  private var place: Rect?

  /// Whether anything was sent that the terminal may still show.
  private var isUsed = false

  /// The cells that it covers; `nil` if none stands on the screen.
  var rect: Rect? { place }

  /// The bytes that show the graphic of a frame, or that remove the one before; they follow its cells.
  mutating func update(to placed: PlacedGraphic?) -> [UInt8] {
    guard let placed else {
      guard place != nil else { return [] }
      place = nil
      return KittyGraphics.removal
    }
    var bytes: [UInt8] = []
    if sent != placed.graphic {
      bytes += KittyGraphics.deletion + KittyGraphics.transmission(of: placed.graphic)
      (sent, place, isUsed) = (placed.graphic, nil, true)
    }
    guard place != placed.rect else { return bytes }
    place = placed.rect
    return bytes + KittyGraphics.placement(in: placed.rect)
  }

  /// Forgets what the terminal has: it was cleared, or others had it.
  ///
  /// - Returns: What removes the rest.
  mutating func reset() -> [UInt8] {
    defer { self = KittyLayer() }
    return isUsed ? KittyGraphics.deletion : []
  }
}
