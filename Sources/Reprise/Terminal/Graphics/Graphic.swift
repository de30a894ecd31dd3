/// Pixels that a terminal shows above cells.
///
/// Two are the same only if they are one object, so that frames are compared without their pixels.
public final class Graphic: Hashable, Sendable {
  /// The format of the bytes.
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

/// The format in which a terminal accepts pixels.
public enum GraphicForm: UInt8, Hashable, Sendable {
  /// Row by row, three bytes each: red, green, blue. Kitty's graphics get them as base64.
  case pixels = 0
  /// As a Sixel drawing, in up to 256 colors.
  case sixels = 1

  /// The most pixels of a graphic: of the first form what a terminal of 80 by 24 cells has, and half as
  /// many again, of the second, which takes less than a byte each, five times that.
  public var pixelLimit: Int { self == .pixels ? 600_000 : 3_000_000 }

  /// The most bytes of a graphic.
  public var byteLimit: Int { self == .pixels ? pixelLimit * 3 : 4_000_000 }
}
