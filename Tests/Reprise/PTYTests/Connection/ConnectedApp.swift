import Foundation
import RepriseTesting
import Terminal
import Testing

/// A program under a shell that keeps a connection, and the processes that belong to it.
final class ConnectedApp {
  let app: RestoringApp
  let peer: Peer
  let shell: PTYProcess

  init() throws {
    app = try RestoringApp()
    peer = try Peer(path: app.home + "/line")
    shell = try PTYProcess.shell(
      environment: ["HOME": app.home, "PATH": "\(app.home):/usr/bin:/bin"],
      size: Size(width: 80, height: 24))
  }

  /// Starts it and waits for its connection.
  func start(_ arguments: String = "") throws {
    shell.type(
      "clear; \(RestoringApp.program) \(app.home) --line \(peer.path) \(arguments)\n")
    try shell.wait(for: "page base, letters 0")
    try peer.accept()
  }

  /// Presses `Ctrl-Z`, and waits for the shell.
  func suspend() throws {
    shell.type("\u{1A}")
    try shell.wait {
      $0.text.contains("Stopped") && $0.text.hasSuffix("ready$") && $0.modes == .usual
    }
  }

  /// Starts it, suspends it, and waits until it is stopped.
  func sleep(_ arguments: String = "") throws {
    try start(arguments)
    try suspend()
    try waitUntilStopped()
  }

  /// Has the shell continue it.
  func comeBack(to text: String) throws {
    shell.clearOutput()
    shell.type("clear; fg\n")
    try shell.wait { $0.text.contains(text) && $0.modes.contains(.alternateScreen) }
  }

  // MARK: - Processes

  var guardian: pid_t { get throws { try #require(shell.descendants.first) } }

  /// The app: the guardian's first child.
  var process: pid_t { get throws { try #require(shell.descendants.dropFirst().first) } }

  var watch: pid_t { get throws { try #require(watches.first) } }

  var watches: [pid_t] {
    shell.descendants.filter { ProcessTree.name(of: $0)?.hasSuffix("-watch") == true }
  }

  func isStopped() throws -> Bool { ProcessTree.state(of: try process) == "T" }

  func waitUntilStopped() throws {
    let process = try process
    try shell.wait(for: { ProcessTree.state(of: process) == "T" })
  }

  func waitUntilAwake() throws {
    let process = try process
    try shell.wait(for: { ProcessTree.state(of: process) != "T" })
  }

  /// Waits until nothing runs but the shell.
  func waitForTheEnd() throws {
    try shell.wait(for: { !shell.descendants.contains(where: ProcessTree.isRunning) })
  }

  /// The open files of a process.
  func files(of process: pid_t) -> [String] {
    let directory = "/proc/\(process)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: directory + "/" + $0)
    }
  }

  /// The sockets that the app and the watch have both.
  func sharedSockets() throws -> Set<String> {
    let sockets = try [process, watch].map { process in
      Set(files(of: process).filter { $0.hasPrefix("socket:") })
    }
    return sockets[0].intersection(sockets[1])
  }
}
