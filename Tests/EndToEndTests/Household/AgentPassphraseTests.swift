import TestSupport
import Foundation
import PostgresSupport
import RepriseTesting
import Testing

/// An agent that starts before the user has entered the passphrase that protects the household's key.
@Suite(
  .waitsForProcesses, .enabled(if: Home.hasKeyring, "programs may not use the kernel's keyring"))
struct AgentPassphraseTests {
  private static let passphrase = "correct horse"
  private let anna: Home
  private let ben: Home

  init() throws {
    (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
    let set = try ben.run(["passphrase"], input: Data("\(Self.passphrase)\n".utf8))
    #expect(set.status == 0, "\(set.errors)")
    try ben.forgetPassphrase()
  }

  /// Expects the agent to sleep while others write.
  private func expectWait(_ agent: AgentProcess, _ worker: pid_t) throws {
    try anna.addAndSend("AAA samovar")
    #expect(Rest.comes(to: [agent.identifier, worker]))
    #expect(agent.worker == worker && agent.children.isEmpty, "\(agent.messages)")
    #expect(try !ben.run(["list"]).text.contains("AAA samovar"))
  }

  @Test func agentSleepsUntilAWindowIsUnlockedThenConnects() throws {
    let agent = try AgentProcess(ben)
    let worker = try agent.newWorker()
    try expectWait(agent, worker)
    let window = try ben.launch()
    try window.wait(until: \.isLocked)
    window.type("wrong\r")
    try window.wait(for: "The passphrase is wrong")
    #expect(agent.children.isEmpty)
    try window.unlock(with: Self.passphrase)
    // The window holds the connection while it is open.
    try window.wait(for: "31 items")
    #expect(agent.worker == worker && agent.children.isEmpty)
    try window.killEverything()
    _ = try agent.companion(of: worker)
    try anna.addAndSend("AAA teapot")
    #expect(try ben.comesToHave("AAA teapot"), "\(agent.messages)")
    #expect(agent.messages.isEmpty)
  }

  /// Creates a runtime directory as the system does at login.
  private func logIn() throws -> String {
    let path = ben.path + "/run"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    return path
  }

  @Test func keyOpenedInOneLoginIsClosedInTheNext() throws {
    let login = try logIn()
    let environment = ["HOME": ben.path, "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": login]
    func status() throws -> CommandResult {
      try ben.run(["household", "status"], environment: environment)
    }
    #expect(try status().status != 0)
    let window = try ben.launch(environment: environment)
    try window.unlock(with: Self.passphrase)
    try window.press(script: "q")
    try window.waitForExit()
    #expect(try status().status == 0, "later programs of the login need no passphrase")
    try FileManager.default.removeItem(atPath: login)
    _ = try logIn()
    let refused = try status()
    #expect(refused.status != 0 && refused.errors.contains("passphrase"), "\(refused.errors)")
  }

  @Test func agentContinuesOnceThePassphraseIsRemoved() throws {
    let agent = try AgentProcess(ben)
    let worker = try agent.newWorker()
    try expectWait(agent, worker)
    let removed = try ben.run(
      ["passphrase", "--remove"], input: Data("\(Self.passphrase)\n".utf8))
    #expect(removed.status == 0, "\(removed.errors)")
    _ = try agent.companion(of: worker)
    #expect(try ben.comesToHave("AAA samovar"), "\(agent.messages)")
  }
}
