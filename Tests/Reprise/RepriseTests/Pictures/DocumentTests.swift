import Foundation
import RepriseMedia
import Storage
import TestSupport
import Testing

@testable import Reprise

/// PDF, WebP and HEIC become cells and JPEGs; anything wrong with a file, a library or the companion is one line.
@Suite(.waitsForProcesses) struct DocumentTests {
  private let request = PictureRequest(size: Size(width: 20, height: 10), colors: .palette)

  private func cells(
    _ bytes: [UInt8], _ request: PictureRequest? = nil, named name: String = "x",
    _ decoder: PictureDecoder = PictureDecoder(deadline: 60_000)
  ) throws -> PictureCells {
    let picture = try MadePicture(bytes, named: name)
    return try decoder.cells(of: PictureSource(path: picture.path), request ?? self.request)
  }

  private func failure(
    _ bytes: [UInt8], _ decoder: PictureDecoder = PictureDecoder(deadline: 60_000), page: Int = 0
  ) throws -> PictureError {
    let request = PictureRequest(size: request.size, colors: .palette, page: page)
    return try #require(throws: PictureError.self) { try cells(bytes, request, decoder) }
  }

  /// The palette's colors of the quarters of a picture.
  private func corners(_ cells: PictureCells) -> [Int16] {
    let size = cells.frame.size
    let places = [
      Point(x: 1, y: 1), Point(x: size.width - 2, y: 1), Point(x: 1, y: size.height - 2),
      Point(x: size.width - 2, y: size.height - 2),
    ]
    return places.compactMap { place -> Int16? in
      guard let cell = cells.frame[place] else { return nil }
      let color = cell.glyph.string == "█" ? cell.style.foreground : cell.style.background
      return color.index
    }
  }

  @Test(arguments: [
    (MadeDocument.webp, PictureFormat.webp), (MadeDocument.lossyWebP, .webp),
    (MadeDocument.heic, .heic),
  ])
  func aPhotoLooksAsItDoesAsPNG(_ bytes: [UInt8], _ format: PictureFormat) throws {
    #expect(PictureFormat(firstBytes: bytes) == format)
    let shown = try cells(bytes, named: "photo.txt")
    #expect(shown.pixels == Size(width: 64, height: 64) && shown.pageCount == 1)
    let corners = corners(shown)
    #expect(Set(corners).count == 4, "\(corners)")
  }

  @Test func eachPageOfADocumentIsShown() throws {
    let bytes = MadeDocument.pdf(["one", "two", "three"])
    let pages = try (0..<3).map { page in
      try cells(bytes, PictureRequest(size: request.size, colors: .palette, page: page))
    }
    #expect(pages.allSatisfy { $0.pageCount == 3 && $0.pixels == Size(width: 300, height: 200) })
    #expect(Set(pages.map(\.frame)).count == 3)
    #expect(try failure(bytes, page: 3).kind == .damaged)
  }

