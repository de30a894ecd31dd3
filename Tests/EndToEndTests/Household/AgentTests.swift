import Foundation
import PostgresSupport
import Reprise
import RepriseTesting
import TestSupport
import Testing

/// The agent keeps a home synchronized without a window, whatever happens to the agent.
@Suite(.waitsForProcesses) struct AgentTests {
  private let anna: Home
  private let ben: Home

  init() throws {
    (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(TestDatabase(), as: "Anna"), as: "Ben")
  }

  @Test func agentExchangesChangesWithoutAWindow() throws {
    let agent = try AgentProcess(ben)
    _ = try agent.companion(of: agent.newWorker())
    try anna.addAndSend("AAA samovar")
    #expect(try ben.comesToHave("AAA samovar"))
    #expect(try ben.run(["add", "AAA kettle"]).status == 0)
    let hers = try AgentProcess(anna)
    #expect(try anna.comesToHave("AAA kettle"))
    #expect(agent.messages.isEmpty && hers.messages.isEmpty, "\(agent.messages) \(hers.messages)")
  }

  @Test func rule_8_8_6_aKilledWorkerRestartsFromScratch() throws {
    let agent = try AgentProcess(ben)
    let first = try agent.newWorker()
    let companion = try agent.companion(of: first)
    kill(first, SIGKILL)
    let second = try agent.newWorker(after: first)
    #expect(try agent.companion(of: second) != companion)
    #expect(Wait.until { kill(companion, 0) != 0 })
    try anna.addAndSend("AAA samovar")
    #expect(try ben.comesToHave("AAA samovar"))
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func terminatedAgentLeavesNoProcess(signal: Int32) throws {
    let agent = try AgentProcess(ben)
    let worker = try agent.newWorker()
    let companion = try agent.companion(of: worker)
    agent.signal(signal)
    #expect(agent.status() == 128 + signal)
    #expect(kill(worker, 0) != 0)
    #expect(Wait.until { kill(companion, 0) != 0 })
    #expect(agent.messages.isEmpty)
  }

  @Test func workerEndsWithItsSupervisor() throws {
    let agent = try AgentProcess(ben)
    let worker = try agent.newWorker()
    let companion = try agent.companion(of: worker)
    agent.signal(SIGKILL)
    #expect(Wait.until { kill(worker, 0) != 0 && kill(companion, 0) != 0 })
    // The kernel has released its locks.
    let next = try AgentProcess(ben)
    _ = try next.companion(of: next.newWorker())
  }

  @Test func normalExitIsFinal() throws {
    let agent = try AgentProcess(ben)
    let worker = try agent.newWorker()
    _ = try agent.companion(of: worker)
    kill(worker, SIGTERM)
    #expect(agent.status() == 0)
  }

  @Test func agentRetriesADamagedHomeUntilItIsRepaired() throws {
    let (inventory, aside) = (ben.data + "/inventory.sqlite", ben.data + "/aside")
    for name in ["-wal", "-shm"] { unlink(inventory + name) }
    rename(inventory, aside)
    try ben.write(
      Array(repeating: UInt8(ascii: "x"), count: 8192), to: ".local/share/keepsake/inventory.sqlite"
    )
    let agent = try AgentProcess(ben)
    // It has failed more than once.
    #expect(Wait.until { agent.messages.split(separator: "\n").count >= 2 }, "\(agent.messages)")
    rename(aside, inventory)
    try anna.addAndSend("AAA samovar")
    #expect(try ben.comesToHave("AAA samovar"), "\(agent.messages)")
  }

  /// Its memory holds the household's key.
  @Test func agentLeavesNoCoreDump() throws {
    let agent = try AgentProcess(ben)
    let limits = try String(
      contentsOfFile: "/proc/\(agent.newWorker())/limits", encoding: .utf8)
    let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core") })
    #expect(core.split(separator: " ").suffix(3) == ["1", "1", "bytes"])
  }

  @Test func oneAgentServesAHome() throws {
    let agent = try AgentProcess(ben)
    _ = try agent.newWorker()
    let second = try ben.run(["agent"])
    #expect(second.status == 75 && second.messages.count == 1, "\(second.errors)")
    #expect(second.errors.contains("already running"))
  }

  @Test func agentSleepsWhileAWindowIsConnectedThenTakesOver() throws {
    let window = try ben.open()
    let holder = try #require(window.app)
    _ = try AgentProcess.companion(of: holder)
    let agent = try AgentProcess(ben)
    let worker = try agent.newWorker()
    try anna.addAndSend("AAA samovar")
    try window.wait(for: "31 items")
    #expect(agent.worker == worker && agent.children.isEmpty)
    try window.killEverything()
    _ = try agent.companion(of: worker)
    try anna.addAndSend("AAA kettle")
    #expect(try ben.comesToHave("AAA kettle"))
    // A window that opens now shows what the agent receives.
    let again = try ben.open()
    try anna.addAndSend("AAA teapot")
    try again.wait(for: "33 items")
  }

  @Test func agentWithoutAHouseholdLogsOnceAndWaits() throws {
    let cleo = try Home(isEmpty: true)
    let agent = try AgentProcess(cleo)
    let worker = try agent.newWorker()
    usleep(200_000)
    #expect(!FileManager.default.fileExists(atPath: cleo.data + "/inventory.sqlite"))
    let dora = try Home(isEmpty: true)
    try cleo.join(dora.found(TestDatabase(), as: "Dora"), as: "Cleo")
    _ = try agent.companion(of: worker)
    #expect(
      agent.messages == "keepsake: no household yet; reporting only warranties and loans\n")
  }

  @Test func agentInATerminalPrintsItsStatus() throws {
    let shell = try ben.shell()
    shell.type("DBUS_SESSION_BUS_ADDRESS= \(Home.program) agent\n")
    try shell.wait(for: "keepsake: in the household as Ben; can't notify: no desktop")
    shell.type("\u{3}")
    try shell.wait { $0.text.hasSuffix("ready$") }
  }

  @Test func idleAgentIsNotWoken() throws {
    let agent = try AgentProcess(ben)
    let worker = try agent.newWorker()
    let companion = try agent.companion(of: worker)
    try anna.addAndSend("AAA samovar")
    #expect(try ben.comesToHave("AAA samovar"))
    #expect(Rest.comes(to: [agent.identifier, worker, companion]))
  }
}
