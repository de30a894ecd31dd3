import RepriseTesting
import Testing

@testable import Reprise

/// Emoji and scripts other than Latin are shown whole or visibly replaced, the same in every view and
/// in every picture.
@Suite struct ScriptsTests {
  /// A text and its appearance on the screen.
  nonisolated struct Sample: CustomTestStringConvertible {
    let name: String
    let text: String
    let shown: String
    let width: Int
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ shown: String, _ width: Int) {
      (self.name, self.text, self.shown, self.width) = (name, text, shown, width)
    }
  }

  nonisolated static let samples = [
    Sample("emoji of Unicode 15", "\u{1FAE8}\u{1F6DC}", "\u{1FAE8}\u{1F6DC}", 4),
    Sample("emoji of Unicode 16", "\u{1FADF}\u{1FAE9}", "\u{1FADF}\u{1FAE9}", 4),
    Sample("flags", "🇩🇪🇧🇷", "DEBR", 4),
    Sample("flag of Scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴gbsct", 7),
    Sample("family", "👨‍👩‍👧", "👨👩👧", 6),
    Sample("skin tones", "👍🏻👍🏿", "👍░👍█", 6),
    Sample("heart", "❤️", "❤", 1),
    Sample("keycap", "1️⃣", "1\u{20E3}", 1),
    Sample("Devanagari", "हिन्दी", "हिन्दी", 5),
    Sample("Tamil", "தமிழ் கொ", "தமிழ் கொ", 7),
    Sample("Arabic with vowels", "كِتَاب", "كِتَاب", 4),
    Sample("Hebrew with points", "שָׁלוֹם", "שָׁלוֹם", 4),
    Sample("Thai", "น้ำ", "น้ำ", 2),
    Sample("Korean, decomposed", "\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}", 2),
    Sample("override", "a\u{202E}b", "a\u{FFFD}b", 3),
    Sample("isolate", "\u{2067}c\u{2069}", "\u{FFFD}c\u{FFFD}", 3),
    Sample("too many marks", "a\u{300}\u{301}\u{302}\u{303}\u{304}", "\u{FFFD}", 1),
  ]

  /// Whether a row shows the sample and right behind it a bar.
  private func expect(_ sample: Sample, at x: Int = 0, y: Int, in frame: Frame) {
    let row = frame.plainText(row: y).unicodeScalars
    let wanted = String(repeating: " ", count: x) + sample.shown + "|"
    // Scalar by scalar, since what is equal to a reader need not be so to a terminal.
    #expect(Array(row).starts(with: Array(wanted.unicodeScalars)), "row \(y): \(String(row))")
    #expect(frame[Point(x: x + sample.width, y: y)]?.glyph == Glyph(ascii: UInt8(ascii: "|")))
  }

  @Test(arguments: samples) func labelsAndCellsShowIt(_ sample: Sample) {
    let canvas = Canvas(size: Size(width: 30, height: 2))
    let label = Label(sample.text + "|")
    label.frame = Rect(x: 0, y: 0, width: 30, height: 1)
    label.render(on: canvas)
    let cell = TableViewCell()
    cell.text = sample.text + "|"
    cell.frame = Rect(x: 0, y: 1, width: 30, height: 1)
    cell.render(on: canvas)
    expect(sample, y: 0, in: canvas.frame)
    expect(sample, at: 1, y: 1, in: canvas.frame)
  }

  @Test(arguments: samples) func fieldsShowItWithTheCaretBehindIt(_ sample: Sample) throws {
    let entry = Entry("")
    let pilot = try entry.pilot()
    for character in sample.text { try pilot.press(.character(character)) }
    #expect(pilot.frame.cursor == Point(x: sample.width, y: 0))
    try pilot.keys("|<Left>")
    #expect(pilot.frame.cursor == Point(x: sample.width, y: 0))
    expect(sample, y: 0, in: pilot.frame)
    #expect(entry.text.unicodeScalars.elementsEqual((sample.text + "|").unicodeScalars))
  }

  @Test(arguments: samples) func textViewsShowItWithTheCaretBehindIt(_ sample: Sample) throws {
    let letter = Letter("")
    let pilot = try letter.pilot()
    try pilot.paste("\n" + sample.text)
    #expect(pilot.frame.cursor == Point(x: sample.width, y: 1))
    try pilot.keys("|<Left>")
    #expect(pilot.frame.cursor == Point(x: sample.width, y: 1))
    expect(sample, y: 1, in: pilot.frame)
    try pilot.restartAndRestore()
    expect(sample, y: 1, in: pilot.frame)
  }

  @Test(arguments: samples) func picturesShowIt(_ sample: Sample) {
    let canvas = Canvas(size: Size(width: 30, height: 1))
    canvas.draw(sample.text + "|", at: .zero)
    for picture in [canvas.frame.plainText(), canvas.frame.ansi()] {
      #expect(
        Array(picture.unicodeScalars).starts(with: Array((sample.shown + "|").unicodeScalars)))
    }
    let svg = canvas.frame.svg()
    for scalar in sample.shown.unicodeScalars { #expect(svg.unicodeScalars.contains(scalar)) }
    // The text after it keeps its column, whatever the viewer's font.
    #expect(Frame(size: canvas.frame.size, runs: canvas.frame.runs)?.cells == canvas.frame.cells)
  }
}
