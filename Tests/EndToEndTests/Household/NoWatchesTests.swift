import RepriseTesting
import Testing
import WaitSupport

/// A system that gives a process no watches of files.
enum NoWatches {
  private static let limit = "/proc/sys/user/max_inotify_instances"

  /// What `unshare` is told to run a command there.
  static func arguments(_ command: String) -> [String] {
    ["-Ur", "sh", "-c", "echo 0 > \(limit) && exec \(command)"]
  }

  /// Whether a process may have limits of its own.
  static let areAllowed: Bool = {
    let result = try? Home.run(
      "/usr/bin/unshare", arguments("cat \(limit)"), environment: ["PATH": "/usr/bin:/bin"])
    return result?.text == "0\n"
  }()
}

/// A user has so many watches of files and no more, and other programs may have them all: a window looks by itself then.
@Suite(
  .waitsForProcesses,
  .enabled(if: NoWatches.areAllowed, "needs the right to make a namespace of users"))
struct NoWatchesTests {
  // In the namespace nobody may go where the server has its own socket.
  private let household: SlowHousehold
  private var anna: Home { household.anna }
  private var ben: Home { household.ben }

  init() throws { household = try SlowHousehold() }

  private func openWithoutWatches(
    _ arguments: String = "", showing text: String
  ) throws
    -> PTYProcess
  {
    let window = try PTYProcess(
      "/usr/bin/unshare", NoWatches.arguments("\(Home.program) \(arguments)"),
      environment: ["HOME": ben.path, "PATH": "/usr/bin:/bin"])
    try window.wait(for: text)
    return window
  }

  @Test func aWindowSendsWhatIsWrittenAndShowsWhatComes() throws {
    let window = try openWithoutWatches(showing: "30 items")
    try window.press(script: "nAAA kettle<^S>")
    #expect(try Wait.until { try anna.receives("AAA kettle") })
    #expect(try ben.run(["add", "AAA samovar"]).status == 0)
    #expect(try Wait.until { try anna.receives("AAA samovar") }, "of another program of the home")
    try anna.addAndSend("AAA teapot")
    try window.wait(for: "33 items")
  }

  @Test func aWindowTakesTheLineThatAnotherOneLeaves() throws {
    let first = try ben.open()
    try first.press(script: "nAAA kettle<^S>")
    #expect(try Wait.until { try anna.receives("AAA kettle") })
    let second = try openWithoutWatches("--session second", showing: "31 items")
    try first.press(script: "q")
    try second.press(script: "nAAA samovar<^S>")
    #expect(try Wait.until { try anna.receives("AAA samovar") })
  }
}
