@testable import RepriseMedia
import Foundation
import Reprise
import Terminal
import Testing

@testable import Reprise

/// Real pictures through the real companion.
@Suite struct PictureDecoderTests {
  private let request = PictureRequest(size: Size(width: 16, height: 8), colors: .palette)

  /// The background and block colors that fill the middle of a quarter, as light.
  private func color(_ cells: PictureCells, x: Int, y: Int) throws -> [Int] {
    let cell = try #require(cells.frame[Point(x: x, y: y)])
    let isFull = cell.glyph.string == "█"
    let index = Int((isFull ? cell.style.foreground : cell.style.background).index) - 16
    try #require((0..<216).contains(index))
    return [index / 36, index / 6 % 6, index % 6]
  }

  /// The quarters of a picture in the order of ``MadePicture/quarters``: the channel that is lit, 3: all.
  private func quarters(_ cells: PictureCells) throws -> [Int] {
    let (width, height) = (cells.frame.size.width, cells.frame.size.height)
    return try [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      let parts = try color(cells, x: width * x / 4, y: height * y / 4)
      return parts.min() ?? 0 > 3 ? 3 : parts.firstIndex(of: parts.max() ?? 0) ?? -1
    }
  }

  private func decode(_ bytes: [UInt8], _ request: PictureRequest? = nil) throws -> PictureCells {
    let picture = try MadePicture(bytes)
    return try PictureDecoder().cells(
      of: PictureSource(path: picture.path), request ?? self.request)
  }

  @Test func jpegAndPNGBecomeCells() throws {
    for bytes in try [
      MadePicture.jpeg(), MadePicture.jpeg(isProgressive: true), MadePicture.png(),
      MadePicture.png(isInterlaced: true),
    ] {
      let cells = try decode(bytes)
      #expect(cells.frame.size == Size(width: 16, height: 8))
      #expect(cells.pixels == Size(width: 64, height: 64))
      #expect(try quarters(cells) == [0, 1, 2, 3])
    }
  }

  @Test func aPictureKeepsItsShape() throws {
    let wide = try decode(MadePicture.png(width: 200, height: 50))
    #expect(wide.frame.size == Size(width: 16, height: 2))
    let high = try decode(MadePicture.jpeg(width: 50, height: 200))
    #expect(high.frame.size == Size(width: 4, height: 8))
    #expect(try decode(MadePicture.png(width: 1, height: 1)).pixels == Size(width: 1, height: 1))
  }

  /// The library that draws counts rows in words of four bytes: other widths leaned over.
  @Test(arguments: [61, 62, 63]) func pictureOfAnyWidthIsNotSlanted(width: Int) throws {
    for bytes in try [
      MadePicture.jpeg(width: width, height: 64), MadePicture.png(width: width, height: 64),
    ] {
      #expect(try quarters(decode(bytes)) == [0, 1, 2, 3])
    }
  }

  /// The eight ways in which a camera can be held (EXIF 2.3, tag 0112).
  @Test(arguments: [
    (1, [0, 1, 2, 3]), (2, [1, 0, 3, 2]), (3, [3, 2, 1, 0]), (4, [2, 3, 0, 1]),
    (5, [0, 2, 1, 3]), (6, [2, 0, 3, 1]), (7, [3, 1, 2, 0]), (8, [1, 3, 0, 2]),
  ])
  func aPictureIsTurnedAsItsCameraWasHeld(_ orientation: Int, _ wanted: [Int]) throws {
    let bytes = try MadePicture.jpeg(exif: MadePicture.exif(orientation: UInt8(orientation)))
    #expect(try quarters(decode(bytes)) == wanted)
    // The same place of the picture, however it is stored: the top left quarter alone.
    let zoomed = PictureRequest(
      size: request.size, colors: .palette, zoom: PictureZoom(level: 4, x: 16384, y: 16384))
    #expect(try Set(quarters(decode(bytes, zoomed))) == [wanted[0]])
  }

  @Test func zoomShowsAPartAndStaysInside() throws {
    let bytes = try MadePicture.png(width: 400, height: 400)
    let corner = PictureRequest(
      size: request.size, colors: .palette, zoom: PictureZoom(level: 2, x: 65535, y: 65535))
    let cells = try decode(bytes, corner)
    #expect(try Set(quarters(cells)) == [3])
    #expect(abs(cells.part.width - 0.5) < 0.01 && abs(cells.part.x - 0.5) < 0.01)
    let expected = PicturePart(of: cells.pixels, in: corner.size, zoom: corner.zoom)
    #expect(abs(expected.x - cells.part.x) < 0.001)
    #expect(abs(expected.width - cells.part.width) < 0.001)
  }

  @Test func withoutColorThereAreOnlyBlocks() throws {
    let cells = try decode(
      MadePicture.jpeg(seed: 3), PictureRequest(size: request.size, colors: .monochrome))
    #expect(cells.frame.cells.allSatisfy { $0.style == .plain })
    let sixteen = try decode(
      MadePicture.jpeg(seed: 3), PictureRequest(size: request.size, colors: .sixteen))
    #expect(sixteen.frame.cells.allSatisfy { $0.style.background.index < 16 })
  }

