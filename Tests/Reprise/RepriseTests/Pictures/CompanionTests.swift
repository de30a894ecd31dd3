@testable import RepriseMedia
import Storage
import Foundation
import TestSupport
@testable import Terminal
import Testing

@testable import Reprise

/// Companions that are not what they should be: each is one line, in time, and leaves no process behind.
@Suite struct CompanionTests {
  private let request = PictureRequest(size: Size(width: 4, height: 2), colors: .palette)

  /// Asks a companion that is a shell script.
  private func failure(
    _ script: String, deadline: Int = 60_000, isCancelled: () -> Bool = { false }
  ) throws -> PictureError {
    let executable = NSTemporaryDirectory() + "companion-\(UUID().uuidString)"
    try Script.write(script, to: executable)
    defer { unlink(executable) }
    let bytes = try MadePicture.jpeg(width: 600, height: 600, seed: 9)
    let picture = try MadePicture(bytes, named: "x.jpg")
    let decoder = PictureDecoder(companion: executable, deadline: deadline)
    return try #require(throws: PictureError.self) {
      try decoder.cells(
        of: PictureSource(path: picture.path), request, isCancelled: isCancelled)
    }
  }

  @Test func crashIsReported() throws {
    #expect(
      try failure("kill -SEGV $$").description
        == "the program that decodes pictures crashed on “x.jpg”")
    #expect(try failure("exit 3").kind == .crashed)
    #expect(try failure("cat >/dev/null; kill -9 $$").kind == .crashed)
  }

  /// A screen full of pictures starts no more of them than there are processors.
  @Test func noMoreAreStartedThanThereAreProcessors() throws {
    let directory = NSTemporaryDirectory() + "gate-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let executable = directory + "/companion"
    try Script.write(
      "touch \(directory)/running.$$; ls \(directory) | grep -c running >> \(directory)/counts\n"
        + "cat >/dev/null; sleep 0.1; rm \(directory)/running.$$; exit 3", to: executable)
    let picture = try MadePicture(try MadePicture.jpeg(width: 60, height: 60), named: "x.jpg")
    let decoder = PictureDecoder(companion: executable)
    let request = request
    let path = picture.path
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<12 {
      Thread.detachNewThread {
        _ = try? decoder.cells(of: PictureSource(path: path), request)
        ended.signal()
      }
    }
    for _ in 0..<12 { #expect(Wait.until(ended)) }
    let counts = try String(contentsOfFile: directory + "/counts", encoding: .utf8)
      .split(separator: "\n").compactMap { Int($0) }
    #expect(counts.count == 12)
    let most = try #require(counts.max())
    #expect(most <= ProcessInfo.processInfo.activeProcessorCount)
  }

  @Test func hangingCompanionIsKilled() throws {
    let slow = try failure("cat >/dev/null; exec sleep 1000", deadline: 300)
    #expect(slow.kind == .timedOut)
    #expect(try failure("exec sleep 1000", deadline: 300).kind == .timedOut)
    // It closed its end and stays.
    #expect(try failure("exec sleep 1000 <&- >&-").kind == .crashed)
  }

  @Test func unneededCompanionIsKilled() throws {
    var asked = 0
    let cancelled = try failure("exec sleep 1000") {
      asked += 1
      return asked > 3
    }
    #expect(cancelled.kind == .cancelled)
  }

  @Test func invalidDataIsReported() throws {
    for script in [
      "echo hello", "cat >/dev/null; cat /dev/zero",
      // A head that promises cells, and none.
      #"cat >/dev/null; printf '\026\000\000\000A\000\000\004\000\002\000\001\000\000\000\001\000\000\000\000\000\000\000\377\377\377\377'"#,
    ] {
      let failure = try failure(script)
      #expect(failure.kind == .crashed, "\(script)")
    }
  }

  @Test func missingCompanionIsReported() throws {
    let picture = try MadePicture(MadePicture.png())
    let decoder = PictureDecoder(companion: "/nonexistent/companion")
    let error = try #require(throws: PictureError.self) {
      try decoder.cells(of: PictureSource(path: picture.path), request)
    }
    #expect(error.kind == .companionMissing)
    #expect(throws: PictureError.self) {
      try PictureDecoder.locateCompanion(variables: ["REPRISE_PICTURES": "/nonexistent"])
    }
    #expect(throws: PictureError.self) {
      try PictureDecoder.locateCompanion(variables: ["REPRISE_PICTURES": "relative"])
    }
    // A directory can be entered, and not started.
    #expect(throws: PictureError.self) {
      try PictureDecoder.locateCompanion(variables: ["REPRISE_PICTURES": "/usr"])
    }
  }

  private func frame(_ kind: Unicode.Scalar, _ payload: [UInt8]) -> [UInt8] {
    Array(CompanionFrame(kind: UInt8(ascii: kind), payload: Data(payload)).bytes)
  }

  /// Every field of an answer is checked: a byte changed anywhere makes other cells or a line.
  @Test func anAnswerIsHostileUntilChecked() throws {
    let head: [UInt8] =
      [0, 0, 2, 0, 1, 0, 9, 0, 0, 0, 9, 0, 0, 0]
      + [0, 0, 0, 0, 255, 255, 255, 255]
    let cell: [UInt8] = [0x88, 0x25, 0, 0, 20, 0, 0, 0, 255, 255, 255, 255]
    let good = head + cell + cell
    func cells(_ payload: [UInt8], then rest: [UInt8] = []) -> PictureCells? {
      let bytes = frame("A", payload) + rest
      return try? PictureReply.cells(from: bytes, for: request, name: "x")
    }
    #expect(cells(good)?.frame.size == Size(width: 2, height: 1))
    #expect(cells(good)?.frame.row(0).first?.glyph.string == "█")
    #expect(cells(Array(good.dropLast())) == nil)
    #expect(cells(good + [0]) == nil)
    #expect(cells(good, then: [0]) == nil, "half a frame behind it")
    #expect(cells(good, then: frame("A", good)) == nil, "a second answer")
    let other = frame("B", good)
    #expect((try? PictureReply.cells(from: other, for: request, name: "x")) == nil)
    let cut = Array(frame("A", good).dropLast())
    #expect((try? PictureReply.cells(from: cut, for: request, name: "x")) == nil)
    var escape = good
    escape[22] = 0x1B
    escape[23] = 0
    #expect(cells(escape) == nil, "a control character")
    var wide = good
    wide.replaceSubrange(22..<24, with: [0x36, 0x83])
    #expect(cells(wide) == nil, "a letter")
    var color = good
    color[27] = 1
    #expect(cells(color) == nil, "a color outside the palette")
    for place in [6, 10] {
      var empty = good
      empty[place] = 0
      #expect(cells(empty) == nil, "a picture without pixels")
    }
    var many = good
    many[2] = 5
    #expect(cells(many) == nil, "more columns than asked for")
    for place in good.indices {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var bytes = good
        bytes[place] = value
        guard let found = cells(bytes) else { continue }
        #expect(found.frame.size.width <= 4 && found.frame.size.height <= 2)
      }
    }
  }

  /// Pixels are as many as their size says, no more than the cells have, and there only if asked for.
  @Test func pixelsAreHostileUntilChecked() throws {
    let asking = PictureRequest(
      size: Size(width: 4, height: 2), colors: .palette, cellPixels: Size(width: 2, height: 3))
    let head: [UInt8] =
      [0, 0, 1, 0, 1, 0, 9, 0, 0, 0, 9, 0, 0, 0]
      + [0, 0, 0, 0, 255, 255, 255, 255]
    let cell: [UInt8] = [0x88, 0x25, 0, 0, 20, 0, 0, 0, 255, 255, 255, 255]
    func graphic(
      _ width: [UInt8], _ height: [UInt8], _ count: Int, _ request: PictureRequest? = nil
    ) -> Size? {
      let pixels = width + height + Array(repeating: 0x1B, count: count)
      let bytes = frame("A", head + cell) + frame("G", pixels)
      return try? PictureReply.cells(from: bytes, for: request ?? asking, name: "x").graphic?.size
    }
    #expect(graphic([2, 0, 0, 0], [3, 0, 0, 0], 18) == Size(width: 2, height: 3))
    #expect(graphic([2, 0, 0, 0], [3, 0, 0, 0], 17) == nil, "a byte is missing")
    #expect(graphic([2, 0, 0, 0], [3, 0, 0, 0], 19) == nil, "a byte too many")
    #expect(graphic([3, 0, 0, 0], [2, 0, 0, 0], 18) == nil, "wider than its cell")
    #expect(graphic([0, 0, 0, 0], [3, 0, 0, 0], 0) == nil)
    #expect(graphic([255, 255, 255, 255], [255, 255, 255, 255], 18) == nil)
    #expect(graphic([2, 0, 0, 0], [3, 0, 0, 0], 18, request) == nil, "not requested")
    #expect((try? PictureReply.cells(from: frame("A", head + cell), for: asking, name: "x")) == nil)
  }

  /// A drawing for a terminal is one to its last byte, and stays in its cells.
  @Test func aDrawingIsHostileUntilChecked() throws {
    let asking = PictureRequest(
      size: Size(width: 4, height: 2), colors: .palette, cellPixels: Size(width: 4, height: 6),
      form: .sixels)
    let head: [UInt8] =
      [0, 0, 1, 0, 1, 0, 9, 0, 0, 0, 9, 0, 0, 0]
      + [0, 0, 0, 0, 255, 255, 255, 255]
    let cell: [UInt8] = [0x88, 0x25, 0, 0, 20, 0, 0, 0, 255, 255, 255, 255]
    func cells(_ drawing: String, width: UInt8 = 4) -> PictureCells? {
      let bytes =
        frame("A", head + cell) + frame("G", [width, 0, 0, 0, 6, 0, 0, 0] + Array(drawing.utf8))
      return try? PictureReply.cells(from: bytes, for: asking, name: "x")
    }
    func isTaken(_ drawing: String, width: UInt8 = 4) -> Bool {
      cells(drawing, width: width)?.graphic != nil
    }
    #expect(isTaken("\u{1B}P0;1;0q!4~-\u{1B}\\"))
    #expect(!isTaken("\u{1B}P0;1;0q!5~-\u{1B}\\"), "wider than it says")
    #expect(!isTaken("\u{1B}P0;1;0q!5~-\u{1B}\\", width: 5), "wider than its cell")
    #expect(!isTaken("\u{1B}P0;1;0q~\u{1B}\\\u{1B}]52;c;eA==\u{7}\u{1B}\\"))
    #expect(!isTaken("\u{1B}]0;title\u{1B}\\") && !isTaken("~") && !isTaken(""))
    #expect(cells("~") == nil && cells("")?.frame.size == Size(width: 1, height: 1))
  }

  /// Noise makes a drawing longer than may be sent, so it becomes one of fewer pixels.
  @Test func aDrawingOfGrainIsCoarser() throws {
    let seed: UInt64 = 11
    let bytes = try MadePicture.noise(width: 1500, height: 1200, seed: seed)
    let picture = try MadePicture(bytes, named: "grain.png")
    let request = PictureRequest(
      size: Size(width: 150, height: 60), colors: .palette, cellPixels: Size(width: 10, height: 20),
      form: .sixels)
    let cells = try PictureDecoder().cells(of: PictureSource(path: picture.path), request)
    let drawing = try #require(cells.graphic, "seed \(seed)")
    #expect(drawing.size == Size(width: 1500, height: 1200))
    #expect(drawing.bytes.count <= GraphicForm.sixels.byteLimit)
  }

  /// The library that draws has bands of six rows.
  @Test func aDrawingOfLessThanABandIsCellsAlone() throws {
    let bytes = try MadePicture.png(width: 400, height: 4)
    let picture = try MadePicture(bytes, named: "line.png")
    for height in 1...7 {
      let request = PictureRequest(
        size: Size(width: 20, height: 1), colors: .palette,
        cellPixels: Size(width: 4, height: height), form: .sixels)
      let cells = try PictureDecoder().cells(of: PictureSource(path: picture.path), request)
      #expect((cells.graphic != nil) == (height >= 6), "\(height)")
    }
  }

  /// A large window gets fewer pixels a cell, in the same shape, and the smallest cell has one.
  @Test func requestedPixelsStayWithinAGraphicsLimit() throws {
    for (width, height) in [(80, 24), (200, 60), (1000, 500), (1000, 1000)] {
      let request = PictureRequest(
        size: Size(width: width, height: height), colors: .palette,
        cellPixels: Size(width: 10, height: 20))
      guard let cell = request.cellPixels else {
        #expect(width * height > GraphicForm.pixels.pixelLimit)
        continue
      }
      #expect(cell.width * cell.height * width * height <= GraphicForm.pixels.pixelLimit)
      if width == 80 { #expect(cell == Size(width: 10, height: 20)) }
    }
  }

  /// Of the cells of a terminal a Sixel drawing must know the size, so it is not made smaller.
  @Test func sixelDrawingCoversItsCellsOrIsOmitted() {
    for (width, isThere) in [(100, true), (1000, false)] {
      let request = PictureRequest(
        size: Size(width: width, height: 60), colors: .palette,
        cellPixels: Size(width: 10, height: 20), form: .sixels)
      #expect((request.cellPixels != nil) == isThere)
    }
  }

  /// The companion's rights according to the kernel: only reading and writing.
  @Test func companionRunsSandboxed() throws {
    let executable = try PictureDecoder.locateCompanion()
    let process = try CompanionProcess(executable: executable)
    let identifier = process.identifier
    // It waits for its request, in its sandbox.
    var status = ""
    let isClosed = Wait.until {
      status = (try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)) ?? ""
      return status.contains("Seccomp:\t2")
    }
    #expect(isClosed && status.contains("NoNewPrivs:\t1"))
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd")
    #expect(open.sorted() == ["0", "1"])
    let limits = try String(contentsOfFile: "/proc/\(identifier)/limits", encoding: .utf8)
    #expect(limits.contains("Max address space         1073741824"))
    #expect(limits.contains("Max cpu time              10 "))
    #expect(limits.contains("Max file size             0 "))
    process.end()
  }
}
