import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

/// Files that can't be attached are refused with a one-line error and leave nothing behind.
@Suite(.leavesMainActorAlone) struct AttachmentSourceTests {
  let home: AttachmentHome

  init() throws { home = try AttachmentHome() }

  private func expect(
    _ kind: InventoryError.Kind, _ words: String, _ path: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let error = try #require(home.refusal(path), sourceLocation: sourceLocation)
    #expect(error.kind == kind, sourceLocation: sourceLocation)
    #expect(error.message.contains(words), "\(error)", sourceLocation: sourceLocation)
    #expect(error.message.contains(path), "\(error)", sourceLocation: sourceLocation)
    #expect(!error.message.contains("\n"), sourceLocation: sourceLocation)
    #expect(try home.lines == [], sourceLocation: sourceLocation)
    #expect(home.files == [], sourceLocation: sourceLocation)
  }

  @Test func pipesDirectoriesAndDevicesAreRefusedWithoutBlocking() throws {
    let fifo = home.home.path + "/fifo"
    mkfifo(fifo, 0o600)
    try expect(.badData, "it is a pipe", fifo)
    try expect(.badData, "it is a directory", home.home.path)
    try expect(.badData, "it is a device", "/dev/zero")
    let link = home.home.path + "/link"
    symlink(fifo, link)
    try expect(.badData, "it is a pipe", link)
    try expect(.noInput, "No such file", home.home.path + "/none")
    try expect(.badData, "it is empty", home.home.file("empty", ""))
  }

  @Test func fiveGigabytesAreRefusedAtOnce() throws {
    let path = try home.file("big.bin")
    #expect(truncate(path, 5 << 30) == 0)
    try expect(.badData, "larger than 1 GiB", path)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func unreadableFilesAreRefused() throws {
    let path = try home.file("secret")
    chmod(path, 0)
    try expect(.permission, "Permission denied", path)
  }

  @Test(arguments: ["grows", "shrinks", "changes"])
  func aFileThatChangesWhileItIsReadIsRefused(how: String) throws {
    let path = try home.home.file("log", String(repeating: "x", count: 600_000))
    let source = try AttachmentSource(path: path)
    var pieces = 0
    #expect(throws: InventoryError.self) {
      try source.read { _ in
        pieces += 1
        guard pieces == 1 else { return }
        let file = fopen(path, "r+")
        if how == "grows" { fseek(file, 0, SEEK_END) }
        fputs("more", file)
        fclose(file)
        if how == "shrinks" { truncate(path, 300_000) }
      }
    }
    #expect(pieces > 0)
  }

  @Test func symbolicLinksInPlaceOfDirectoriesAreNotFollowed() throws {
    let elsewhere = home.home.path + "/elsewhere"
    mkdir(elsewhere, 0o700)
    symlink(elsewhere, home.store.path)
    let path = try home.file("a.txt")
    let error = try #require(home.refusal(path))
    #expect(error.kind == .permission)
    #expect(error.message.contains("is not a directory"), "\(error)")
    unlink(home.store.path)
    let attachment = try home.attach("b.txt")[0]
    let below = (home.store.path(of: attachment) as NSString).deletingLastPathComponent
    try FileManager.default.removeItem(atPath: below)
    symlink(elsewhere, below)
    #expect(home.refusal(home.home.path + "/b.txt")?.kind == .permission)
    #expect(home.store.condition(of: attachment, thoroughly: false) == .altered)
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == [])
    #expect(try home.store.orphans() == [])
  }

  @Test func mediaTypeAndSizeAreReadFromTheFirstBytes() throws {
    var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    png += Array("IHDR".utf8) + [0, 0, 1, 0, 0, 0, 0, 9]
    #expect(PictureHeader(png).width == 256)
    #expect(PictureHeader(png).height == 9)
    // An application segment that contains a marker, then the frame.
    let jpeg: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 0xFF, 0xC0, 1, 1, 0xFF, 0xC2, 0, 17, 8, 0, 7, 1, 2]
      + [UInt8](repeating: 0, count: 12)
    #expect(PictureHeader(jpeg).mediaType == "image/jpeg")
    #expect(PictureHeader(jpeg).height == 7)
    #expect(PictureHeader(jpeg).width == 258)
    // Truncated and random headers are not read past their end.
    var random = SeededGenerator(seed: 5)
    for length in 0..<jpeg.count { _ = PictureHeader(Array(jpeg.prefix(length))) }
    for _ in 0..<2000 {
      var bytes = jpeg + (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
      bytes[Int.random(in: 3..<bytes.count, using: &random)] = 0xFF
      _ = PictureHeader(bytes)
    }
    #expect(AttachmentKind(guessing: "IMG_1.jpg", mediaType: "image/jpeg") == .photo)
    #expect(AttachmentKind(guessing: "Invoice 12.pdf", mediaType: "application/pdf") == .receipt)
    #expect(AttachmentKind(guessing: "x.pdf", mediaType: "application/pdf") == .other)
  }

  /// The marker of a Huffman table is within the range of frame markers, and the table may precede the frame.
  @Test func aHuffmanTableIsNotTakenForTheFrame() {
    let table: [UInt8] = [0xFF, 0xC4, 0, 10, 0, 1, 1, 1, 1, 1, 1, 1]
    let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8, 0, 7, 1, 2] + [UInt8](repeating: 0, count: 12)
    let header = PictureHeader([0xFF, 0xD8] + table + frame)
    #expect(header.width == 258)
    #expect(header.height == 7)
  }
}
