import Testing

@testable import Terminal

/// The sequence that asks the terminal to put a text on the clipboard.
@Suite struct ClipboardRequestTests {
  @Test(arguments: [
    ("", ""), ("a", "YQ=="), ("ab", "YWI="), ("abc", "YWJj"), ("é\u{1B}\n", "w6kbCg=="),
  ])
  func textIsSentAsBase64(text: String, code: String) {
    let bytes = ClipboardRequest.bytes(copying: text)
    #expect(bytes == Array("\u{1B}]52;c;\(code)\u{07}".utf8))
  }

  @Test func longTextIsRefused() {
    let most = ClipboardRequest.maximumBytes
    #expect(ClipboardRequest.bytes(copying: String(repeating: "a", count: most)) != nil)
    #expect(ClipboardRequest.bytes(copying: String(repeating: "a", count: most + 1)) == nil)
  }
}
