import Testing

@testable import Terminal

/// Sixel: what of the companion's answer may reach the terminal, and when it is drawn.
@Suite struct SixelGraphicsTests {
  private static let size = Size(width: 4, height: 8)

  private func isDrawing(_ content: String) -> Bool {
    SixelGraphics.isDrawing(Array("\u{1B}P0;1;0q\(content)\u{1B}\\".utf8), within: Self.size)
  }

  @Test(arguments: [
    "\"1;1;4;8#0;2;7;5;35#1;2;100;0;0#0!4~$#1?@A-#0!2B??-", "", "????", "!4~", "#255~", "-BBBB-",
    "\"1;1;1;1~", "-!4?",
  ])
  func aDrawingOfThatSizeIsOne(_ content: String) {
    #expect(isDrawing(content))
  }

  @Test(arguments: [
    "\u{1B}", "\u{1B}[2J", "\u{1B}\\", "\u{18}", "\u{7}", "\u{9C}", "~\n", " ", "\u{7F}", "ж",
    "q~\u{0}",
    "!5~", "~~~~~", "--~", "---", "!9999999~", "#1234567~", "7", "~7", "!!2;3~", ";", "\u{90}",
    "-~", "-C", "-BF", "\"1;1;5;8~", "\"1;1;4;9~", "\"1;2;4;8~", "\"2;1;4;8~", "\"1;1;4~",
    "\"1;1;4;8;1~", "\"", "\"1;1;;8~", "\"1;1;0000004;8~", "~\"1;1;4;8~",
    "\"1;1;4;8\"1;1;4;8~",
  ])
  func anythingElseIsNone(_ content: String) {
    #expect(!isDrawing(content))
  }

  @Test func aDrawingHasItsBeginningAndItsEnd() {
    let good = Array("\u{1B}P0;1;0q~\u{1B}\\".utf8)
    #expect(SixelGraphics.isDrawing(good, within: Self.size))
    #expect(!SixelGraphics.isDrawing(Array(good.dropLast()), within: Self.size))
    #expect(!SixelGraphics.isDrawing(Array(good.dropFirst()), within: Self.size))
    #expect(!SixelGraphics.isDrawing(good + good, within: Self.size))
    #expect(!SixelGraphics.isDrawing(Array("\u{1B}P$q~\u{1B}\\".utf8), within: Self.size))
    for place in good.indices.dropLast(2).dropFirst(8) {
      for byte in (0x00...0x3E).map(UInt8.init) + (0x7F...0xFF).map(UInt8.init) {
        var bytes = good
        bytes[place] = byte
        let isIt = SixelGraphics.isDrawing(bytes, within: Self.size)
        #expect(!isIt || [0x21, 0x23, 0x24, 0x2D].contains(byte), "\(byte)")
      }
    }
    #expect(Graphic(form: .sixels, size: Size(width: 0, height: 8), bytes: good) == nil)
  }

  // MARK: - Showing

  private func frame(
    height: Int = 5, _ graphic: Graphic, _ body: (Canvas) -> Void = { _ in }
  ) -> Frame {
    let canvas = Canvas(size: Size(width: 10, height: height))
    canvas.draw(
      Frame(size: Size(width: 4, height: 2)), at: Point(x: 3, y: 1), graphic: graphic)
    body(canvas)
    return canvas.frame
  }

  private func graphic() throws -> Graphic {
    let bytes = Array("\u{1B}P0;1;0q!4~\u{1B}\\".utf8)
    return try #require(Graphic(form: .sixels, size: Self.size, bytes: bytes))
  }

  private func usable() -> TerminalGraphics {
    var graphics = TerminalGraphics(environment: [:])
    graphics.isWanted = true
    _ = graphics.ask(knowsCell: true)
    _ = graphics.note([.attributes([62, 4])])
    return graphics
  }

