import CPictureMaking
import Foundation

/// JPEG files for tests.
enum JPEGFile {
  /// A JPEG file of pixels from a closure, three bytes each, by column and row.
  static func bytes(
    width: Int, height: Int, pixel: (_ x: Int, _ y: Int) -> [UInt8]
  ) -> [UInt8] {
    let pixels = (0..<width * height).flatMap { pixel($0 % width, $0 / width) }
    var length = 0
    guard
      let bytes = picture_make_jpeg(
        pixels, Int32(width), Int32(height), false, nil, 0, &length)
    else { return [] }
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: length))
  }
}
