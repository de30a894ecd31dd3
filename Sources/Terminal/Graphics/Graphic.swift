/// Pixels that a terminal shows above cells.
///
/// Two are the same only if they are one object, so that frames are compared without their pixels.
public final class Graphic: Hashable, Sendable {
  /// What the bytes are.
  public let form: GraphicForm

  /// Columns and rows of pixels.
  public let size: Size

  /// The pixels, in that form.
  let bytes: [UInt8]

  /// Makes a graphic of bytes from anywhere; `nil` if they are not of that form and size, or too many.
  public init?(form: GraphicForm = .pixels, size: Size, bytes: [UInt8]) {
    guard size.width > 0, size.height > 0, size.width <= form.pixelLimit,
      size.height <= form.pixelLimit / size.width
    else { return nil }
    switch form {
    case .pixels: guard bytes.count == size.width * size.height * 3 else { return nil }
    case .sixels: guard SixelGraphics.isDrawing(bytes, within: size) else { return nil }
    }
    (self.form, self.size, self.bytes) = (form, size, bytes)
  }

  /// Whether both are one object.
  public static func == (left: Graphic, right: Graphic) -> Bool { left === right }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

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
