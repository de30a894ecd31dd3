import Reprise
import Foundation
import Storage
import Terminal

/// Which part of a picture is wanted in how many cells.
nonisolated public struct PictureRequest: Hashable, Sendable {
  /// How many colours the cells may have.
  public enum Colors: UInt8, Hashable, Sendable {
    /// None: only the terminal's own letters and background.
    case monochrome = 0
    /// The sixteen of the person's palette.
    case sixteen = 1
    /// The fixed ones of the large palette.
    case palette = 2

    /// Whether a colour of the palette is among them.
    func contains(_ index: UInt32) -> Bool {
      switch self {
      case .monochrome: false
      case .sixteen: index < 16
      case .palette: index < 256
      }
    }

    /// What a terminal with so many colours shows.
    public init(terminal colors: Int) {
      self = colors >= 256 ? .palette : colors >= 16 ? .sixteen : .monochrome
    }
  }

  /// The cells there are; the picture keeps its shape and may take fewer.
  public var size: Size

  /// The colours there are.
  public var colors: Colors

  /// How much larger than fitting the picture is.
  public var zoom: PictureZoom

  /// How many pixels a cell has, if these are wanted beside the cells.
  public let cellPixels: Size?

  /// The form in which they are wanted.
  public let form: GraphicForm

  /// Makes a request; all of the picture unless a zoom is given.
  ///
  /// Of more pixels than a `Graphic` may have, every cell gets fewer. Those of a Sixel drawing are as
  /// large as the terminal's, so there none are asked for then.
  public init(
    size: Size, colors: Colors, zoom: PictureZoom = .fit, cellPixels: Size? = nil,
    form: GraphicForm = .pixels
  ) {
    self.size = Size(width: min(1000, max(1, size.width)), height: min(1000, max(1, size.height)))
    self.colors = colors
    self.zoom = zoom
    self.form = form
    let limit = form.pixelLimit / (self.size.width * self.size.height)
    let fitting = cellPixels.flatMap { Self.fitting($0, limit: limit) }
    self.cellPixels = form == .sixels && fitting != cellPixels ? nil : fitting
  }

  /// The pixels of a cell within a limit, in the same shape; `nil` where not one is left.
  private static func fitting(_ cell: Size, limit: Int) -> Size? {
    guard limit > 0, cell.width > 0, cell.height > 0 else { return nil }
    let excess = Double(cell.width) * Double(cell.height) / Double(limit)
    let scale = excess > 1 ? excess.squareRoot() : 1
    let width = max(1, min(255, Int(Double(cell.width) / scale)))
    return Size(
      width: width, height: max(1, min(255, limit / width, Int(Double(cell.height) / scale))))
  }

  /// The request as the companion reads it, up to the bytes of the file (PictureCompanion/protocol.h).
  ///
  /// - Parameter length: The length of the file, in bytes.
  func bytes(length: Int) -> [UInt8] {
    var payload = Data()
    payload.append(littleEndian: size.width, count: 2)
    payload.append(littleEndian: size.height, count: 2)
    payload.append(contentsOf: [
      colors.rawValue, UInt8(cellPixels?.width ?? 0), UInt8(cellPixels?.height ?? 0),
      form.rawValue,
    ])
    payload.append(littleEndian: Int(zoom.factor * 65536), count: 4)
    payload.append(littleEndian: Int(zoom.x), count: 2)
    payload.append(littleEndian: Int(zoom.y), count: 2)
    let request = CompanionFrame(kind: UInt8(ascii: "Q"), payload: payload)
    return Array(request.bytes) + CompanionFrame.head(kind: UInt8(ascii: "F"), length: length)
  }

  /// The name of what is asked for, for a cache.
  var key: String {
    "\(size.width)x\(size.height)-\(colors.rawValue)-\(zoom.level)-\(zoom.x)-\(zoom.y)"
  }
}

/// How large a picture is shown, and which place of it stands in the middle.
nonisolated public struct PictureZoom: Hashable, Sendable {
  /// 0 for a picture that fits; two levels more are twice as large.
  public private(set) var level: Int

  /// The place in the middle, 0 to 65535 of the width and height.
  public private(set) var x, y: UInt16

  /// All of the picture.
  public static let fit = PictureZoom(level: 0, x: 0x8000, y: 0x8000)

  /// The highest level: 64 times as large.
  public static let maximumLevel = 12

  /// Makes a zoom; a level that is out of range is brought into it.
  public init(level: Int, x: UInt16, y: UInt16) {
    self.level = min(Self.maximumLevel, max(0, level))
    (self.x, self.y) = (x, y)
  }

  /// How much larger than fitting the picture is.
  public var factor: Double {
    let whole = Double(1 << (level / 2))
    return level.isMultiple(of: 2) ? whole : whole * 1.5
  }

  /// The zoom of another level around the same place.
  public func leveled(by step: Int) -> PictureZoom {
    let level = level + step
    return level <= 0 ? .fit : PictureZoom(level: level, x: x, y: y)
  }

  /// The zoom moved by shares of the part that is shown, which stays inside of the picture.
  func moved(x dx: Double, y dy: Double, within part: PicturePart) -> PictureZoom {
    PictureZoom(
      level: level, x: Self.place(x, dx, part.width), y: Self.place(y, dy, part.height))
  }

  private static func place(_ center: UInt16, _ step: Double, _ extent: Double) -> UInt16 {
    let half = extent / 2
    let wanted = Double(center) / 65535 + step * extent
    return UInt16(max(0, min(65535, (max(half, min(1 - half, wanted)) * 65535).rounded())))
  }
}

/// The part of a picture that is shown, in shares of its width and height.
nonisolated public struct PicturePart: Hashable, Sendable {
  /// Where it begins.
  public var x, y: Double
  /// How large it is; 1 for all.
  public var width, height: Double

  /// Makes a part.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// What a zoom shows of a picture in so many cells, worked out as the companion does it.
  ///
  /// A cell is twice as high as wide. Of a picture of unknown size the shape is taken for that of the
  /// cells.
  init(of pixels: Size?, in cells: Size, zoom: PictureZoom) {
    let width = Double(max(1, pixels?.width ?? cells.width))
    let height = Double(max(1, pixels?.height ?? cells.height * 2))
    let scale = min(Double(cells.width) / width, Double(cells.height) * 2 / height) * zoom.factor
    let columns = max(1, width * scale)
    let rows = max(1, height * scale / 2)
    self.width = min(1, max(1, min(Double(cells.width), columns.rounded())) / columns)
    self.height = min(1, max(1, min(Double(cells.height), rows.rounded())) / rows)
    x = max(0, min(1 - self.width, Double(zoom.x) / 65535 - self.width / 2))
    y = max(0, min(1 - self.height, Double(zoom.y) / 65535 - self.height / 2))
  }
}
