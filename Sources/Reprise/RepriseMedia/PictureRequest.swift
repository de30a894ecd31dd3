import Reprise
import Foundation
import Storage
import Terminal

/// A request for a part of a picture in a number of cells.
nonisolated public struct PictureRequest: Hashable, Sendable {
  /// The colors that the cells may have.
  public enum Colors: UInt8, Hashable, Sendable {
    /// Only the terminal's default foreground and background.
    case monochrome = 0
    /// The sixteen colors of the user's palette.
    case sixteen = 1
    /// The fixed colors of the 256-color palette.
    case palette = 2

    /// Whether a palette color is among them.
    func contains(_ index: UInt32) -> Bool {
      switch self {
      case .monochrome: false
      case .sixteen: index < 16
      case .palette: index < 256
      }
    }

    /// The colors of a terminal with that many.
    public init(terminal colors: Int) {
      self = colors >= 256 ? .palette : colors >= 16 ? .sixteen : .monochrome
    }
  }

  /// The available cells; the picture keeps its aspect ratio and may cover fewer.
  public var size: Size

  /// The available colors.
  public var colors: Colors

  /// The zoom.
  public var zoom: PictureZoom

  /// The pixels of a cell, if pixels are requested along with the cells.
  public let cellPixels: Size?

  /// The format of the pixels.
  public let form: GraphicForm

  /// The index of the page, for a file with several.
  public var page: Int

  /// Makes a request; for the whole picture, or the first page, unless a zoom or a page is given.
  ///
  /// If there are more pixels than a `Graphic` may have, each cell gets fewer. A Sixel drawing's pixels are as large
  /// as the terminal's, so in this case none are requested.
  public init(
    size: Size, colors: Colors, zoom: PictureZoom = .fit, cellPixels: Size? = nil,
    form: GraphicForm = .pixels, page: Int = 0
  ) {
    self.page = min(Self.lastPage, max(0, page))
    self.size = Size(width: min(1000, max(1, size.width)), height: min(1000, max(1, size.height)))
    self.colors = colors
    self.zoom = zoom
    self.form = form
    let limit = form.pixelLimit / (self.size.width * self.size.height)
    let fitting = cellPixels.flatMap { Self.fitting($0, limit: limit) }
    self.cellPixels = form == .sixels && fitting != cellPixels ? nil : fitting
  }

  /// The highest index of a page.
  private static let lastPage = 999_999

  /// The longest side of the page or photo that `reprise-documents` decodes for this request, in pixels: as many as can
  /// be seen.
  var side: Int {
    let cell = cellPixels ?? Size(width: 8, height: 16)
    let longest = Double(max(size.width * cell.width, size.height * cell.height)) * zoom.factor
    return Int(min(Double(Self.largestSide), max(64, longest)))
  }

  /// The longest side that the companion decodes.
  static let largestSide = 4096

  /// The pixels of a cell reduced to a limit, in the same aspect ratio; `nil` if not one is left.
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

  /// The request's key in a cache.
  var key: String {
    "\(size.width)x\(size.height)-\(colors.rawValue)-\(zoom.level)-\(zoom.x)-\(zoom.y)"
      + (page == 0 ? "" : "-\(page)")
  }
}

/// The size at which a picture is shown, and the point at its center.
///
/// ```swift
/// let zoom = PictureZoom.fit.leveled(by: 1)
/// let view = PictureView()
/// view.setZoom(zoom)
/// ```
nonisolated public struct PictureZoom: Hashable, Sendable {
  /// The zoom level: 0 fits the picture into its view, and every two levels double the size.
  public private(set) var level: Int

  /// The point at the center; 0 to 65535 covers the picture's width and height.
  public private(set) var x, y: UInt16

  /// The whole picture.
  public static let fit = PictureZoom(level: 0, x: 0x8000, y: 0x8000)

  /// The highest level: 64 times the size.
  public static let maximumLevel = 12

  /// Makes a zoom; clamps the level to its range.
  public init(level: Int, x: UInt16, y: UInt16) {
    self.level = min(Self.maximumLevel, max(0, level))
    (self.x, self.y) = (x, y)
  }

  /// The scale relative to a picture that fits.
  public var factor: Double {
    let whole = Double(1 << (level / 2))
    return level.isMultiple(of: 2) ? whole : whole * 1.5
  }

  /// The zoom with another level around the same point.
  public func leveled(by step: Int) -> PictureZoom {
    let level = level + step
    return level <= 0 ? .fit : PictureZoom(level: level, x: x, y: y)
  }

  /// The zoom moved by fractions of the visible part, which stays inside the picture.
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

/// The part of a picture that is shown, in fractions of its width and height.
nonisolated public struct PicturePart: Hashable, Sendable {
  /// The origin.
  public var x, y: Double
  /// The size; 1 for the whole picture.
  public var width, height: Double

  /// Makes a part.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The part of a picture that a zoom shows in a number of cells, computed as in the companion.
  ///
  /// A cell is twice as high as wide. A picture of unknown size is assumed to have the cells' aspect ratio.
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
