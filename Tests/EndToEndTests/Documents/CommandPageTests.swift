import Foundation
import TestSupport
import Testing

/// `docs/commands.md` is what the commands' help says; `UPDATE_PICTURES=1` writes it again.
@Suite struct CommandPageTests {
  private static let file = GeneratedFile(Checkout.root.appending(path: "docs/commands.md"))

  @Test func thePageOfCommandsIsTheirHelp() throws {
    let home = try Home(isEmpty: true)
    let result = try home.run(["--experimental-dump-help"])
    let page = try CommandPage(json: result.output).text
    #expect(try Self.file.difference(from: page) == nil)
  }
}
