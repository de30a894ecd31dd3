import Storage
import RepriseCommands
import ArgumentParser
import Foundation
import Reprise

/// `keepsake agent`: stays in the household without a window.
struct AgentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agent",
    abstract: "Stay connected to the household without a window.",
    discussion: """
      The agent needs no terminal. While no window is open, it receives the changes of other members and sends those \
      that commands make here; while a window is connected, it sleeps. Without a household, it waits for one. If you \
      set a passphrase, it waits until you have typed it once since the machine started. It restarts itself unless it \
      exits normally. One agent serves a home: a second one exits with status 75.

      With these two lines, systemd starts the agent when you log in. The Debian package includes the unit, so there \
      the second line is enough. `loginctl enable-linger` also starts it with the machine.
        keepsake agent --unit > ~/.config/systemd/user/keepsake.service
        systemctl --user enable --now keepsake

      Without systemd, use one of these:
        keepsake agent --autostart > ~/.config/autostart/keepsake.desktop
        echo '(keepsake agent >/dev/null 2>&1 &)' >> ~/.profile

      It notifies you once when others add, change or discard something, when a warranty ends within 30 days, and \
      when a lent item is due back. Desktop notifications need `notify-send` and a session bus. config.toml can run a \
      command instead, without a shell and with the text on standard input, or turn notifications off:
        notify-command = ["mail", "-s", "Keepsake", "anna"]
        notify = "none"

      It can also play a sound with pw-play, paplay or aplay, except while you are in a call on this machine \
      (ModemManager):
        notify-sound = "/usr/share/sounds/freedesktop/stereo/message.oga"
      """)

  @Flag(help: "Print a systemd unit.")
  var unit = false

  @Flag(help: "Print an autostart entry for your desktop.")
  var autostart = false

  @Option(name: .customLong(AgentSupervisor.option), help: .hidden)
  var worker: Int32?

  /// The longest silence towards the server, in seconds; tests shorten it.
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
        status: .locked, message: "an agent is already running for this inventory")
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
