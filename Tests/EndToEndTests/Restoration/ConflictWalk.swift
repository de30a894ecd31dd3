import Foundation
import Reprise
import RepriseTesting
import TestSupport

/// Two windows in which two people edit the same few items while imports change them, all from a seed.
///
/// The outcome of conflicts depends on timing, so no twin can predict the screens. Each window must instead show the
/// same screen after a kill as before it, once both are idle.
struct ConflictWalk {
  let seed: UInt64

  private let home: Home
  private var windows: [PTYProcess]
  private var numbers: SeededGenerator
  private var events: [String] = []

  private static let sessions = ["main", "company"]

  init(seed: UInt64) throws {
    self.seed = seed
    numbers = SeededGenerator(seed: seed)
    let home = try Home()
    self.home = home
    windows = try Self.sessions.map { try home.open(["--session", $0]) }
    try bringIn()
  }

  /// Runs the walk; returns a description of the problem, if any.
  mutating func perform() throws -> String? {
    for _ in 0..<Int.random(in: 1...3, using: &numbers) {
      for _ in 0..<Int.random(in: 6...20, using: &numbers) { try goOn() }
      let pictures = try settle()
      let killed = Int.random(in: 0..<windows.count, using: &numbers)
      try windows[killed].killEverything()
      windows[killed] = try home.open(["--session", Self.sessions[killed]])
      let shown = try settle()
      if let difference = shown[killed].difference(from: pictures[killed]) {
        return problem("\(Self.sessions[killed]) came back with", shown[killed], difference)
      }
    }
    let verified = try home.run(["state", "verify"])
    return verified.status == 0 ? nil : "seed \(seed): \(verified.text)\(verified.errors)"
  }

  /// Performs an action in one window, or in both at once.
  private mutating func goOn() throws {
    switch Int.random(in: 0..<12, using: &numbers) {
    case 0: try bringIn()
    case 1...3: _ = try settle()
    case 4...5:
      for window in windows.indices { try press(in: window) }
    default:
      let window = Int.random(in: 0..<windows.count, using: &numbers)
      try press(in: window)
      if Bool.random(using: &numbers) { try windows[window].waitUntilIdle() }
    }
  }

  private mutating func press(in window: Int) throws {
    let keys = Self.scripts.randomElement(using: &numbers) ?? ""
    events.append("\(window):\(keys)")
    windows[window].type(UserEvent.bytes(of: KeyScript(keys).keys))
  }

  /// Imports some items at the top of the list, or other versions of them.
  private mutating func bringIn() throws {
    let version = Int.random(in: 1...4, using: &numbers)
    let rows = (1...3).map { "conflict-\($0),AA \($0) \(String(repeating: "i", count: version))" }
    let file = try home.write(
      (["HB.import_ref,HB.name"] + rows).joined(separator: "\n").utf8, to: "conflict.csv")
    let result = try home.run(["import", file])
    events.append("import \(version): \(result.status)")
  }

  /// Waits until both windows have applied all changes; returns their screens.
  private func settle() throws -> [TerminalPicture] {
    let deadline = ContinuousClock.now + .seconds(Wait.timeout)
    var last: [TerminalPicture] = []
    while true {
      let pictures = try windows.map { try $0.waitUntilIdle().comparable }
      if pictures == last || ContinuousClock.now > deadline { return pictures }
      last = pictures
      // A window checks files written after a moment.
      for window in windows { _ = try window.settle(quiet: .milliseconds(400)) }
    }
  }

  private func problem(
    _ what: String, _ shown: TerminalPicture, _ difference: String
  ) -> String {
    """
    seed \(seed): \(what)
    \(shown.text)
    difference from what it showed before:
    \(difference)
    events: \(events.joined(separator: " "))
    """
  }

  /// Actions on items that someone else edits, too.
  private static let scripts = [
    "<Home>", "j", "k", "gg", "<Enter>", "<Esc>", "<Esc>", "<Esc><Esc>", "e", "eab",
    "e<Tab><Tab><Tab><^A>9", "x",
    "xu",
    "u", "<^R>", "<^S>", "<^S>", "<^S><^S>", "<^T>", "n", "nAA n<^S>", "ab", "<Backspace>", "<Tab>",
    "D",
    "<^A><^K>AA 9", "/AA<Enter>", "2", "1", "]", "[", "E", "oN", "on", "<Esc>gge z<^S>", "<Esc>ggx",
  ]
}
