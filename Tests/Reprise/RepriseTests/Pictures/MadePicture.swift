import CPictureMaking
import Foundation
import Reprise
import Testing

/// A picture of its own for one test, in a file that goes with it.
nonisolated final class MadePicture: Sendable {
  let path: String

  /// The four quarters that most pictures here have, from the top left: red, green, blue, white.
  static let quarters: [[UInt8]] = [[220, 0, 0], [0, 200, 0], [0, 0, 220], [255, 255, 255]]

  init(_ bytes: [UInt8], named name: String = "picture") throws {
    let directory = NSTemporaryDirectory() + "made-picture-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    path = directory + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  deinit {
    try? FileManager.default.removeItem(
      atPath: (path as NSString).deletingLastPathComponent)
  }

  /// A JPEG of quarters, or of what a seed draws.
  static func jpeg(
    width: Int = 64, height: Int = 64, seed: UInt64? = nil, isProgressive: Bool = false,
    exif: [UInt8] = []
  ) throws -> [UInt8] {
    let pixels = pixels(width, height, seed: seed, hasAlpha: false)
    var length = 0
    let bytes = try #require(
      picture_make_jpeg(
        pixels, Int32(width), Int32(height), isProgressive, exif.isEmpty ? nil : exif, exif.count,
        &length))
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: length))
  }

  /// A PNG of quarters, or of what a seed draws.
  static func png(
    width: Int = 64, height: Int = 64, seed: UInt64? = nil, isInterlaced: Bool = false
  ) throws -> [UInt8] {
    let pixels = pixels(width, height, seed: seed, hasAlpha: true)
    var length = 0
    let bytes = try #require(
      picture_make_png(pixels, Int32(width), Int32(height), isInterlaced, &length))
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: length))
  }

  /// A PNG in which no pixel is like its neighbor.
  static func noise(width: Int, height: Int, seed: UInt64) throws -> [UInt8] {
    var state = seed
    let pixels = (0..<width * height * 4).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(state >> 56)
    }
    var length = 0
    let bytes = try #require(
      picture_make_png(pixels, Int32(width), Int32(height), false, &length))
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: length))
  }

  /// EXIF that says how the picture is to be turned.
  static func exif(orientation: UInt8) -> [UInt8] {
    Array("Exif\0\0".utf8) + Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
      + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  }

  private static func pixels(
    _ width: Int, _ height: Int, seed: UInt64?, hasAlpha: Bool
  ) -> [UInt8] {
    var state = seed ?? 0
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        if seed == nil {
          pixels += quarters[(y * 2 / height) * 2 + x * 2 / width]
        } else {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          let noise = UInt8(state >> 59)
          pixels += [UInt8(x * 200 / width) + noise, UInt8(y * 200 / height) + noise, 100 + noise]
        }
        if hasAlpha { pixels.append(255) }
      }
    }
    return pixels
  }
}
