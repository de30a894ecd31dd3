import Foundation
import Reprise
import Storage
import Terminal

/// The answer of `reprise-documents`, treated as hostile, since it decodes untrusted files.
///
/// The JPEG in it is still untrusted: only `reprise-pictures` decodes it (DocumentCompanion/protocol.h has the layout).
nonisolated enum DocumentReply {
  private static let headLength = 14

  /// The longest answer, in bytes.
  static let maximumLength = CompanionFrame.headLength + headLength + 48 << 20

  /// More pages than any file has that a person attaches.
  private static let mostPages = 1_000_000

  /// The request for a page, as the companion reads it, up to the bytes of the file.
  static func request(page: Int, side: Int, length: Int) -> [UInt8] {
    var payload = Data()
    payload.append(littleEndian: page, count: 4)
    payload.append(littleEndian: side, count: 2)
    let request = CompanionFrame(kind: UInt8(ascii: "Q"), payload: payload)
    return Array(request.bytes) + CompanionFrame.head(kind: UInt8(ascii: "F"), length: length)
  }

  /// Reads an answer.
  ///
  /// - Throws: The error that the companion reports, or `crashed` for an invalid answer.
  static func page(
    from bytes: [UInt8], _ format: PictureFormat, name: String
  ) throws(PictureError) -> DecodedPage {
    let nonsense = PictureError(
      .crashed, "the program that decodes pictures sent an invalid answer for “\(name)”")
    var reader = CompanionFrameReader(limit: maximumLength)
    reader.append(bytes)
    guard let frame = try? reader.next(), frame.kind == UInt8(ascii: "A"),
      reader.isBetweenFrames, frame.payload.count >= headLength
    else { throw nonsense }
    func number(_ place: Int, _ count: Int) -> Int {
      frame.payload.dropFirst(place).littleEndian(count: count)
    }
    let page = DecodedPage(
      jpeg: Array(frame.payload.dropFirst(headLength)),
      size: Size(width: number(6, 4), height: number(10, 4)), pageCount: number(2, 4))
    if let error = error(number(0, 2), page.size, format, name) { throw error }
    guard number(0, 2) == 0, page.jpeg.starts(with: [0xFF, 0xD8, 0xFF]),
      (1...mostPages).contains(page.pageCount), page.size.width > 0, page.size.height > 0
    else { throw nonsense }
    return page
  }

  /// The error that a status stands for; `nil` for success and for a status that doesn't exist.
  private static func error(
    _ status: Int, _ size: Size, _ format: PictureFormat, _ name: String
  ) -> PictureError? {
    switch status {
    case 6: PictureError(.encrypted, "“\(name)” is encrypted; remove its password first")
    case 7: missing(format.package ?? "", format)
    case 8: PictureError(.unsupported, "“\(name)” is animated or needs a newer decoder")
    case 9: PictureError(.damaged, "“\(name)” doesn't have that page")
    case 10: missing("libheif-plugin-libde265", format)
    default: PictureReply.error(status, pixels: size, name: name)
    }
  }

  private static func missing(_ package: String, _ format: PictureFormat) -> PictureError {
    PictureError(.libraryMissing, "Install \(package) to see \(format.subject).")
  }
}
