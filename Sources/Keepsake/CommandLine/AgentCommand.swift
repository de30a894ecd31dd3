import ArgumentParser
import Reprise

/// `keepsake agent`: stays in the household without a window.
struct AgentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agent",
    abstract: "Stay in the household without a window.",
    discussion: """
      The agent needs no terminal. While no window is open it takes what the others write, and sends what \
      commands write here; while one has the line it sleeps. Without a household it waits for one, and with a \
      passphrase until somebody has typed it since the machine started.

      It starts itself again after any end but an orderly one. One agent serves a home: a second one ends \
      with status 75.
      """)

  @Option(name: .customLong(AgentSupervisor.option), help: .hidden)
  var worker: Int32?

  func run() throws {
    do {
      let paths = try Workspace.paths()
      if let worker { Agent.run(paths, supervisor: worker) }
      let lock = try AgentLock(in: try paths.makeData())
      var supervisor = AgentSupervisor()
      withExtendedLifetime(lock) { supervisor.run() }
    } catch {
      Console.fail(error)
    }
  }
}
