import PostgresSupport
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
  private let socket: SlowSocket
  private let database: TestDatabase
  private let anna: Home
  private let ben: Home

  init() throws {
    // In the namespace nobody may go where the server has its own socket.
    let server = try PostgresServer()
    socket = try SlowSocket(before: server)
    database = try TestDatabase(on: server, behind: socket)
    (anna, ben) = (try Home(), try Home(isEmpty: true))
    try ben.join(anna.found(database, as: "Anna"), as: "Ben")
  }

  private func openWithoutWatches() throws -> PTYProcess {
    let window = try PTYProcess(
      "/usr/bin/unshare", NoWatches.arguments(Home.program),
      environment: ["HOME": ben.path, "PATH": "/usr/bin:/bin"])
    try window.wait(for: "30 items")
    return window
  }

  private func annaHas(_ item: String) throws -> Bool {
    try anna.run(["household", "status"]).status == 0 && anna.run(["list"]).text.contains(item)
  }

  @Test func aWindowSendsWhatIsWrittenAndShowsWhatComes() throws {
    let window = try openWithoutWatches()
    try window.press(script: "nAAA kettle<^S>")
    #expect(try Wait.until { try annaHas("AAA kettle") })
    #expect(try ben.run(["add", "AAA samovar"]).status == 0)
    #expect(try Wait.until { try annaHas("AAA samovar") }, "of another program of the home")
    try anna.addAndSend("AAA teapot")
    try window.wait(for: "33 items")
  }

  @Test func aWindowTakesTheLineThatAnotherOneLeaves() throws {
    let first = try ben.open()
    try first.press(script: "nAAA kettle<^S>")
    #expect(try Wait.until { try annaHas("AAA kettle") })
    let second = try PTYProcess(
      "/usr/bin/unshare", NoWatches.arguments("\(Home.program) --session second"),
      environment: ["HOME": ben.path, "PATH": "/usr/bin:/bin"])
    try second.wait(for: "31 items")
    try first.press(script: "q")
    try second.press(script: "nAAA samovar<^S>")
    #expect(try Wait.until { try annaHas("AAA samovar") })
  }
}
