import Foundation
import RepriseTesting
import Testing

@testable import Preservation

/// Variables that others set name a pane, and the pane names the session that it showed.
struct TerminalPaneTests {
  @Test(arguments: [
    ["TMUX": "/tmp/tmux-1000/default,4711,0", "TMUX_PANE": "%3"],
    ["ZELLIJ_SESSION_NAME": "calm-fox", "ZELLIJ_PANE_ID": "2"],
    ["KITTY_PID": "4711", "KITTY_WINDOW_ID": "1"],
    ["WEZTERM_UNIX_SOCKET": "/run/user/1000/wezterm/gui-sock-4711", "WEZTERM_PANE": "0"],
    ["STY": "4711.pts-0.host", "WINDOW": "0"],
  ])
  func eachProgramNamesItsPanes(_ variables: [String: String]) {
    #expect(TerminalPane(variables: variables) != nil)
  }

  @Test(arguments: [
    [:],
    ["TMUX": "/tmp/tmux-1000/default,4711,0"],
    ["TMUX": "", "TMUX_PANE": "%3"],
    ["TMUX": "/tmp/tmux-1000/default,4711,0", "TMUX_PANE": "3"],
    ["TMUX": "/tmp/tmux-1000/default,4711,0", "TMUX_PANE": "%3; kill-server"],
    ["TMUX": "default,4711,0", "TMUX_PANE": "%3"],
    ["TMUX": "-L,4711,0", "TMUX_PANE": "%3"],
    ["TMUX": "/tmp/\u{1B}[2J,4711,0", "TMUX_PANE": "%3"],
    ["TMUX": "/" + String(repeating: "a", count: 200) + ",4711,0", "TMUX_PANE": "%3"],
    ["ZELLIJ_SESSION_NAME": String(repeating: "a", count: 300), "ZELLIJ_PANE_ID": "2"],
    ["KITTY_PID": "4711", "KITTY_WINDOW_ID": "-1"],
    ["KITTY_PID": "12345678901", "KITTY_WINDOW_ID": "1"],
    ["WEZTERM_UNIX_SOCKET": "sock", "WEZTERM_PANE": "0"],
    ["STY": "host", "WINDOW": "0"],
    ["SSH_TTY": "/dev/pts/3"],
  ])
  func nothingElseNamesAPane(_ variables: [String: String]) {
    #expect(TerminalPane(variables: variables) == nil)
  }

  @Test func windowsOfScreenInAPaneOfTmuxAreDifferent() {
    let tmux = ["TMUX": "/tmp/tmux-1000/default,4711,0", "TMUX_PANE": "%3", "STY": "5.x"]
    let panes = ["0", "1"].map { TerminalPane(variables: tmux.merging(["WINDOW": $0]) { $1 }) }
    #expect(panes[0] != panes[1])
    #expect(panes[0]?.tmuxSocket == nil)
  }

  /// A server of tmux keeps the variables of the window in which it was started.
  @Test func terminalAroundAMultiplexerDoesNotCount() {
    let tmux = ["TMUX": "/tmp/tmux-1000/default,4711,0", "TMUX_PANE": "%3"]
    let kitty = ["KITTY_PID": "4711", "KITTY_WINDOW_ID": "1"]
    #expect(
      TerminalPane(variables: tmux.merging(kitty) { $1 }) == TerminalPane(variables: tmux))
  }
}

/// A pane opens the session that it last showed.
struct PaneBindingTests {
  private let directory = TemporaryHome()
  private var home: StateHome { StateHome(path: directory.path + "/state") }
  private var bindings: PaneBindings { PaneBindings(home: home) }

  private func pane(_ number: Int, server: Int = 4711) throws -> TerminalPane {
    try #require(
      TerminalPane(variables: [
        "TMUX": "/tmp/tmux-0/default,\(server),0", "TMUX_PANE": "%\(number)",
      ])
    )
  }

  /// Makes a session with a saved state.
  private func makeSession(_ name: String) throws {
    let session = try home.openSession(named: name)
    try Data([1]).write(to: URL(fileURLWithPath: session.archivePath))
  }

  private func unasked() -> [String: String] {
    Issue.record("tmux was asked")
    return [:]
  }

  @Test func knownPaneIsFoundWithoutAskingTmux() throws {
    try makeSession("main")
    try makeSession("main-2")
    try bindings.record("main", in: pane(1), positions: ["%1": "0 0 work"])
    try bindings.record("main-2", in: pane(2), positions: [:])
    #expect(try bindings.session(of: pane(1), positions: unasked) == "main")
    #expect(try bindings.session(of: pane(2), positions: unasked) == "main-2")
    try bindings.record("main-2", in: pane(1), positions: [:])
    #expect(try bindings.session(of: pane(1), positions: unasked) == "main-2")
  }

  @Test func unknownPaneOfAKnownServerIsNotAskedFor() throws {
    try makeSession("main")
    #expect(try bindings.session(of: pane(1), positions: unasked) == nil)
    try bindings.record("main", in: pane(1), positions: ["%1": "0 0 work"])
    #expect(try bindings.session(of: pane(2), positions: unasked) == nil)
  }

  @Test func paneOfANewServerIsFoundByItsPosition() throws {
    let names = ["main", "main-2", "main-3"]
    for (number, name) in names.enumerated() {
      try makeSession(name)
      try bindings.record(name, in: pane(number), positions: ["%\(number)": "0 \(number) work"])
    }
    let positions = ["%7": "0 2 work", "%8": "0 0 work", "%9": "1 0 work"]
    #expect(
      try bindings.session(of: pane(8, server: 5000)) { positions } == "main")
    func session(_ number: Int) throws -> String? {
      try bindings.session(of: pane(number, server: 5000)) { positions }
    }
    #expect(try session(7) == "main-3")
    try bindings.record("main-3", in: pane(7, server: 5000), positions: positions)
    #expect(try session(9) == nil)
    // The first launch on the server has found the others, too.
    #expect(try bindings.session(of: pane(7, server: 5000), positions: unasked) == "main-3")
    #expect(try bindings.session(of: pane(8, server: 5000), positions: unasked) == "main")
  }

  @Test func paneThatAnotherOneMovedIsFoundWhereItIsNow() throws {
    try makeSession("main")
    try makeSession("main-2")
    try bindings.record("main", in: pane(1), positions: ["%1": "0 0 work"])
    // Pane 2 was opened above it.
    try bindings.record("main-2", in: pane(2), positions: ["%2": "0 0 work", "%1": "0 1 work"])
    let session = try bindings.session(of: pane(5, server: 5000)) { ["%5": "0 1 work"] }
    #expect(session == "main")
  }

  @Test func sessionWithoutSavedStateIsNotOpened() throws {
    try bindings.record("gone", in: pane(1), positions: [:])
    #expect(try bindings.session(of: pane(1), positions: unasked) == nil)
  }

  @Test(arguments: ["", "main", "../main -", "main - -", String(repeating: "a", count: 4000)])
  func damagedRecordCountsAsMissing(_ content: String) throws {
    try makeSession("main")
    try bindings.record("main", in: pane(1), positions: [:])
    let folder = home.path + "/panes"
    let file = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first)
    try Data(content.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
    #expect(try bindings.session(of: pane(1), positions: unasked) == nil)
  }

  @Test func onlyTheNewestPanesAreRemembered() throws {
    for number in 0..<(PaneBindings.limit + 20) {
      try bindings.record("main", in: pane(number), positions: [:])
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: home.path + "/panes")
    #expect(files.count <= PaneBindings.limit + 1)
  }
}