  private func failure(_ bytes: [UInt8], named name: String = "x.jpg") throws -> PictureError {
    let picture = try MadePicture(bytes, named: name)
    return try #require(throws: PictureError.self) {
      try PictureDecoder().cells(of: PictureSource(path: picture.path), request)
    }
  }

  @Test func nonPictureIsReported() throws {
    #expect(
      try failure(Array("hello".utf8)).description
        == "“x.jpg” is not a JPEG, PNG, WebP, HEIC or PDF")
    #expect(try failure([]).kind == .unknownFormat)
    let jpeg = try MadePicture.jpeg(width: 500, height: 500, seed: 1)
    let cut = try failure(Array(jpeg.prefix(jpeg.count / 2)))
    #expect(cut.description == "“x.jpg” is damaged or cut short")
    #expect(try failure(Array(jpeg.prefix(5))).kind == .damaged)
    let png = try MadePicture.png(width: 300, height: 300, seed: 1)
    #expect(try failure(Array(png.prefix(png.count / 2))).kind == .damaged)
    var altered = png
    altered[png.count / 2] ^= 0x55
    #expect(try failure(altered).kind == .damaged)
  }

  /// The header is whole, and the library fails after it.
  @Test func aJPEGWhoseDecoderFailsAfterTheHeaderIsDamagedInEveryForm() throws {
    let jpeg = try MadePicture.jpeg(width: 120, height: 90, seed: 4)
    let scan = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA })
    var withoutTables = jpeg
    withoutTables[scan + 6] = 0x33
    var badSpectrum = jpeg
    badSpectrum[scan + 4] = 0
    var badSampling = jpeg
    let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    badSampling[frame + 11] = 0x34
    let sizes =
      [(Size?.none, GraphicForm.pixels), (Size(width: 10, height: 20), .pixels)]
      + [(Size(width: 10, height: 20), .sixels)]
    for (index, bytes) in [withoutTables, badSpectrum, badSampling].enumerated() {
      for (cell, form) in sizes {
        let request = PictureRequest(
          size: Size(width: 16, height: 8), colors: .palette, cellPixels: cell, form: form)
        let error = #expect(throws: PictureError.self, "\(index) \(form)") {
          try decode(bytes, request)
        }
        #expect(error?.kind == .damaged, "\(index) \(form): \(String(describing: error))")
      }
    }
  }

  /// A smaller picture may not need the last rows, but damage there still counts.
  @Test func damageInTheLastRowsOfAPNGIsFound() throws {
    var png = try MadePicture.png(width: 203, height: 203, seed: 1)
    let end = png.count - 12 - 4
    png[end] ^= 0xFF
    let tiny = PictureRequest(size: Size(width: 1, height: 1), colors: .monochrome)
    for request in [request, tiny] {
      #expect(throws: PictureError.self) { try decode(png, request) }
    }
  }

  @Test func oversizedPictureIsReported() throws {
    var png = try MadePicture.png()
    png.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    png.replaceSubrange(29..<33, with: Self.crc(Array(png[12..<29])))
    let large = try failure(png)
    #expect(large.kind == .tooLarge)
    #expect(large.description == "“x.jpg” is too large to show: 60000 × 60000 pixels")
    var jpeg = try MadePicture.jpeg()
    let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xEA, 0x60, 0xEA, 0x60])
    #expect(try failure(jpeg).kind == .tooLarge)
  }

  /// The checksum of a part of a PNG.
  private static func crc(_ bytes: [UInt8]) -> [UInt8] {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }
    crc ^= 0xFFFF_FFFF
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: crc >> $0) }
  }

  /// Whatever a file contains, the result is cells or a line; nothing hangs.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func damagedPicturesEndInCellsOrALine(seed: UInt64) throws {
    var state = seed
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for original in try [MadePicture.jpeg(seed: seed), MadePicture.png(seed: seed)] {
      for _ in 0..<25 {
        var bytes = original
        for _ in 0..<(1 + random(6)) { bytes[random(bytes.count)] = UInt8(random(256)) }
        do {
          let cells = try decode(bytes)
          #expect(cells.frame.size.width <= request.size.width)
        } catch let error as PictureError {
          #expect(error.kind != .timedOut && !error.description.contains("\n"), "seed \(seed)")
        }
      }
    }
  }

  @Test func directoryPipeAndMissingFileAreReported() throws {
    let picture = try MadePicture(MadePicture.png())
    let directory = (picture.path as NSString).deletingLastPathComponent
    let fifo = directory + "/fifo"
    mkfifo(fifo, 0o600)
    for path in [directory, fifo, directory + "/none"] {
      let error = try #require(throws: PictureError.self) {
        try PictureDecoder().cells(of: PictureSource(path: path), request)
      }
      #expect(error.kind == .unreadable, "\(path)")
    }
  }
}
