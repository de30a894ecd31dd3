import Testing

@testable import Terminal

struct StyleReductionTests {
  @Test func aLargePaletteIsKept() {
    let style = Style(foreground: .palette(200), background: .palette(9))
    #expect(style.reduced(toColors: 256) == style)
  }

  @Test(arguments: [(196, 9), (46, 10), (88, 1), (16, 0), (231, 15), (232, 0), (244, 7), (255, 15)])
  func sixteenColoursComeNear(_ index: UInt8, _ expected: UInt8) {
    let reduced = Style(foreground: .palette(index)).reduced(toColors: 16)
    #expect(reduced.foreground == .palette(expected))
  }

  @Test func withEightColorsBrightIsBold() {
    let reduced = Style(foreground: .palette(9), background: .palette(12)).reduced(toColors: 8)
    #expect(reduced == Style(.bold, foreground: .red, background: .blue))
  }

  @Test func withoutColorTheAttributesStay() {
    let style = Style([.reverse, .dim], foreground: .red, background: .blue)
    #expect(style.reduced(toColors: 0) == Style([.reverse, .dim]))
  }

  @Test func darkestBrightColorIsBrightToo() {
    #expect(
      Style(foreground: .palette(8)).reduced(toColors: 8) == Style(.bold, foreground: .palette(0)))
    #expect(Style(foreground: .palette(7)).reduced(toColors: 8) == Style(foreground: .palette(7)))
  }
}