  @Test func drawingIsSentOnceAndRemovedWithAllCells() throws {
    var graphics = usable()
    let frame = frame(try graphic())
    let first = graphics.update(to: frame)
    #expect(
      String(decoding: first, as: UTF8.self)
        == "\u{1B}7\u{1B}[2;4H\u{1B}P0;1;0q!4~\u{1B}\\\u{1B}8")
    #expect(graphics.rect == Rect(x: 3, y: 1, width: 4, height: 2))
    let again = graphics.update(to: frame)
    #expect(again.isEmpty && !graphics.hasToClear(for: frame))
    let covered = try self.frame(graphic()) { $0.draw("x", at: Point(x: 4, y: 1)) }
    #expect(graphics.hasToClear(for: covered))
    #expect(graphics.hasToClear(for: Frame(size: frame.size)))
    let lifting = graphics.lift()
    #expect(lifting.isEmpty && graphics.rect == nil && !graphics.hasToClear(for: covered))
    let back = graphics.update(to: frame)
    #expect(back == first)
    graphics.isWanted = false
    #expect(graphics.hasToClear(for: frame), "it is no longer needed")
  }

  /// A terminal scrolls when a drawing reaches its last row.
  @Test func drawingInTheLastRowIsShownAsCells() throws {
    var graphics = usable()
    let bytes = graphics.update(to: frame(height: 3, try graphic()))
    #expect(bytes.isEmpty)
  }

  @Test func aFormThatTheTerminalDoesNotHaveIsCells() throws {
    var graphics = usable()
    let pixels = Array(repeating: UInt8(7), count: 12)
    let other = try #require(Graphic(size: Size(width: 2, height: 2), bytes: pixels))
    let bytes = graphics.update(to: frame(other))
    #expect(bytes.isEmpty)
  }

  // MARK: - Asking

  @Test func unknownCellSizeIsQueried() {
    var graphics = TerminalGraphics(environment: [:])
    graphics.isWanted = true
    let question = graphics.ask(knowsCell: false)
    #expect(question == Array("\u{1B}[>q\u{1B}[16t\u{1B}[c".utf8))
    let cell = Size(width: 8, height: 16)
    let (first, second) = (
      graphics.note([.cellPixels(cell)]), graphics.note([.attributes([62, 4])])
    )
    #expect(!first && second && graphics.form == .sixels && graphics.cellPixels == cell)
    let before = graphics.ask(knowsCell: false)
    graphics.forgetCell()
    #expect(before == nil && graphics.cellPixels == nil)
    let (next, last) = (graphics.ask(knowsCell: false), graphics.ask(knowsCell: false))
    #expect(next == Array("\u{1B}[16t\u{1B}[c".utf8) && last == nil)
    #expect(graphics.isReplyPending)
    let news = graphics.note([.cellPixels(cell)])
    #expect(news && graphics.isReplyPending)
    _ = graphics.note([.attributes([62, 4])])
    #expect(!graphics.isReplyPending)
  }

  @Test(arguments: [[62, 22], [4], [4, 6], []])
  func otherAttributesAreNoGraphics(_ numbers: [Int]) {
    var graphics = TerminalGraphics(environment: [:])
    graphics.isWanted = true
    _ = graphics.ask(knowsCell: true)
    let news = graphics.note([.attributes(numbers)])
    #expect(!news && !graphics.isUsable)
  }

  @Test func kittysGraphicsAreTakenWhereBothAreThere() {
    var graphics = TerminalGraphics(environment: [:])
    graphics.isWanted = true
    _ = graphics.ask(knowsCell: true)
    _ = graphics.note([.graphics, .attributes([62, 4])])
    #expect(graphics.form == .pixels)
  }

  @Test(arguments: [
    ("6;16;8", true), ("6;0;0", false), ("6;16;999", false), ("6;5;8", false), ("6;16", false),
    ("4;16;8", false),
  ])
  func onlyWhatACellCanHaveIsAnAnswer(_ numbers: String, _ isAnswer: Bool) {
    var parser = InputParser()
    let events = parser.feed("\u{1B}[\(numbers)t".utf8)
    #expect(events == (isAnswer ? [.cellPixels(Size(width: 8, height: 16))] : []))
  }
}
