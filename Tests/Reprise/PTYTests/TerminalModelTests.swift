import RepriseTesting
import Testing

@testable import Terminal

@Suite(.waitsForProcesses) struct TerminalModelTests {
  private func model(_ text: String, width: Int = 20, height: Int = 3) throws -> TerminalModel {
    let model = try #require(TerminalModel(size: Size(width: width, height: height)))
    model.feed(Array(text.utf8))
    return model
  }

  @Test func showsTextWideGlyphsAndMarks() throws {
    let picture = try model("茶 e\u{301}\r\nж").picture
    #expect(picture.lines == ["茶 e\u{301}", "ж", ""])
    #expect(picture.rows[0][1].text == "")
    #expect(picture.cursor == Point(x: 1, y: 1))
  }

  /// A picture arrives in pieces, is shown where the cursor is, and none of it is text.
  @Test func keepsTransmittedPictures() throws {
    let model = try #require(TerminalModel(size: Size(width: 20, height: 3)))
    model.graphics.isOn = true
    let sent =
      "a\u{1B}_Gi=7,a=q;AAAA\u{1B}\\\u{1B}_Ga=t,f=24,i=7,s=1,v=2,m=1;AAEC\u{1B}\\"
      + "\u{1B}_Gm=0;AwQF\u{1B}\\\u{1B}[2;4H\u{1B}_Ga=p,i=7,c=5,r=1,C=1\u{1B}\\\u{1B}[Hb"
    for byte in sent.utf8 { model.feed([byte]) }
    #expect(model.graphics.images[7]?.pixels == [0, 1, 2, 3, 4, 5])
    #expect(model.graphics.placements[7] == Rect(x: 3, y: 1, width: 5, height: 1))
    #expect(model.graphics.complaints == [] && model.picture.lines == ["b", "", ""])
    #expect(model.takeReplies() == Array("\u{1B}_Gi=7;OK\u{1B}\\".utf8))
    model.feed(Array("\u{1B}_Ga=d,d=I,i=7\u{1B}\\\u{1B}_Ga=p,i=7,c=5,r=1,C=1\u{1B}\\".utf8))
    #expect(model.graphics.images.isEmpty && model.graphics.complaints.count == 1)
  }

  /// A drawing stays in its cells until the screen is cleared, and none of it is text.
  @Test func keepsDrawingsUntilItIsCleared() throws {
    let model = try #require(TerminalModel(size: Size(width: 20, height: 3)))
    model.sixels.isOn = true
    model.sixels.cellPixels = Size(width: 8, height: 16)
    model.feed(Array("a\u{1B}[2;4H\u{1B}P0;1;0q\"1;1;24;16#0!24~-\u{1B}\\\u{1B}[16t\u{1B}[c".utf8))
    #expect(model.sixels.drawings.map(\.origin) == [Point(x: 3, y: 1)])
    #expect(model.sixels.drawings.map(\.size) == [Size(width: 24, height: 16)])
    #expect(model.picture.lines == ["a", "", ""])
    #expect(model.takeReplies() == Array("\u{1B}[6;16;8t\u{1B}[?62;4;22c".utf8))
    model.feed(Array("\u{1B}[H\u{1B}[2".utf8))
    #expect(!model.sixels.drawings.isEmpty)
    model.feed(Array("J".utf8))
    #expect(model.sixels.drawings.isEmpty)
  }

  /// For a terminal with an old table, every difference from our table is known as disputed.
  @Test func glyphsOfOtherWidthAreAmbiguous() throws {
    let model = try #require(TerminalModel(size: Size(width: 8, height: 1)))
    var wrong: [String] = []
    var count = 0
    for value in UInt32(0x300)...0x1FAFF {
      guard EverydayText.width(value) == nil, let scalar = Unicode.Scalar(value),
        case .spacing(value, let width) = ScalarRole(scalar)
      else { continue }
      model.feed(Array("\u{1B}[Ha\(scalar)".utf8))
      let shown = model.picture.cursor.x - 1
      guard shown != width else { continue }
      count += 1
      let expected: Glyph.WidthElsewhere = shown < width ? .narrower : .wider
      if Glyph(base: value).widthElsewhere != expected {
        wrong.append("U+\(String(value, radix: 16)): \(width), shown as \(shown)")
      }
    }
    #expect(wrong == [])
    #expect(count > 300)
  }

  @Test func showsStyles() throws {
    let picture = try model("\u{1B}[1;4;31mA\u{1B}[0;7;3;48;5;200mB\u{1B}[0;91mC\u{1B}[mD").picture
    #expect(
      picture.rows[0].prefix(4).map(\.style) == [
        Style([.bold, .underline], foreground: .red),
        Style([.reverse, .italic], background: .palette(200)), Style(foreground: .palette(9)),
        .plain,
      ])
  }

  @Test func keepsTheModesEvenIfSequencesAreSplit() throws {
    let model = try model("")
    #expect(model.picture.modes == .usual)
    for byte in "\u{1B}[?1049h\u{1B}[?2004;1004h\u{1B}[?1000;1006h\u{1B}[?1h\u{1B}[?25l".utf8 {
      model.feed([byte])
    }
    #expect(
      model.picture.modes == [
        .alternateScreen, .bracketedPaste, .focusReports, .mouseReports, .applicationCursorKeys,
      ])
    model.feed(Array("\u{1B}c".utf8))
    #expect(model.picture.modes == .usual)
  }

  @Test func alternateScreenRestoresThePreviousContents() throws {
    let picture = try model("before\u{1B}[?1049h\u{1B}[2Jinside\u{1B}[?1049l").picture
    #expect(picture.lines[0] == "before")
  }

  @Test func aDifferenceNamesRowsCursorAndModes() throws {
    let old = try model("one\r\ntwo").picture
    let new = try model("one\r\n\u{1B}[1mtwo\u{1B}[?25l\r\nthree").picture
    let report = try #require(new.difference(from: old))
    #expect(report.contains("modes: ; were: cursor visible"))
    #expect(report.contains("cursor at 5,2, was at 3,1"))
    #expect(report.contains("row 1, column 0: style"))
    #expect(report.contains("row 2: +three"))
    #expect(old.difference(from: old) == nil)
  }

  /// A program may have been shown in another window in between.
  @Test func picturesOfTwoSizesAreComparedAsFarAsBothReach() throws {
    let narrow = try model("one", width: 20).picture
    let wide = try model("one", width: 30, height: 2).picture
    #expect(narrow.difference(from: wide) == "size 20x3, was 30x2")
    #expect(wide.difference(from: narrow) == "size 30x2, was 20x3")
    let bold = try model("\u{1B}[1mone", width: 30, height: 2).picture
    let report = try #require(narrow.difference(from: bold))
    #expect(report.contains("row 0, column 0: style"))
  }

  @Test func theScannerNamesEveryKindOfSequence() {
    var scanner = EscapeScanner()
    scanner.feed("a\u{1B}[1;2Hb\u{1B}(B\u{1B}]0;t\u{7}\u{8}\u{1B}[?1049h\u{1B}[\u{9}".utf8)
    #expect(
      scanner.kinds == ["CSI H", "ESC ( B", "OSC", "C0 08", "CSI ? 1049 h", "invalid"])
  }
}
