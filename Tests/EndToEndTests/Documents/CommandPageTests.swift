import Foundation
import TestSupport
import Testing

/// `docs/commands.md` is what the commands' help says; `UPDATE_PICTURES=1` writes it again.
@Suite struct CommandPageTests {
  private static let file = Checkout.root.appending(path: "docs/commands.md")

  @Test func thePageOfCommandsIsTheirHelp() throws {
    let home = try Home(isEmpty: true)
    let result = try home.run(["--experimental-dump-help"])
    let page = try CommandPage(json: result.output).text
    if ProcessInfo.processInfo.environment["UPDATE_PICTURES"] == "1" {
      try page.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let kept = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(kept == page, "the help differs; write the page with UPDATE_PICTURES=1")
  }
}
