import Foundation
import Reprise
import Storage
import Terminal

/// A picture as cells.
nonisolated public struct PictureCells: Hashable, Sendable {
  /// The cells that the picture covers, at most as many as were requested.
  public let frame: Frame

  /// The size of the whole picture in pixels, after rotation.
  public let pixels: Size

  /// The part of the picture that is shown.
  public let part: PicturePart

  /// The number of pages in the file; 1 for a photo.
  public let pageCount: Int

  /// The pixels, if they were requested.
  public let graphic: Graphic?
}

/// The file behind a page that `reprise-documents` decoded, in front of the cells of that page.
nonisolated struct DecodedOrigin: Equatable {
  /// The size of the photo or of the page.
  let size: Size
  let pageCount: Int

  private static let kind = UInt8(ascii: "O")

  /// The length of ``bytes``.
  static let length = CompanionFrame.headLength + 12

  init(_ page: DecodedPage) { (size, pageCount) = (page.size, page.pageCount) }

  /// Reads the first bytes of cached cells; `nil` for those of a JPEG or PNG.
  init?(startOf bytes: [UInt8]) {
    guard bytes.count >= Self.length, bytes.littleEndian(count: 4) == 12, bytes[4] == Self.kind
    else { return nil }
    func number(_ index: Int) -> Int { bytes[(5 + 4 * index)...].littleEndian(count: 4) }
    (pageCount, size) = (number(0), Size(width: number(1), height: number(2)))
    guard pageCount > 0, size.width > 0, size.height > 0 else { return nil }
  }

  /// The bytes to write in front of the cells.
  var bytes: [UInt8] {
    var payload = Data()
    for number in [pageCount, size.width, size.height] {
      payload.append(littleEndian: number, count: 4)
    }
    return Array(CompanionFrame(kind: Self.kind, payload: payload).bytes)
  }
}

/// The companion's answer, treated as hostile, since the companion decodes untrusted files.
///
/// Only block elements in palette colors, pixels in base64, or a checked Sixel drawing reach the screen, and never
/// more than were requested (PictureCompanion/protocol.h has the layout).
nonisolated enum PictureReply {
  private static let headLength = 22
  private static let cellLength = 12
  private static let plain: UInt32 = 0xFFFF_FFFF

  /// The longest answer to a request, in bytes, with its origin.
  static func maximumLength(for request: PictureRequest) -> Int {
    let cells = headLength + request.size.width * request.size.height * cellLength
    let graphic = request.cellPixels == nil ? 0 : 8 + request.form.byteLimit
    return DecodedOrigin.length + 2 * CompanionFrame.headLength + cells + graphic
  }

  /// Reads an answer.
  ///
  /// - Throws: The error that the companion reports, or `crashed` for an invalid answer.
  static func cells(
    from bytes: [UInt8], for request: PictureRequest, name: String
  ) throws(PictureError) -> PictureCells {
    let nonsense = PictureError(
      .crashed, "the program that decodes pictures sent an invalid answer for “\(name)”")
    let origin = DecodedOrigin(startOf: bytes)
    let bytes = origin == nil ? bytes : Array(bytes.dropFirst(DecodedOrigin.length))
    guard let (answer, graphic) = frames(bytes, for: request), answer.count >= headLength
    else { throw nonsense }
    func number(_ place: Int, _ count: Int) -> Int {
      answer[place...].littleEndian(count: count)
    }
    var pixels = Size(width: number(6, 4), height: number(10, 4))
    if let error = error(number(0, 2), pixels: pixels, name: name) { throw error }
    guard number(0, 2) == 0 else { throw nonsense }
    let size = Size(width: number(2, 2), height: number(4, 2))
    guard size.width > 0, size.width <= request.size.width, size.height > 0,
      size.height <= request.size.height, pixels.width > 0, pixels.height > 0,
      answer.count == headLength + size.width * size.height * cellLength,
      (graphic == nil) == (request.cellPixels == nil)
    else { throw nonsense }
    func share(_ place: Int) -> Double { Double(number(place, 2)) / 65535 }
    let part = PicturePart(x: share(14), y: share(16), width: share(18), height: share(20))
    guard part.width > 0, part.height > 0 else { throw nonsense }
    guard let frame = frame(answer.dropFirst(headLength), size: size, colors: request.colors)
    else { throw nonsense }
    if let origin { pixels = origin.size }
    return PictureCells(
      frame: frame, pixels: pixels, part: part, pageCount: origin?.pageCount ?? 1,
      graphic: try graphic.flatMap { bytes throws(PictureError) in
        try Self.graphic(bytes, in: size, for: request, nonsense)
      })
  }

  /// The payloads of the one or two frames of an answer; `nil` if it has others.
  private static func frames(
    _ bytes: [UInt8], for request: PictureRequest
  ) -> (answer: [UInt8], graphic: [UInt8]?)? {
    var reader = CompanionFrameReader(limit: maximumLength(for: request))
    reader.append(bytes)
    guard let answer = try? reader.next(), answer.kind == UInt8(ascii: "A") else { return nil }
    let graphic = try? reader.next()
    guard reader.isBetweenFrames, graphic.map({ $0.kind == UInt8(ascii: "G") }) ?? true
    else { return nil }
    return (Array(answer.payload), graphic.map { Array($0.payload) })
  }

  private static func frame(
    _ cells: ArraySlice<UInt8>, size: Size, colors: PictureRequest.Colors
  ) -> Frame? {
    var blocks: [Frame.Block] = []
    blocks.reserveCapacity(size.width * size.height)
    for start in stride(from: cells.startIndex, to: cells.endIndex, by: cellLength) {
      func number(_ offset: Int) -> UInt32 {
        UInt32(cells[(start + offset)...].littleEndian(count: 4))
      }
      let (foreground, background) = (number(4), number(8))
      guard [foreground, background].allSatisfy({ $0 == plain || colors.contains($0) })
      else { return nil }
      blocks.append(
        Frame.Block(
          scalar: number(0), foreground: UInt8(exactly: foreground),
          background: UInt8(exactly: background)))
    }
    return Frame(size: size, blocks: blocks)
  }

  /// The graphic of an answer; `nil` if the companion made none and only the cells are shown.
  private static func graphic(
    _ bytes: [UInt8], in size: Size, for request: PictureRequest, _ nonsense: PictureError
  ) throws(PictureError) -> Graphic? {
    guard let cell = request.cellPixels, bytes.count >= 8 else { throw nonsense }
    guard bytes.count > 8 else { return nil }
    let given = Size(
      width: bytes.littleEndian(count: 4), height: bytes[4...].littleEndian(count: 4))
    guard given.width <= size.width * cell.width, given.height <= size.height * cell.height,
      let graphic = Graphic(form: request.form, size: given, bytes: Array(bytes[8...]))
    else { throw nonsense }
    return graphic
  }

  /// The error that a status stands for; `nil` for success and for a status that doesn't exist.
  static func error(_ status: Int, pixels: Size, name: String) -> PictureError? {
    switch status {
    case 1:
      PictureError(.unknownFormat, "“\(name)” is not a JPEG, PNG, WebP, HEIC or PDF")
    case 2: PictureError(.damaged, "“\(name)” is damaged or cut short")
    case 3:
      PictureError(
        .tooLarge,
        "“\(name)” is too large to show: \(pixels.width) × \(pixels.height) pixels")
    case 4: PictureError(.noMemory, "“\(name)” needs more memory to decode than allowed")
    default: nil
    }
  }
}