  @Test func aPageIsAJPEGOfTheRequestedSize() throws {
    let picture = try MadePicture(MadeDocument.pdf(["one"]), named: "x.pdf")
    let source = PictureSource(path: picture.path)
    let page = try PictureDecoder().page(0, of: source, side: 900)
    #expect(page.pageCount == 1 && page.size == Size(width: 300, height: 200))
    let shown = try cells(page.jpeg)
    #expect(shown.pixels == Size(width: 900, height: 600))
    let photo = try MadePicture(try MadePicture.jpeg(), named: "x.jpg")
    #expect(
      throws: PictureError(.unknownFormat, "“x.jpg” is not a WebP, HEIC or PDF")
    ) { try PictureDecoder().page(0, of: PictureSource(path: photo.path), side: 900) }
  }

  @Test func thousandsOfPagesTakeNoLonger() throws {
    let bytes = MadeDocument.pdf((0..<2000).map { "page \($0)" })
    #expect(try cells(bytes).pageCount == 2000)
  }

  @Test func encryptedAndDamagedFilesAreNamed() throws {
    #expect(
      try failure(MadeDocument.encryptedPDF).description
        == "“x” is encrypted; remove its password first")
    let pdf = MadeDocument.pdf(["one", "two"])
    for bytes in [pdf, MadeDocument.webp, MadeDocument.lossyWebP, MadeDocument.heic] {
      for share in [3, 2] {
        let cut = try failure(Array(bytes.prefix(bytes.count - bytes.count / share)))
        #expect(cut.description == "“x” is damaged or cut short")
      }
    }
    #expect(try failure(Array("%PDF-1.4 receipt %%EOF".utf8)).kind == .damaged)
  }

  @Test func anAnimationIsNotCalledDamaged() throws {
    // An extended header of 64 × 64 pixels with the flag for animations, and no frame.
    let canvas: [UInt8] = [10, 0, 0, 0, 2, 0, 0, 0, 63, 0, 0, 63, 0, 0]
    let animation: [UInt8] = [6, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    var rest: [UInt8] = Array("WEBPVP8X".utf8)
    rest += canvas
    rest += Array("ANIM".utf8)
    rest += animation
    var bytes: [UInt8] = Array("RIFF".utf8)
    bytes += [UInt8(rest.count), 0, 0, 0]
    bytes += rest
    #expect([.unsupported, .damaged].contains(try failure(bytes).kind))
  }

  @Test func hugeSizesAreRefusedBeforeDecoding() throws {
    var webp = MadeDocument.webp
    // 14 bits each for width and height, less one.
    let size: UInt32 = 16382 | 16382 << 14
    for index in 0..<4 { webp[21 + index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
    #expect(try failure(webp).kind == .tooLarge)
    let heic = MadeDocument.heic
    let place = try #require(
      heic.indices.first { Array(heic.dropFirst($0).prefix(4)) == Array("ispe".utf8) })
    var large = heic
    large.replaceSubrange((place + 8)..<(place + 16), with: [0, 0, 200, 0, 0, 0, 200, 0])
    #expect([.tooLarge, .noMemory, .damaged].contains(try failure(large).kind))
    let tall = String(decoding: MadeDocument.pdf(["one"]), as: UTF8.self)
      .replacingOccurrences(of: "[0 0 300 200]", with: "[0 0 1 99999]")
    #expect(try cells(Array(tall.utf8)).frame.size.width == 1)
  }

  @Test func aSlowPageIsGivenUp() throws {
    let slow = try failure(MadeDocument.slowPDF(), PictureDecoder(deadline: 500))
    #expect(slow.kind == .timedOut)
  }

  @Test(arguments: [
    (MadeDocument.pdf(["one"]), "Install libpoppler-glib8 to see PDF pages."),
    (MadeDocument.webp, "Install libwebp7 to see WebP photos."),
    (MadeDocument.heic, "Install libheif1 to see HEIC photos."),
  ])
  func aMissingLibraryIsNamed(_ bytes: [UInt8], _ line: String) throws {
    let companion = try PictureDecoder.locateDocumentCompanion()
    let script = NSTemporaryDirectory() + "documents-\(UUID().uuidString)"
    try Script.write("exec '\(companion)' --libraries /nonexistent", to: script)
    defer { unlink(script) }
    let missing = try failure(bytes, PictureDecoder(documents: script))
    #expect(missing == PictureError(.libraryMissing, line))
  }

  @Test func aMissingCompanionIsNamed() throws {
    #expect(
      throws: PictureError(
        .companionMissing, "REPRISE_DOCUMENTS does not name a program: /nonexistent")
    ) {
      try PictureDecoder.locateDocumentCompanion(variables: ["REPRISE_DOCUMENTS": "/nonexistent"])
    }
  }

  /// An answer that doesn't fit the request is one line, whatever it contains.
  @Test(arguments: [
    "kill -SEGV $$", "exit 0", "head -c 100000 /dev/urandom", "printf 'AAAAAAAAAAAAAAAAAAAAAAAAA'",
    #"printf '\016\000\000\000A\000\000\000\000\000\000\001\000\000\000\001\000\000\000'"#,
    #"printf '\021\000\000\000A\000\000\001\000\000\000\001\000\000\000\001\000\000\000\377\330\377'"#,
  ])
  func aHostileCompanionIsOneLine(_ script: String) throws {
    let path = NSTemporaryDirectory() + "documents-\(UUID().uuidString)"
    try Script.write("cat >/dev/null; \(script)", to: path)
    defer { unlink(path) }
    let error = try failure(MadeDocument.webp, PictureDecoder(documents: path, deadline: 60_000))
    #expect([.crashed, .damaged, .unknownFormat].contains(error.kind))
    #expect(!error.description.contains("\n"))
  }

  /// The first bytes decide, whatever the name is.
  @Test func formatsAreRecognizedByContent() throws {
    #expect(PictureFormat(firstBytes: MadeDocument.pdf(["one"])) == .pdf)
    #expect(PictureFormat(firstBytes: try MadePicture.jpeg()) == .jpeg)
    #expect(PictureFormat(firstBytes: try MadePicture.png()) == .png)
    #expect(PictureFormat(firstBytes: Array("receipt.pdf".utf8)) == nil)
    #expect(PictureFormat(firstBytes: []) == nil)
  }

  /// The number of pages comes from the cache, too.
  @Test func cachedPagesNeedNoCompanion() throws {
    let directory = NSTemporaryDirectory() + "cache-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let picture = try MadePicture(MadeDocument.pdf(["one", "two"]), named: "x.pdf")
    let path = picture.path
    let request = PictureRequest(size: request.size, colors: .palette, page: 1)
    func source(isCacheable: Bool = true) -> PictureSource {
      PictureSource(name: "x.pdf", identity: "x", isCacheable: isCacheable) {
        open(path, O_RDONLY)
      }
    }
    let cache = PictureCache(directory: directory)
    let first = try PictureDecoder(cache: cache).cells(of: source(isCacheable: false), request)
    #expect(!FileManager.default.fileExists(atPath: directory), "nothing is cached on request")
    #expect(try PictureDecoder(cache: cache).cells(of: source(), request) == first)
    let offline = PictureDecoder(companion: "/none", documents: "/none", cache: cache)
    #expect(try offline.cells(of: source(), request) == first)
    #expect(first.pageCount == 2)
  }
}
