import Foundation
import Reprise
import RepriseTesting
import Testing

/// Low system limits: files, processes, memory (reliability T3, T4).
///
/// One line names the missing resource, and the state is kept.
@Suite(.waitsForProcesses, .timeLimit(.minutes(60))) struct LimitTests {
  private func homeWithState() throws -> (Home, TerminalPicture) {
    let home = try Home()
    let app = try home.open()
    let picture = try app.press(script: "jjj<Enter>").visible
    try app.killEverything()
    return (home, picture)
  }

  /// Starts the program under a limit; it works or prints one line that names the missing resource.
  private func expectWorkOrALine(
    _ home: Home, _ picture: TerminalPicture, _ program: String, _ arguments: [String]
  ) throws {
    let app = try PTYProcess(
      program, arguments + [Home.program], environment: ["HOME": home.path])
    var status: ProcessEnd?
    try app.wait {
      status = app.reap()
      return status != nil || $0.lines[0] == picture.lines[0]
    }
    if let status {
      // 127 is the loader's status, before any code of the program runs.
      if case .exited(127) = status { return }
      #expect(status == .exited(71), "\(arguments)")
      #expect(app.picture.lines.count { $0.hasPrefix("keepsake: ") } == 1, "\(arguments)")
      #expect(app.picture.modes == .usual)
    } else {
      try app.killEverything()
    }
    #expect(home.namesInQuarantine.isEmpty, "\(arguments)")
  }

  @Test func fewFilesAreReportedAndTheStateIsKept() throws {
    let (home, picture) = try homeWithState()
    for files in Array(12...32) + [40, 48, 56, 64, 128] {
      try expectWorkOrALine(home, picture, "/usr/bin/prlimit", ["--nofile=\(files):\(files)"])
    }
    #expect(try home.open().picture.visible.difference(from: picture) == nil)
  }

  @Test func lowFileLimitIsRaisedIfAllowed() throws {
    let (home, picture) = try homeWithState()
    let app = try PTYProcess(
      "/usr/bin/prlimit", ["--nofile=24:1024", Home.program], environment: ["HOME": home.path])
    try app.wait { $0.lines[0] == picture.lines[0] }
  }

  /// The arguments that run a program as a user with few processes, since root has no such limit.
  ///
  /// - Parameter user: Each case needs its own user, since a user's processes are counted together.
  private static func asSomebody(
    _ user: uid_t, withProcesses most: Int, _ words: [String]
  ) -> [String] {
    [
      "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "/usr/bin/prlimit",
      "--nproc=\(most):\(most)",
    ] + words
  }

  /// Whether the program can run as another user.
  private static let canBeSomebody: Bool = {
    let words = asSomebody(64_300, withProcesses: 100, [Home.program, "--version"])
    return (try? Home.run("/usr/bin/setpriv", words, environment: [:]))?.status == 0
  }()

  /// A home of another user.
  private func home(of user: uid_t) throws -> Home {
    let home = try Home()
    #expect(chmod(home.path, 0o711) == 0)
    let below = FileManager.default.subpaths(atPath: home.path) ?? []
    for path in [home.path] + below.map({ "\(home.path)/\($0)" }) {
      #expect(chown(path, user, user) == 0)
    }
    return home
  }

  @Test(.enabled(if: canBeSomebody, "only root can become another user"), arguments: 1...12)
  func fewProcessesAreReported(_ most: Int) throws {
    let user = 64_300 + uid_t(most)
    let home = try home(of: user)
    let app = try PTYProcess(
      "/usr/bin/setpriv", Self.asSomebody(user, withProcesses: most, [Home.program]),
      environment: ["HOME": home.path])
    var status: ProcessEnd?
    try app.wait {
      status = app.reap()
      return status != nil || $0.text.contains("Chef")
    }
    guard let status else {
      #expect(most > 3)
      app.type("nLamp")
      try app.wait(for: "New: Lamp")
      // The change is synced, and the last output is shown.
      app.type(UserEvent.bytes(of: KeyScript("<^S>q").keys))
      #expect(try app.waitForExit() == .exited(0))
      return
    }
    #expect(most < 8)
    #expect(status == .exited(71))
    #expect(app.picture.lines.count { $0.hasPrefix("keepsake: the system allows no more") } == 1)
    #expect(app.picture.modes == .usual)
    #expect(home.namesInQuarantine.isEmpty)
  }

  @Test(.enabled(if: canBeSomebody, "only root can become another user"), arguments: [1, 2])
  func commandWithoutThreadsEnds(_ most: Int) throws {
    let user = 64_320 + uid_t(most)
    let home = try home(of: user)
    let result = try Home.run(
      "/usr/bin/setpriv", Self.asSomebody(user, withProcesses: most, [Home.program, "list"]),
      environment: ["HOME": home.path])
    #expect([0, 71].contains(result.status))
    #expect(result.status == 0 ? !result.text.isEmpty : result.messages.count == 1)
  }

  /// Runs a command under a limit: it succeeds or prints one line, and no signal ends it.
  private func expectWorkOrALine(_ limit: String, _ home: Home) throws {
    let result = try Home.run(
      "/usr/bin/prlimit", [limit, Home.program, "list"], environment: ["HOME": home.path])
    // 127 is the loader's status, before any code of the program runs.
    if result.status == 127 { return }
    #expect([0, 71].contains(result.status), "\(limit): \(result.status) \(result.errors)")
    guard result.status == 71 else { return #expect(!result.text.isEmpty, "\(limit)") }
    #expect(result.messages.count == 1 && result.errors.hasPrefix("keepsake: "), "\(limit)")
    #expect(result.errors.contains("ulimit -"), "\(limit)")
  }

  @Test func commandReportsFewFiles() throws {
    let home = try Home()
    for files in Array(3...20) { try expectWorkOrALine("--nofile=\(files):\(files)", home) }
    #expect(try home.run(["list"]).status == 0)
  }

  /// 48 KiB of stack are used up before the program runs.
  @Test func commandReportsASmallStack() throws {
    let home = try Home()
    for kilobytes in [64, 80, 100, 128, 160, 200, 255, 256, 300, 512, 1024] {
      try expectWorkOrALine("--stack=\(kilobytes << 10):\(kilobytes << 10)", home)
    }
    let raised = try Home.run(
      "/usr/bin/prlimit", ["--stack=65536:8388608", Home.program, "list"],
      environment: ["HOME": home.path])
    #expect(raised.status == 0, "the limit is raised to its maximum: \(raised.errors)")
  }

  @Test func windowReportsASmallStack() throws {
    let (home, picture) = try homeWithState()
    for kilobytes in [64, 128, 256, 512] {
      try expectWorkOrALine(
        home, picture, "/usr/bin/prlimit", ["--stack=\(kilobytes << 10):\(kilobytes << 10)"])
    }
  }

  /// Exceeding a file size limit is reported as an error, not fatal.
  @Test func fileSizeLimitIsReported() throws {
    let home = try Home()
    let before = try home.run(["list"]).text
    // With a lower limit, the message could not be written to a file either.
    for bytes in [512, 4096, 65_536] {
      let result = try Home.run(
        "/usr/bin/prlimit", ["--fsize=\(bytes)", Home.program, "add", "Box", "price=10"],
        environment: ["HOME": home.path])
      #expect(
        [0, 71, 73, 74].contains(result.status), "\(bytes): \(result.status) \(result.errors)")
      if result.status != 0 {
        #expect(result.messages.count == 1 && result.errors.hasPrefix("keepsake: "), "\(bytes)")
        #expect(result.errors.contains("ulimit -f"), "\(result.errors)")
        #expect(try home.run(["list"]).text == before)
      }
    }
  }

  private static let canHideProc =
    (try? Home.run(
      "/usr/bin/unshare", ["-m", "mount", "-t", "tmpfs", "none", "/proc"], environment: [:]))?
    .status == 0

  @Test(.enabled(if: canHideProc, "this machine allows no mounts"))
  func commandsWorkWithoutProc() throws {
    let home = try Home()
    let list = try home.run(["list"]).text
    func withoutProc(_ command: String) throws -> (status: Int32, text: String, errors: String) {
      let result = try Home.run(
        "/usr/bin/unshare",
        ["-m", "sh", "-c", "mount -t tmpfs none /proc && exec \(Home.program) \(command)"],
        environment: ["HOME": home.path])
      return (result.status, result.text, result.errors)
    }
    let shown = try withoutProc("list")
    #expect(shown.status == 0 && shown.text == list, "\(shown)")
    for command in ["add Box price=10", "show Box", "export", "doctor", "--version", "help"] {
      let result = try withoutProc(command)
      #expect(result.status == 0, "\(command): \(result)")
    }
  }

  @Test func littleMemoryIsReported() throws {
    let (home, picture) = try homeWithState()
    for megabytes in [80, 90, 100, 120, 150, 300, 1_000] {
      try expectWorkOrALine(home, picture, "/usr/bin/prlimit", ["--as=\(megabytes << 20)"])
    }
  }
}
