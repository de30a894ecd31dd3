import Foundation
import RepriseTesting
import TestSupport
import Testing

/// A system that gives a process no inotify watches.
enum NoWatches: String, CaseIterable {
  /// No inotify instance can be created.
  case instances = "/proc/sys/user/max_inotify_instances"
  /// An instance can be created, but no directory watched.
  case directories = "/proc/sys/user/max_inotify_watches"

  /// The prefix of a command that runs under this limit.
  var program: [String] {
    ["/usr/bin/unshare", "-Ur", "sh", "-c", "echo 0 > \(rawValue) && exec \"$@\"", "sh"]
  }

  /// Opens a window of a home under this limit.
  func open(
    _ home: Home, _ arguments: [String] = [], showing text: String
  ) throws -> PTYProcess {
    let window = try PTYProcess(
      program[0], Array(program.dropFirst()) + [Home.program] + arguments,
      environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
    try window.wait(for: text)
    return window
  }

  /// Whether a process may have its own limits.
  static let areAllowed: Bool = {
    let program = Self.instances.program
    let result = try? Home.run(
      program[0], Array(program.dropFirst()) + ["cat", Self.instances.rawValue],
      environment: ["PATH": "/usr/bin:/bin"])
    return result?.text == "0\n"
  }()
}

/// Windows of a home without a household.
@Suite(
  .waitsForProcesses,
  .enabled(if: NoWatches.areAllowed, "needs the right to create a user namespace"))
struct NoWatchesAtHomeTests {
  @Test(arguments: NoWatches.allCases)
  func windowWithoutWatchesShowsAnothersChanges(_ limit: NoWatches) throws {
    let home = try Home()
    let window = try limit.open(home, showing: "30 items")
    #expect(try home.run(["add", "AAA kettle"]).status == 0)
    try window.wait(for: "31 items")
  }

  @Test(arguments: NoWatches.allCases)
  func windowWithoutWatchesLocksOnRequest(_ limit: NoWatches) throws {
    let home = try Home()
    #expect(try home.run(["passphrase"], input: Data("correct horse\n".utf8)).status == 0)
    let window = try limit.open(home, showing: "Passphrase")
    try window.unlock(with: "correct horse")
    #expect(try home.run(["lock"]).status == 0)
    try window.wait { $0.isLocked }
  }
}

/// A user's inotify watches may all be in use by other programs; each program then polls.
@Suite(
  .waitsForProcesses,
  .enabled(if: NoWatches.areAllowed, "needs the right to create a user namespace"))
struct NoWatchesTests {
  // The namespace has no access to the directory of the server's own socket.
  private let household: SlowHousehold
  private var anna: Home { household.anna }
  private var ben: Home { household.ben }

  init() throws { household = try SlowHousehold() }

  @Test(arguments: NoWatches.allCases)
  func windowWithoutWatchesExchangesChanges(_ limit: NoWatches) throws {
    let window = try limit.open(ben, showing: "30 items")
    try window.press(script: "nAAA kettle<^S>")
    #expect(try Wait.until { try anna.receives("AAA kettle") })
    #expect(try ben.run(["add", "AAA samovar"]).status == 0)
    #expect(try Wait.until { try anna.receives("AAA samovar") }, "added by another program")
    try anna.addAndSend("AAA teapot")
    try window.wait(for: "33 items")
  }

  @Test func windowWithoutWatchesTakesOverTheConnection() throws {
    let first = try ben.open()
    try first.press(script: "nAAA kettle<^S>")
    #expect(try Wait.until { try anna.receives("AAA kettle") })
    let second = try NoWatches.instances.open(
      ben, ["--session", "second"], showing: "31 items")
    try first.press(script: "q")
    try second.press(script: "nAAA samovar<^S>")
    #expect(try Wait.until { try anna.receives("AAA samovar") })
  }

  @Test(arguments: NoWatches.allCases)
  func agentWithoutWatchesSendsChanges(_ limit: NoWatches) throws {
    let agent = try AgentProcess(ben, program: limit.program)
    defer { withExtendedLifetime(agent) {} }
    #expect(try ben.run(["add", "AAA kettle"]).status == 0)
    #expect(try Wait.until { try anna.receives("AAA kettle") }, "\(agent.messages)")
  }
}
