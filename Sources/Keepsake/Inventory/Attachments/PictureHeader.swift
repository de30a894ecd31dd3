/// The media type of a file and the size of a picture, from the first bytes.
///
/// Decodes nothing; a companion process does that.
struct PictureHeader: Equatable {
  /// The media type; `nil` if the bytes are of no known type.
  var mediaType: String?
  /// The width of a picture in pixels.
  var width: Int?
  var height: Int?

  /// The number of bytes to look at.
  static let length = 256 << 10

  init(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      mediaType = "image/png"
      guard bytes.count >= 24 else { return }
      setSize(Self.number(bytes[16..<20]), Self.number(bytes[20..<24]))
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      mediaType = "image/jpeg"
      readFrame(bytes)
    } else if bytes.starts(with: Array("%PDF-".utf8)) {
      mediaType = "application/pdf"
    } else if bytes.starts(with: Array("GIF8".utf8)) {
      mediaType = "image/gif"
    } else if bytes.count > 12, bytes.starts(with: Array("RIFF".utf8)),
      bytes[8..<12].elementsEqual("WEBP".utf8)
    {
      mediaType = "image/webp"
      readWebP(bytes)
    } else if bytes.count > 12, bytes[4..<8].elementsEqual("ftyp".utf8) {
      let brand = bytes[8..<12]
      mediaType =
        ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].contains {
          brand.elementsEqual($0.utf8)
        }
        ? "image/heic" : brand.elementsEqual("avif".utf8) ? "image/avif" : "video/mp4"
    }
  }

  /// Walks the segments of a JPEG to the segment with the size.
  private mutating func readFrame(_ bytes: [UInt8]) {
    var place = 2
    while place + 9 < bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      if marker == 0xFF {
        place += 1
        continue
      }
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        setSize(
          Self.number(bytes[(place + 7)..<(place + 9)]),
          Self.number(bytes[(place + 5)..<(place + 7)]))
        return
      }
      guard marker != 0xDA, marker != 0xD9 else { return }
      place += 2 + max(2, Self.number(bytes[(place + 2)..<(place + 4)]))
    }
  }

  /// Reads the first chunk of a WebP: `VP8X` with the canvas, `VP8 ` with a frame or `VP8L` without loss.
  private mutating func readWebP(_ bytes: [UInt8]) {
    guard bytes.count >= 30 else { return }
    func low(_ place: Int, _ count: Int) -> Int {
      Self.number(bytes[place..<(place + count)].reversed()[...])
    }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8X": setSize(low(24, 3) + 1, low(27, 3) + 1)
    case "VP8 ": setSize(low(26, 2) & 0x3FFF, low(28, 2) & 0x3FFF)
    case "VP8L": setSize(low(21, 4) & 0x3FFF + 1, low(21, 4) >> 14 & 0x3FFF + 1)
    default: break
    }
  }

  private mutating func setSize(_ width: Int, _ height: Int) {
    guard width > 0, height > 0 else { return }
    (self.width, self.height) = (width, height)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The media type for a file name extension.
  static func mediaType(ofName name: String) -> String {
    let known = [
      "txt": "text/plain", "md": "text/markdown", "html": "text/html", "csv": "text/csv",
      "eml": "message/rfc822", "zip": "application/zip", "mp4": "video/mp4",
      "mov": "video/quicktime",
      "svg": "image/svg+xml", "tif": "image/tiff", "tiff": "image/tiff",
      "doc": "application/msword", "odt": "application/vnd.oasis.opendocument.text",
      "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ]
    guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
    return known[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
  }
}
