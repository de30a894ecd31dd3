import Foundation

/// A small picture of a thing, made of ellipses and rectangles, for the sample home.
nonisolated struct SamplePicture {
  /// A color as red, green and blue.
  typealias Pixel = (UInt8, UInt8, UInt8)

  /// A filled shape; coordinates range from 0 to 1, from the top left.
  enum Shape {
    case ellipse(x: Double, y: Double, width: Double, height: Double)
    case box(x: Double, y: Double, width: Double, height: Double)

    func contains(_ px: Double, _ py: Double) -> Bool {
      switch self {
      case .ellipse(let x, let y, let width, let height):
        let (dx, dy) = ((px - x) / width * 2, (py - y) / height * 2)
        return dx * dx + dy * dy <= 1
      case .box(let x, let y, let width, let height):
        return abs(px - x) * 2 <= width && abs(py - y) * 2 <= height
      }
    }
  }

  /// The name of the sample item.
  let item: String
  let ground: Pixel
  /// The shapes from back to front, each with its color.
  let shapes: [(Pixel, Shape)]

  private static let (width, height) = (128, 96)

  /// The picture as a PNG with a palette, without compression: 13 kB.
  var png: [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<Self.height {
      rows.append(0)
      for x in 0..<Self.width {
        let (px, py) = (Double(x) / Double(Self.width), Double(y) / Double(Self.height))
        let top = shapes.lastIndex { $0.1.contains(px, py) }
        // Entry 1 is the table that everything is on.
        rows.append(top.map { UInt8($0 + 2) } ?? (py > 0.8 ? 1 : 0))
      }
    }
    let palette = [ground, (120, 92, 70)] + shapes.map(\.0)
    let head = Self.big(UInt32(Self.width)) + Self.big(UInt32(Self.height)) + [8, 3, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + Self.chunk("IHDR", head) + Self.chunk("PLTE", palette.flatMap { [$0.0, $0.1, $0.2] })
      + Self.chunk("IDAT", Self.stored(rows)) + Self.chunk("IEND", [])
  }

  /// Bytes as a zlib stream of stored blocks.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: 65535) {
      let block = bytes[start..<min(bytes.count, start + 65535)]
      let length = UInt16(block.count)
      stream.append(block.endIndex == bytes.endIndex ? 1 : 0)
      stream += [length, ~length].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      stream += block
    }
    var (one, two): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      one = (one + UInt32(byte)) % 65521
      two = (two + one) % 65521
    }
    return stream + big(two << 16 | one)
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }
    return big(UInt32(data.count)) + body + big(~crc)
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

nonisolated extension SamplePicture {
  private static let brown: Pixel = (110, 62, 34)
  private static let dark: Pixel = (52, 48, 50)
  private static let steel: Pixel = (176, 184, 190)

  /// The pictures of the sample home.
  static let all = [teapot, drill, laptop, camera, bicycle]

  private static let teapot = SamplePicture(
    item: "Teapot", ground: (214, 206, 190),
    shapes: [
      (brown, .ellipse(x: 0.76, y: 0.52, width: 0.26, height: 0.34)),
      ((214, 206, 190), .ellipse(x: 0.76, y: 0.52, width: 0.16, height: 0.22)),
      (brown, .box(x: 0.22, y: 0.5, width: 0.16, height: 0.08)),
      (brown, .ellipse(x: 0.48, y: 0.58, width: 0.5, height: 0.52)),
      ((134, 80, 46), .ellipse(x: 0.48, y: 0.36, width: 0.3, height: 0.12)),
      (brown, .ellipse(x: 0.48, y: 0.28, width: 0.07, height: 0.09)),
      ((156, 104, 66), .ellipse(x: 0.38, y: 0.5, width: 0.1, height: 0.2)),
    ])

  private static let drill = SamplePicture(
    item: "Cordless drill", ground: (196, 206, 208),
    shapes: [
      (steel, .box(x: 0.17, y: 0.38, width: 0.18, height: 0.05)),
      (dark, .box(x: 0.3, y: 0.38, width: 0.12, height: 0.16)),
      ((36, 110, 148), .box(x: 0.54, y: 0.38, width: 0.4, height: 0.24)),
      ((36, 110, 148), .box(x: 0.62, y: 0.58, width: 0.16, height: 0.3)),
      (dark, .box(x: 0.62, y: 0.75, width: 0.28, height: 0.12)),
      ((224, 140, 40), .ellipse(x: 0.51, y: 0.55, width: 0.07, height: 0.1)),
    ])

  private static let laptop = SamplePicture(
    item: "Laptop", ground: (222, 216, 206),
    shapes: [
      (dark, .box(x: 0.5, y: 0.42, width: 0.56, height: 0.52)),
      ((92, 140, 186), .box(x: 0.5, y: 0.42, width: 0.5, height: 0.44)),
      ((216, 226, 236), .box(x: 0.42, y: 0.32, width: 0.26, height: 0.03)),
      ((216, 226, 236), .box(x: 0.46, y: 0.4, width: 0.34, height: 0.03)),
      ((216, 226, 236), .box(x: 0.38, y: 0.48, width: 0.18, height: 0.03)),
      (steel, .box(x: 0.5, y: 0.73, width: 0.74, height: 0.1)),
      (dark, .box(x: 0.5, y: 0.71, width: 0.6, height: 0.03)),
    ])

  private static let camera = SamplePicture(
    item: "Film camera", ground: (206, 196, 186),
    shapes: [
      (steel, .box(x: 0.5, y: 0.3, width: 0.24, height: 0.14)),
      (steel, .box(x: 0.27, y: 0.33, width: 0.1, height: 0.06)),
      (dark, .box(x: 0.5, y: 0.58, width: 0.66, height: 0.44)),
      (steel, .box(x: 0.5, y: 0.4, width: 0.66, height: 0.08)),
      (steel, .ellipse(x: 0.5, y: 0.6, width: 0.3, height: 0.4)),
      (dark, .ellipse(x: 0.5, y: 0.6, width: 0.24, height: 0.32)),
      ((70, 92, 140), .ellipse(x: 0.5, y: 0.6, width: 0.14, height: 0.19)),
      ((190, 206, 236), .ellipse(x: 0.47, y: 0.56, width: 0.04, height: 0.05)),
    ])

  private static let bicycle = SamplePicture(
    item: "Touring bicycle", ground: (200, 212, 200),
    shapes: [
      (dark, .ellipse(x: 0.25, y: 0.62, width: 0.36, height: 0.48)),
      ((200, 212, 200), .ellipse(x: 0.25, y: 0.62, width: 0.31, height: 0.41)),
      (dark, .ellipse(x: 0.75, y: 0.62, width: 0.36, height: 0.48)),
      ((200, 212, 200), .ellipse(x: 0.75, y: 0.62, width: 0.31, height: 0.41)),
      ((38, 112, 66), .box(x: 0.5, y: 0.4, width: 0.36, height: 0.05)),
      ((38, 112, 66), .box(x: 0.36, y: 0.5, width: 0.04, height: 0.26)),
      ((38, 112, 66), .box(x: 0.67, y: 0.46, width: 0.04, height: 0.36)),
      ((38, 112, 66), .box(x: 0.37, y: 0.62, width: 0.26, height: 0.04)),
      (dark, .box(x: 0.35, y: 0.33, width: 0.13, height: 0.05)),
      (dark, .box(x: 0.71, y: 0.27, width: 0.14, height: 0.04)),
    ])
}
