import Storage
import RepriseCommands
import ArgumentParser
import Foundation
import Reprise

/// `keepsake agent`: stays in the household without a window.
struct AgentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agent",
    abstract: "Stay in the household without a window.",
    discussion: """
      The agent needs no terminal. While no window is open it takes what the others write, and sends what \
      commands write here; while one has the line it sleeps. Without a household it waits for one, and with a \
      passphrase until somebody has typed it since the machine started. It starts itself again after any end \
      but an orderly one. One agent serves a home: a second one ends with status 75.

      Two lines have systemd start it whenever you log in; `loginctl enable-linger` adds: with the machine.
        keepsake agent --unit > ~/.config/systemd/user/keepsake.service
        systemctl --user enable --now keepsake

      Without systemd, one of these:
        keepsake agent --autostart > ~/.config/autostart/keepsake.desktop
        echo '(keepsake agent >/dev/null 2>&1 &)' >> ~/.profile

      It tells you what others add, change or discard, which warranties end within 30 days, and what is lent and should be back, each once: by \
      the notifications of the desktop, where there are `notify-send` and a session bus. config.toml says it \
      otherwise; the command reads the text from its standard input, and no shell sees it:
        notify-command = ["mail", "-s", "Keepsake", "anna"]
        notify = "none"

      With a sound where config.toml names one, which pw-play, paplay or aplay plays, and silently while somebody is on \
      the phone with this machine (ModemManager):
        notify-sound = "/usr/share/sounds/freedesktop/stereo/message.oga"
      """)

  @Flag(help: "Print a unit for systemd.")
  var unit = false

  @Flag(help: "Print an entry that a desktop starts after the login.")
  var autostart = false

  @Option(name: .customLong(AgentSupervisor.option), help: .hidden)
  var worker: Int32?

  /// How long nothing is said to the server, at most, in seconds: tests have less timeout.
  @Option(help: .hidden)
  var keepAlive = Agent.keepAlive

  func run() throws {
    do {
      let paths = try Workspace.paths()
      if let worker { Agent.run(paths, supervisor: worker, keepAlive: keepAlive) }
      if unit || autostart { return showText(paths) }
      AgentSupervisor(
        try lock(in: try paths.makeData()), options: ["--keep-alive", "\(keepAlive)"]
      ).run()
    } catch {
      Console.fail(error)
    }
  }

  /// Takes the lock that makes this the only agent of a home.
  private func lock(in directory: String) throws -> FileLock {
    let path = directory + "/agent.lock"
    let outcome: FileLock.Outcome
    do throws(SystemFailure) {
      let lock = try FileLock(path: path)
      outcome = lock.take()
      if outcome == .taken { return lock }
    } catch {
      outcome = .failed(error.code)
    }
    guard case .failed(let code) = outcome else {
      throw UsageFailure(
        status: .locked, message: "the agent of this inventory runs already; one is enough")
    }
    throw UsageFailure(
      status: .cannotCreate, message: "cannot lock \(path): \(String(cString: strerror(code)))")
  }

  private func showText(_ paths: AppDirectories) {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let text = AgentUnit(
      program: program ?? CommandLine.arguments[0],
      variables: ProcessInfo.processInfo.environment,
      hasCommand: PersonalPreferences(files: paths.preferences).notifyCommand != nil)
    Console.document(Array((unit ? text.systemd : text.autostart).utf8))
  }
}
