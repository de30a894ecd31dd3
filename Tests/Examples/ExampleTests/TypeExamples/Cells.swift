import Foundation
import Reprise
import RepriseTesting
import Terminal
import Testing

@Suite struct CellExamples {
  @Test func aRowIsDrawn() {
    let (name, place) = ("Kettle", "Kitchen")
    let canvas = Canvas(size: Size(width: 40, height: 1), theme: .light)
    canvas.draw(name, at: .zero, style: .title)
    canvas.draw(place, at: Point(x: 20, y: 0), style: .secondary.adding(.underline))
    #expect(canvas.frame.plainText(row: 0).hasPrefix("Kettle              Kitchen"))
  }

  @Test func aRowIsOnlyHighlighted() {
    let canvas = Canvas(size: Size(width: 20, height: 3))
    canvas.draw("Kettle", at: Point(x: 0, y: 1))
    canvas.restyle(Rect(x: 0, y: 1, width: 20, height: 1)) { $0.adding(.reverse) }
    let frame: Frame = canvas.frame
    #expect(frame.plainText(row: 1).hasPrefix("Kettle"))
    #expect(frame[Point(x: 0, y: 1)]?.style.attributes == .reverse)
  }

  @Test func cellsOfAFrameAreRead() {
    let blank = Cell(glyph: .space, style: .plain)
    let frame = Frame(size: Size(width: 10, height: 2))
    let isEmpty = frame.row(0).allSatisfy { $0 == blank }
    #expect(isEmpty)
    #expect(Glyph(ascii: UInt8(ascii: "x")).string == "x")
  }

  @Test func aRuleIsDrawnWithOneGlyph() {
    let canvas = Canvas(size: Size(width: 6, height: 1))
    let rule: Glyph = .horizontalLine
    canvas.fill(canvas.bounds, with: rule, style: .secondary)
    #expect(canvas.frame.plainText(row: 0) == "──────")
  }

  @Test func columnsAreCounted() {
    let name = CellText("Łódź 東京")
    #expect(name.width == 9)
    #expect(name.truncated(toWidth: 6).width == 6)
    #expect(CellText("up\u{1B}[2J").string != "up\u{1B}[2J")
    #expect(CellText.wrapped("Where is it kept?", toWidth: 8) == ["Where is", "it kept?"])
  }

  @Test func aColorIsOneOfThePalette() {
    let overdue = Style(.bold, foreground: .red)
    let shade = Color.palette(236)
    let row = Style(foreground: .default, background: shade)
    #expect(overdue.foreground != row.foreground)
  }

  @Test func contrastIsMeasured() {
    let paper = Paper.paper(for: .light)
    let text = RGB(red: 0x6E, green: 0x77, blue: 0x81)
    let isLegible = text.contrast(with: paper.background) >= 4.5
    #expect(isLegible)
    #expect(!paper.background.isDark)
  }

  @Test func aThemeDecidesHowARoleLooks() {
    let theme = Theme(.highContrast, colors: 16)
    let selected = theme.look(of: .selected)
    #expect(selected != theme.look(of: .plain))
    #expect(Theme.monochrome[.warning].foreground == .default)
  }

  @Test func aFrameIsExported() {
    let canvas = Canvas(size: Size(width: 20, height: 2))
    canvas.draw("Total", at: .zero, style: .title)
    let drawing = canvas.frame.svg(on: Paper.light)
    let text = canvas.frame.plainText()
    #expect(drawing.hasPrefix("<svg") && text.hasPrefix("Total"))
  }

  @Test func framesAreShownOneAfterAnother() throws {
    let home = TemporaryHome()
    let file = home.path + "/demo.svg"
    let (typed, restored) = (Canvas(size: Size(width: 9, height: 1)), Frame(size: .zero))
    func record(typed: Frame, restored: Frame) throws {
      let picture = MovingPicture([
        .init(frame: typed, duration: .seconds(1)), .init(frame: restored, duration: .seconds(3)),
      ])
      try picture.svg().write(toFile: file, atomically: true, encoding: .utf8)
    }
    try record(typed: typed.frame, restored: typed.frame)
    #expect(restored.size.isEmpty && FileManager.default.fileExists(atPath: file))
  }
}
