import Foundation
import PostgresSupport
import RepriseTesting
import TestSupport
import Testing

/// The agent's unit under a real systemd: it starts at login and restarts unless the user stops it.
@Suite(.waitsForProcesses) struct AgentBootTests {
  private let anna: Home
  private let ben: Home
  /// A name per test, since the units of all managers share a directory.
  private let unit = "keepsake-\(UUID().uuidString).service"

  init() throws {
    (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    let text = try ben.run(["agent", "--unit"])
    #expect(text.status == 0, "\(text.errors)")
    let units = ben.path + "/.config/systemd/user"
    try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: true)
    try text.output.write(to: URL(filePath: "\(units)/\(unit)"))
  }

  @Test(.enabled(if: OwnMounts.areAllowed && UserManager.isHere, "needs systemd and mounts"))
  func agentStartsWithTheSessionAndRestartsAfterFailures() throws {
    let first = try UserManager(ben)
    let enabled = try first.control("enable", unit)
    #expect(enabled.status == 0, "\(enabled.errors)")
    first.end()
    #expect(try !ben.run(["list"]).text.contains("AAA samovar"))

    let session = try UserManager(ben)
    let supervisor = try session.process(of: unit)
    try anna.addAndSend("AAA samovar")
    #expect(try ben.comesToHave("AAA samovar"), "\(session.messages)")
    // The agent, too: both processes belong to the unit.
    kill(supervisor, SIGKILL)
    let next = try session.process(of: unit, after: supervisor)
    try anna.addAndSend("AAA kettle")
    #expect(try ben.comesToHave("AAA kettle"), "\(session.messages)")
    try session.control("stop", unit)
    #expect(Wait.until { kill(next, 0) != 0 })
    #expect(try session.control("is-active", unit).text == "inactive\n", "\(session.messages)")
  }
}
