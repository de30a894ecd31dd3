import Terminal

/// A picture as cells.
nonisolated public struct PictureCells: Hashable, Sendable {
  /// The cells; as many as the picture takes of those that were asked for.
  public let frame: Frame

  /// The size of the picture in pixels, as it is shown.
  public let pixels: Size

  /// The part of it that is shown.
  public let part: PicturePart

  /// Its pixels, if they were asked for.
  public let graphic: Graphic?
}

/// What the companion answered, held for hostile: it decoded a file from anywhere.
///
/// Nothing of it reaches the screen but block elements in palette colours, the base64 of pixels or a Sixel
/// drawing that was checked, and never more than were asked for. The layout is told in
/// Sources/PictureCompanion/protocol.h.
nonisolated enum PictureReply {
  private static let headLength = 28
  private static let cellLength = 12
  private static let plain: UInt32 = 0xFFFF_FFFF

  /// How long an answer can be.
  static func maximumLength(for request: PictureRequest) -> Int {
    headLength + request.size.width * request.size.height * cellLength
      + (request.cellPixels == nil ? 0 : 8 + request.form.byteLimit)
  }

  /// Reads an answer.
  ///
  /// - Throws: What the companion says is wrong with the picture, or `crashed` for an answer that
  ///   cannot be.
  static func cells(
    from bytes: [UInt8], for request: PictureRequest, name: String
  ) throws(PictureError) -> PictureCells {
    let nonsense = PictureError(
      .crashed, "the program that decodes pictures answered nonsense about “\(name)”")
    guard bytes.count >= headLength, bytes.starts(with: "RPA1".utf8) else { throw nonsense }
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    let pixels = Size(width: number(12, 4), height: number(16, 4))
    try check(status: number(4, 2), pixels: pixels, name: name, nonsense)
    let size = Size(width: number(6, 2), height: number(8, 2))
    guard size.width > 0, size.width <= request.size.width, size.height > 0,
      size.height <= request.size.height, pixels.width > 0, pixels.height > 0
    else { throw nonsense }
    let end = headLength + size.width * size.height * cellLength
    guard request.cellPixels == nil ? bytes.count == end : bytes.count >= end + 8
    else { throw nonsense }
    func share(_ place: Int) -> Double { Double(number(place, 2)) / 65535 }
    let part = PicturePart(x: share(20), y: share(22), width: share(24), height: share(26))
    guard part.width > 0, part.height > 0 else { throw nonsense }
    var blocks: [Frame.Block] = []
    blocks.reserveCapacity(size.width * size.height)
    for index in 0..<size.width * size.height {
      let place = headLength + index * cellLength
      let colors = [UInt32(number(place + 4, 4)), UInt32(number(place + 8, 4))]
      let isKnown = colors.allSatisfy { $0 == plain || request.colors.contains($0) }
      guard isKnown else { throw nonsense }
      blocks.append(
        Frame.Block(
          scalar: UInt32(number(place, 4)), foreground: UInt8(exactly: colors[0]),
          background: UInt8(exactly: colors[1])))
    }
    guard let frame = Frame(size: size, blocks: blocks) else { throw nonsense }
    var graphic: Graphic?
    // Behind the size of a graphic stands nothing where there is none: the cells are shown alone.
    if let cell = request.cellPixels, bytes.count > end + 8 {
      let given = Size(width: number(end, 4), height: number(end + 4, 4))
      guard given.width <= size.width * cell.width, given.height <= size.height * cell.height,
        let made = Graphic(form: request.form, size: given, bytes: Array(bytes[(end + 8)...]))
      else { throw nonsense }
      graphic = made
    }
    return PictureCells(frame: frame, pixels: pixels, part: part, graphic: graphic)
  }

  private static func check(
    status: Int, pixels: Size, name: String, _ nonsense: PictureError
  ) throws(PictureError) {
    switch status {
    case 0: return
    case 1: throw PictureError(.unknownFormat, "“\(name)” is neither a JPEG nor a PNG")
    case 2: throw PictureError(.damaged, "“\(name)” is damaged or cut short")
    case 3:
      throw PictureError(
        .tooLarge,
        "“\(name)” is too large to show: \(pixels.width) × \(pixels.height) pixels")
    case 4:
      throw PictureError(.noMemory, "“\(name)” takes more memory to decode than is allowed")
    default: throw nonsense
    }
  }
}
