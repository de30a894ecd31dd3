import Testing

@testable import Terminal

/// Links are cells of a frame that nothing was drawn over, and their addresses can't control a terminal.
struct FrameLinkTests {
  private let canvas = Canvas(size: Size(width: 20, height: 3))

  @Test func linkIsWhereItsTextIs() {
    canvas.inside(Rect(x: 2, y: 1, width: 5, height: 1)) { part in
      part.draw("a manual", at: Point(x: 2, y: 0))
      part.link(to: "https://toolbox.example/", at: Point(x: 2, y: 0), width: 8)
    }
    let links = canvas.frame.visibleLinks[1]
    #expect(links?.map(\.columns) == [4..<7], "the rest is clipped")
    #expect(links?.first?.address == "https://toolbox.example/")
  }

  @Test func coveredLinkIsNone() {
    canvas.draw("manual", at: .zero)
    canvas.link(to: "https://toolbox.example/", at: .zero, width: 6)
    canvas.draw("x", at: Point(x: 3, y: 0))
    #expect(canvas.frame.visibleLinks.isEmpty)
  }

  @Test(arguments: [
    "file:///etc/passwd", "javascript:alert(1)", "https://a\u{1B}\\b", "https://a b",
    "https://ä.example",
    "https://a\u{9C}", "", "https://" + String(repeating: "a", count: 3000),
  ])
  func unsafeAddressIsNoLink(_ address: String) {
    canvas.draw("manual", at: .zero)
    canvas.link(to: address, at: .zero, width: 6)
    #expect(canvas.frame.links.isEmpty)
  }
}
