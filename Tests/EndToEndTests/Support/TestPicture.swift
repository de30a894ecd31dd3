import CPictureMaking
import Foundation

/// Pictures for the real program.
enum TestPicture {
  /// A PNG with one gradient.
  static func png(width: Int = 200, height: Int = 150) -> [UInt8] {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { pixels += [UInt8(x), UInt8(y), UInt8(x ^ y), 255] }
    }
    var length = 0
    guard let bytes = picture_make_png(pixels, Int32(width), Int32(height), false, &length) else {
      return []
    }
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: length))
  }

  /// A JPEG with two gradients and a little noise, equal for equal seeds.
  static func jpeg(width: Int = 400, height: Int = 300, seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let noise = UInt8(state >> 60)
        pixels += [UInt8(x * 220 / width) + noise, UInt8(y * 220 / height) + noise, 90 + noise]
      }
    }
    var length = 0
    guard
      let bytes = picture_make_jpeg(
        pixels, Int32(width), Int32(height), false, nil, 0, &length)
    else { return [] }
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: length))
  }
}
