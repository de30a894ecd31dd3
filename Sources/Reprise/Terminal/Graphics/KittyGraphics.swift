/// The sequences of Kitty's graphics protocol, and the terminal's answers to them.
///
/// The sequences contain only the pixels in base64, and numbers that the app chose.
enum KittyGraphics {
  /// The number of the one picture.
  private static let id = 21072

  /// Asks whether the terminal has graphics, with one pixel that it does not keep.
  static let question = sequence("i=\(id),s=1,v=1,a=q,t=d,f=24", "AAAA")

  /// Removes the picture from the screen and keeps its pixels.
  static let removal = sequence("a=d,d=i,i=\(id),q=2")

  /// Removes the picture and its pixels, from any state: the ST ends a sequence that was cut.
  static let deletion = Array("\u{1B}\\".utf8) + sequence("a=d,d=I,i=\(id),q=2")

  /// The most bytes of base64 in one sequence.
  static let chunkLength = 4096

  /// Whether the content of an APC is the answer that the terminal has graphics.
  static func isAnswer(_ content: [UInt8]) -> Bool { content.elementsEqual("Gi=\(id);OK".utf8) }

  /// Sends the pixels without showing them; pixels that were sent before go.
  static func transmission(of graphic: Graphic) -> [UInt8] {
    let text = base64(graphic.bytes)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count + text.count / 256 + 64)
    var keys = "a=t,t=d,f=24,i=\(id),s=\(graphic.size.width),v=\(graphic.size.height),q=2,"
    for start in stride(from: 0, to: text.count, by: chunkLength) {
      let end = min(text.count, start + chunkLength)
      bytes += sequence("\(keys)m=\(end < text.count ? 1 : 0)", text[start..<end])
      keys = "q=2,"
    }
    return bytes
  }

  /// Shows the sent pixels above a rectangle of cells; the cursor stays where it is.
  static func placement(in rect: Rect) -> [UInt8] {
    Array("\u{1B}7\u{1B}[\(rect.minY + 1);\(rect.minX + 1)H".utf8)
      + sequence("a=p,i=\(id),p=1,c=\(rect.width),r=\(rect.height),C=1,q=2")
      + Array("\u{1B}8".utf8)
  }

  private static func sequence(_ keys: String, _ payload: some Collection<UInt8>) -> [UInt8] {
    Array("\u{1B}_G\(keys);".utf8) + payload + Array("\u{1B}\\".utf8)
  }

  private static func sequence(_ keys: String, _ payload: String = "") -> [UInt8] {
    payload.isEmpty
      ? Array("\u{1B}_G\(keys)\u{1B}\\".utf8) : sequence(keys, Array(payload.utf8))
  }

  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Base64 of pixels, whose three bytes are always four letters.
  private static func base64(_ pixels: [UInt8]) -> [UInt8] {
    Array(unsafeUninitializedCapacity: pixels.count / 3 * 4) { text, count in
      for start in stride(from: 0, to: pixels.count - 2, by: 3) {
        let group =
          Int(pixels[start]) << 16 | Int(pixels[start + 1]) << 8 | Int(pixels[start + 2])
        for shift in [18, 12, 6, 0] {
          text[count] = letters[group >> shift & 63]
          count += 1
        }
      }
    }
  }
}
