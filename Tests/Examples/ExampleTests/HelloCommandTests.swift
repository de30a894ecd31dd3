import Foundation
import Reprise
import RepriseTesting
import TestSupport
import Testing

/// The commands that hello gets without any code of its own.
@Suite(.waitsForProcesses) struct HelloCommandTests {
  private let home = TemporaryHome()

  /// Runs hello with arguments.
  private func run(_ words: String...) throws -> CommandResult {
    try CommandResult(
      of: PTYProcess.path(ofProduct: "hello"), words, environment: ["HOME": home.path])
  }

  /// Leaves half a word in the saved state.
  private func use() throws {
    let app = try PTYProcess(
      product: "hello", environment: ["HOME": home.path], size: Size(width: 72, height: 12))
    try app.wait { $0.modes.contains(.alternateScreen) }
    app.type("Half a word")
    try app.waitUntilIdle()
    try app.killEverything()
  }

  @Test func savedStateIsListedShownVerifiedAndDiscarded() throws {
    #expect(try run("state", "list").text == "")
    try use()
    #expect(try run("state", "list").text.hasPrefix("main\t"))
    let tree = try run("state", "show").text
    #expect(tree.contains("name = \"Half a word\""), "\(tree)")
    #expect(try run("state", "verify").text == "main\twhole\n")
    #expect(try run("state", "explain").text.contains("greeting (Greeting): saved"))
    #expect(try run("state", "discard", "--force").errors == "Deleted main\n")
    let nothing = try run("state", "show")
    #expect(nothing.errors == "hello: nothing is saved yet\n" && nothing.status == 66)
  }

  @Test func doctorReportsPermissionsAndDamage() throws {
    try use()
    #expect(try run("doctor").status == 0)
    let state = home.path + "/.local/state/hello"
    let log = URL(filePath: state + "/sessions/main/state.sqlite-wal")
    var bytes = try Data(contentsOf: log)
    // Flips a bit of a sealed value, not of the database pages around it.
    bytes[bytes.count - 40] ^= 1
    try bytes.write(to: log)
    #expect(chmod(state, 0o755) == 0)
    let found = try run("doctor")
    #expect(
      found.text.contains("PROBLEM\tpermissions\tother users can read \(state)"), "\(found.text)")
    #expect(found.status == 77)
  }

  @Test func keysPathsAndScreenshotArePrinted() throws {
    #expect(try run("keys", "quit").text == "app.quit\t^Q  q\tQuit\n")
    let unknown = try run("keys", "nothing of the kind")
    #expect(unknown.status == 1 && unknown.messages.count == 1)
    #expect(try run("paths").text.contains("state\t\(home.path)/.local/state/hello\n"))
    let file = home.path + "/screen.txt"
    #expect(try run("screenshot", file, "--size", "40x12", "--keys", "Ada").status == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("  Ada"))
  }

  @Test func unknownCommandPrintsOneLine() throws {
    let result = try run("stat")
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("hello: ") && result.messages.count == 1, "\(result.errors)")
    #expect(try run("--help").text.contains("state"))
  }
}
