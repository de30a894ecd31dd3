import Testing

@testable import Terminal

/// Kitty's graphics: what is sent, what is understood, and what a frame shows.
@Suite struct KittyGraphicsTests {
  private static let answer = Array("\u{1B}_Gi=21072;OK\u{1B}\\".utf8)

  private func graphic(_ width: Int, _ height: Int) throws -> Graphic {
    let pixels = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0) }
    return try #require(Graphic(size: Size(width: width, height: height), bytes: pixels))
  }

  private func frame(_ graphic: Graphic, _ body: (Canvas) -> Void = { _ in }) -> Frame {
    let canvas = Canvas(size: Size(width: 10, height: 5))
    canvas.draw(
      Frame(size: Size(width: 4, height: 2)), at: Point(x: 3, y: 1), graphic: graphic)
    body(canvas)
    return canvas.frame
  }

  @Test func theAnswerIsUnderstoodHoweverItIsSplit() {
    for place in 1..<Self.answer.count {
      var parser = InputParser()
      #expect(parser.feed(Self.answer[..<place]).isEmpty)
      #expect(parser.feed(Self.answer[place...]) == [.graphics])
      #expect(parser.feed(Array("q".utf8)) == [.key(KeyPress(.character("q")))])
    }
  }

  @Test(arguments: [
    "_Gi=21072;ENOTSUPPORTED", "_Gi=31;OK", "_Gi=21072;OKq", "]Gi=21072;OK", "_11;rgb:00/00/00",
    "_" + String(repeating: "q", count: 5000),
  ])
  func anyOtherStringIsSwallowed(_ content: String) {
    var parser = InputParser()
    #expect(parser.feed(Array("\u{1B}\(content)\u{1B}\\".utf8)).isEmpty)
    #expect(parser.heldByteCount == 0)
  }

  @Test func pixelsAreSentInChunksOfBase64() throws {
    let sent = KittyGraphics.transmission(of: try graphic(64, 50))
    let text = String(decoding: sent, as: UTF8.self)
    let chunks = text.split(separator: "\u{1B}\\").map { $0.split(separator: ";") }
    #expect(chunks.map(\.[1].utf8.count) == [4096, 4096, 4096, 512])
    #expect(chunks[0][0] == "\u{1B}_Ga=t,t=d,f=24,i=21072,s=64,v=50,q=2,m=1")
    #expect(chunks[1][0] == "\u{1B}_Gq=2,m=1" && chunks[3][0] == "\u{1B}_Gq=2,m=0")
    #expect(chunks[0][1].hasPrefix("AAECAwQF"))
  }

  @Test func graphicHasTheDeclaredAndLimitedBytes() {
    #expect(Graphic(size: Size(width: 2, height: 2), bytes: Array(repeating: 0, count: 11)) == nil)
    #expect(Graphic(size: Size(width: 0, height: 2), bytes: []) == nil)
    #expect(Graphic(size: Size(width: .max, height: .max), bytes: []) == nil)
  }

  @Test func graphicIsShownOnlyIfItsCellsAreUncovered() throws {
    let graphic = try graphic(2, 2)
    #expect(frame(graphic).visibleGraphic?.rect == Rect(x: 3, y: 1, width: 4, height: 2))
    #expect(frame(graphic) { $0.draw("x", at: Point(x: 6, y: 2)) }.visibleGraphic == nil)
    #expect(frame(graphic) { $0.draw("x", at: Point(x: 7, y: 2)) }.visibleGraphic != nil)
  }

  /// The cells outside of the clip may look like those of the picture.
  @Test func aClippedGraphicIsNotShown() throws {
    let graphic = try graphic(2, 2)
    let canvas = Canvas(size: Size(width: 10, height: 5))
    canvas.inside(Rect(x: 0, y: 0, width: 10, height: 2)) {
      $0.draw(Frame(size: Size(width: 4, height: 2)), at: Point(x: 3, y: 1), graphic: graphic)
    }
    #expect(canvas.frame.visibleGraphic == nil)
  }

  @Test func aLiftedGraphicIsPlacedAgain() throws {
    var graphics = TerminalGraphics(environment: ["TERM": "xterm-kitty"])
    graphics.isWanted = true
    _ = graphics.ask(knowsCell: true)
    _ = graphics.note([.graphics])
    let frame = frame(try graphic(2, 2))
    _ = graphics.update(to: frame)
    let (rect, lifting) = (graphics.rect, graphics.lift())
    #expect(rect != nil && lifting == KittyGraphics.removal && graphics.rect == nil)
    let after = graphics.update(to: frame)
    #expect(after == KittyGraphics.placement(in: Rect(x: 3, y: 1, width: 4, height: 2)))
    graphics.isWanted = false
    let last = graphics.update(to: frame)
    #expect(last == KittyGraphics.deletion, "it is no longer needed")
  }

  @Test func theLayerSendsOnceAndPlacesRemovesAndForgets() throws {
    var layer = KittyLayer()
    let graphic = try graphic(2, 2)
    let placed = frame(graphic).visibleGraphic
    let rect = Rect(x: 3, y: 1, width: 4, height: 2)
    let placement = KittyGraphics.placement(in: rect)
    #expect(
      String(decoding: placement, as: UTF8.self)
        == "\u{1B}7\u{1B}[2;4H\u{1B}_Ga=p,i=21072,p=1,c=4,r=2,C=1,q=2\u{1B}\\\u{1B}8")
    let first = layer.update(to: placed)
    #expect(
      first == KittyGraphics.deletion + KittyGraphics.transmission(of: graphic) + placement)
    #expect(layer.update(to: placed).isEmpty, "it is already there")
    #expect(layer.update(to: nil) == KittyGraphics.removal)
    #expect(layer.update(to: nil).isEmpty)
    #expect(layer.update(to: placed) == placement, "the terminal has the pixels")
    #expect(layer.reset() == KittyGraphics.deletion)
    #expect(layer.reset().isEmpty)
    #expect(layer.update(to: placed) == first)
  }
}
