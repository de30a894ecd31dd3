import RepriseMedia
import Foundation
import Reprise

/// A picture that is made here: a sunset.
final class Sunset: ViewController {
  private let picture = PictureView()

  override func loadView() -> View { picture }

  override func viewDidLoad() {
    picture.isZoomable = true
    picture.source = PictureSource(name: "sunset.png", identity: nil) {
      let path = NSTemporaryDirectory() + "sunset-\(UUID().uuidString).png"
      try Data(Self.png(width: 120, height: 60)).write(to: URL(filePath: path))
      defer { unlink(path) }
      return open(path, O_RDONLY | O_CLOEXEC)
    }
  }

  /// A PNG without compression.
  private nonisolated static func png(width: Int, height: Int) -> [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width { rows += color(Double(x) / Double(width), Double(y) / Double(height)) }
    }
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: rows.count, by: 65535) {
      let block = rows[start..<min(rows.count, start + 65535)]
      let length = UInt16(block.count)
      let isLast: UInt8 = start + 65535 >= rows.count ? 1 : 0
      let sizes = [length, ~length].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      stream += [isLast] + sizes + block
    }
    stream += big(adler(rows))
    let head = big(UInt32(width)) + big(UInt32(height)) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", head) + chunk("IDAT", stream) + chunk("IEND", [])
  }

  /// Sky that darkens upward, a sun on the horizon, and the sea below.
  private nonisolated static func color(_ x: Double, _ y: Double) -> [UInt8] {
    let (dx, dy) = (x - 0.6, (y - 0.62) / 2)
    if y > 0.65 { return [20, UInt8(40 + 60 * (1 - y)), UInt8(90 + 80 * (1 - y))] }
    if dx * dx + dy * dy < 0.008 { return [255, 230, 120] }
    return [UInt8(60 + 190 * y), UInt8(30 + 130 * y), UInt8(110 - 40 * y)]
  }

  private nonisolated static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }
    return big(UInt32(data.count)) + body + big(~crc)
  }

  private nonisolated static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (one, two): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      one = (one + UInt32(byte)) % 65521
      two = (two + one) % 65521
    }
    return two << 16 | one
  }

  private nonisolated static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

/// Files to choose from, in a directory of its own.
final class Files: FileBrowserViewController {
  private nonisolated static let base = NSTemporaryDirectory() + "preview-files-\(getpid())"
  private static let removalAtExit: Void = {
    atexit { try? FileManager.default.removeItem(atPath: Files.base) }
  }()

  init() {
    _ = Self.removalAtExit
    let path = Self.base + "/Home/Papers"
    for name in ["Manuals", "Receipts"] {
      try? FileManager.default.createDirectory(
        atPath: path + "/" + name, withIntermediateDirectories: true)
    }
    for (name, count) in [("teapot.jpg", 1_572_864), ("camera.jpg", 2_359_296)] {
      FileManager.default.createFile(atPath: path + "/" + name, contents: Data(count: count))
    }
    super.init(directory: path)
  }
}
