import Foundation
import Preservation

/// The pane in which an app runs, and the session that belongs to it.
///
/// Only tmux, Zellij, screen, kitty and WezTerm have panes; elsewhere nothing is read or written.
nonisolated struct PaneSession: Sendable {
  private let pane: TerminalPane
  private let variables: [String: String]

  /// How long a launch waits for tmux when its server is new to the app, in milliseconds.
  ///
  /// `REPRISE_TMUX_TIMEOUT` changes it, for machines on which starting a program takes longer.
  private static let timeoutBeforeFrame = 50

  /// How long tmux may take after the first frame.
  private static let timeout = Duration.seconds(5)

  /// Finds the pane that the environment names.
  init?(variables: [String: String]) {
    guard let pane = TerminalPane(variables: variables) else { return nil }
    (self.pane, self.variables) = (pane, variables)
  }

  /// The name of the session that the pane last showed; `nil` for an unknown pane.
  func session(in home: StateHome) -> String? {
    PaneBindings(home: home).session(of: pane) {
      let wanted = variables["REPRISE_TMUX_TIMEOUT"].flatMap { Int($0) }
      let limit = min(max(wanted ?? Self.timeoutBeforeFrame, 0), 10_000)
      return positions(within: .milliseconds(limit))
    }
  }

  /// Records that the pane shows a session, and where the pane is; on a thread of its own.
  ///
  /// A pane that can't be recorded opens another session next time.
  func record(_ session: String, in home: StateHome) {
    Thread.detachNewThread {
      let bindings = PaneBindings(home: home)
      // A kill while tmux is being asked doesn't lose the session.
      try? bindings.record(session, in: pane, positions: [:])
      let positions = positions(within: Self.timeout)
      guard !positions.isEmpty else { return }
      try? bindings.record(session, in: pane, positions: positions)
    }
  }

  private func positions(within timeout: Duration) -> [String: String] {
    pane.tmuxSocket.flatMap { TmuxLayout(socket: $0, variables: variables) }?
      .positions(within: timeout) ?? [:]
  }
}
