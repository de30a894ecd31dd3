import Foundation
import RepriseTesting
import TestSupport

/// A tmux server of a test's own, ended with this object.
final class TmuxServer {
  /// Whether the machine has tmux.
  static let isInstalled = FileManager.default.isExecutableFile(atPath: program)
  private static let program = "/usr/bin/tmux"

  private let socket: String
  private let environment: [String: String]

  /// Starts a server with windows of three panes each, in which a shell waits.
  init(home: Home, windows: Int) throws {
    socket = home.path + "/tmux"
    environment = [
      "HOME": home.path, "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-256color",
      "LANG": "C.UTF-8", "REPRISE_TMUX_TIMEOUT": "10000",
    ]
    try tmux("new-session", "-d", "-s", "my work", "-x", "200", "-y", "50", "sh")
    try tmux("set-option", "-g", "remain-on-exit", "on")
    for window in 0..<windows {
      if window > 0 { try tmux("new-window", "-d", "-t", "my work:\(window)", "sh") }
      for _ in 0..<2 {
        try tmux("split-window", "-d", "-t", "my work:\(window)", "sh")
        try tmux("select-layout", "-t", "my work:\(window)", "even-vertical")
      }
    }
  }

  deinit { end() }

  /// Kills the server, and waits until the programs in its panes have ended.
  func end() {
    let all = (try? processes()) ?? []
    _ = try? tmux("kill-server")
    _ = Wait.until { !all.contains(where: ProcessTree.isRunning) }
  }

  /// The panes in the order of their positions.
  func panes() throws -> [String] {
    try tmux("list-panes", "-a", "-F", "#{pane_id}").split(separator: "\n").map(String.init)
  }

  /// Runs a program in a pane in place of what ran there.
  func run(_ program: String, in pane: String) throws {
    try tmux("respawn-pane", "-k", "-t", pane, program)
  }

  /// Types keys into a pane.
  func type(_ keys: String, in pane: String) throws {
    try tmux("send-keys", "-t", pane, "-l", keys)
  }

  /// The contents of a pane, with colors.
  func picture(of pane: String) throws -> String {
    try tmux("capture-pane", "-p", "-e", "-t", pane)
  }

  /// Kills the processes of all panes, and their descendants, at once.
  func killEverything() throws {
    for process in try processes() { kill(process, SIGKILL) }
  }

  /// The processes of all panes.
  private func processes() throws -> [pid_t] {
    try tmux("list-panes", "-a", "-F", "#{pane_pid}").split(separator: "\n")
      .compactMap { pid_t($0) }.flatMap { ProcessTree.descendants(of: $0) + [$0] }
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String {
    try CommandResult(
      of: Self.program, ["-S", socket, "-f", "/dev/null"] + arguments, environment: environment
    ).text
  }
}
