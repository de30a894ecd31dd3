import Testing

@testable import Reprise

@Suite struct TypedPathsTests {
  private func parse(_ text: String, existing: Set<String> = []) -> [String] {
    TypedPaths.parse(text, in: "/home/ada/pics", home: "/home/ada") { existing.contains($0) }
  }

  @Test func pathsAreTakenAsShellsAndTerminalsWriteThem() {
    #expect(parse("/a/b.jpg") == ["/a/b.jpg"])
    #expect(parse("/a/b.jpg /c.pdf") == ["/a/b.jpg", "/c.pdf"])
    #expect(parse("'/a/my pot.jpg' \"/c d.pdf\"") == ["/a/my pot.jpg", "/c d.pdf"])
    #expect(parse("/a/my\\ pot.jpg") == ["/a/my pot.jpg"])
    #expect(parse("/a/my pot.jpg", existing: ["/a/my pot.jpg"]) == ["/a/my pot.jpg"])
    #expect(parse("~/x.png ../y.png") == ["/home/ada/x.png", "/home/ada/y.png"])
    #expect(parse("file:///a/my%20pot.jpg") == ["/a/my pot.jpg"])
    #expect(parse("/a.jpg\n/b.jpg") == ["/a.jpg", "/b.jpg"])
    #expect(parse("/../../etc/./x") == ["/etc/x"])
    #expect(parse("  ") == [])
  }

  @Test func wordIsNotAPath() {
    #expect(!TypedPaths.isPath("teapot"))
    #expect(!TypedPaths.isPath(".hidden"))
    for text in ["/a", "~", "./a", "../a", "'/a b'", "file:///a"] {
      #expect(TypedPaths.isPath(text))
    }
  }
}
