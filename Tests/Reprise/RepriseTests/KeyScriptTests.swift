import Reprise
import RepriseTesting
import Testing

/// Keys as text, and back.
@Suite struct KeyScriptTests {
  private nonisolated static let keys: [KeyPress] =
    [
      .character("a"), .character("A"), .character("<"), .character(">"), .character(" "),
      .character("茶"), .control("s"), KeyPress(.character("f"), .alt), KeyPress(.tab, .shift),
      KeyPress(.left, .alt), KeyPress(.delete), KeyPress(.function(1)), KeyPress(.function(12)),
    ]
    + [
      .enter, .escape, .tab, .backspace, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown,
    ].map { KeyPress($0) }

  @Test(arguments: keys) func keyNamesRoundTrip(_ key: KeyPress) {
    let text = KeyScript.text(of: [key])
    let script = KeyScript(text)
    #expect(script.keys == [key], "\(text)")
    #expect(script.unknownNames == [])
  }

  @Test func manyKeysAreOneText() {
    #expect(KeyScript.text(of: Self.keys.prefix(3)) == "aA<lt>")
    #expect(KeyScript(KeyScript.text(of: Self.keys)).keys == Self.keys)
  }

  @Test func unknownNamesAreReported() {
    let script = KeyScript("a<Nothing>b<")
    #expect(script.keys == [.character("a"), .character("b"), .character("<")])
    #expect(script.unknownNames == ["Nothing"])
  }
}
