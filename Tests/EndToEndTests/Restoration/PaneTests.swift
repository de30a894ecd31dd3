import Foundation
import RepriseTesting
import TestSupport
import Testing

/// Each pane shows its own picture again, in whatever order panes are opened.
@Suite(.waitsForProcesses) struct PaneTests {
  @Test(.enabled(if: TmuxServer.isInstalled))
  func ninePanesOfTmuxComeBackInAnotherOrder() throws {
    let home = try Home()
    let server = try TmuxServer(home: home, windows: 3)
    let panes = try server.panes()
    #expect(panes.count == 9)
    let pictures = try fill(panes, of: server)
    #expect(Set(pictures).count == 9)

    try waitUntilRecorded(9, in: home)
    try server.killEverything()
    let order = [4, 8, 0, 6, 2, 7, 1, 5, 3]
    for index in order { try server.run(Home.program, in: panes[index]) }
    for index in order { try expect(pictures[index], in: panes[index], of: server) }

    try waitUntilRecorded(9, in: home)
    server.end()
    let next = try TmuxServer(home: home, windows: 3)
    let rebuilt = try next.panes()
    for index in order.reversed() {
      try next.run(Home.program, in: rebuilt[index])
      try expect(pictures[index], in: rebuilt[index], of: next)
    }
  }

  /// Opens the app in each pane, one after the other, with another row selected in each.
  private func fill(_ panes: [String], of server: TmuxServer) throws -> [String] {
    try panes.enumerated().map { index, pane in
      try server.run(Home.program, in: pane)
      try wait(for: "Items", in: pane, of: server)
      try server.type("/item \(index)", in: pane)
      try wait(for: "item \(index)", in: pane, of: server)
      return try settled(pane, of: server)
    }
  }

  private func wait(for text: String, in pane: String, of server: TmuxServer) throws {
    let isThere = try Wait.until { try server.picture(of: pane).contains(text) }
    let shown = try server.picture(of: pane)
    #expect(isThere, "\(text) is missing in\n\(shown)")
  }

  /// The picture once it stays as it is.
  private func settled(_ pane: String, of server: TmuxServer) throws -> String {
    var picture = try server.picture(of: pane)
    _ = try Wait.until {
      usleep(400_000)
      let former = picture
      picture = try server.picture(of: pane)
      return picture == former
    }
    return picture
  }

  /// Waits until panes are recorded with their positions, which tmux reports after the first frame.
  private func waitUntilRecorded(_ count: Int, in home: Home) throws {
    let directory = home.state + "/panes/"
    let areRecorded = Wait.until(seconds: 30) {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      let records = names.compactMap {
        try? String(contentsOfFile: directory + $0, encoding: .utf8)
      }
      return records.count { $0.contains(" ") && !$0.hasSuffix(" -") } >= count
    }
    #expect(areRecorded)
  }

  private func expect(_ picture: String, in pane: String, of server: TmuxServer) throws {
    let isThere = try Wait.until(seconds: 30) { try server.picture(of: pane) == picture }
    let shown = try server.picture(of: pane)
    #expect(isThere, "expected\n\(picture)\nbut there is\n\(shown)")
  }

  @Test(arguments: [
    ["KITTY_PID": "4711", "KITTY_WINDOW_ID": "#"],
    ["WEZTERM_UNIX_SOCKET": "/run/user/0/wezterm/gui-sock-4711", "WEZTERM_PANE": "#"],
    ["ZELLIJ": "0", "ZELLIJ_SESSION_NAME": "calm-fox", "ZELLIJ_PANE_ID": "#"],
    ["STY": "4711.pts-0.host", "WINDOW": "#"],
  ])
  func windowsComeBackInAnotherOrder(_ variables: [String: String]) throws {
    let home = try Home()
    func open(_ number: Int) throws -> PTYProcess {
      try home.open(environment: variables.mapValues { $0 == "#" ? "\(number)" : $0 })
    }
    let windows = try (0..<3).map(open)
    let pictures = try windows.enumerated().map { number, window in
      try window.press(script: String(repeating: "j", count: number + 1)).visible
    }
    // The record follows the first frame, on a thread of its own.
    try #require(
      Wait.until { home.files(under: home.state + "/panes").filter { $0.key != "new" }.count == 3 })
    for window in windows { try window.killEverything() }
    for number in [1, 2, 0] {
      let again = try open(number)
      #expect(again.picture.visible.difference(from: pictures[number]) == nil)
      try again.killEverything()
    }
  }

  @Test func elsewhereNothingIsRecorded() throws {
    let home = try Home()
    let window = try home.open()
    try window.press(script: "j")
    #expect(!FileManager.default.fileExists(atPath: home.state + "/panes"))
  }

  /// If another window has the session of the pane, the most recent free one is opened.
  @Test func sessionThatIsOpenElsewhereIsNotWaitedFor() throws {
    let home = try Home()
    let pane = ["KITTY_PID": "4711", "KITTY_WINDOW_ID": "1"]
    let first = try home.open(environment: pane)
    try #require(Wait.until { !home.files(under: home.state + "/panes").isEmpty })
    let second = try home.open(environment: pane)
    let names = try FileManager.default.contentsOfDirectory(atPath: home.state + "/sessions")
    #expect(names.sorted() == ["main", "main-2"])
    withExtendedLifetime((first, second)) {}
  }
}
