/// In what form a terminal takes pixels.
public enum GraphicForm: UInt8, Hashable, Sendable {
  /// Row by row, three bytes each: red, green, blue. Kitty's graphics get them as base64.
  case pixels = 0
  /// As a Sixel drawing, in up to 256 colours.
  case sixels = 1

  /// The most pixels of a graphic: of the first form what a terminal of 80 by 24 cells has, and half as
  /// many again, of the second, which takes less than a byte each, five times that.
  public var pixelLimit: Int { self == .pixels ? 600_000 : 3_000_000 }

  /// The most bytes of a graphic.
  public var byteLimit: Int { self == .pixels ? pixelLimit * 3 : 4_000_000 }
}
