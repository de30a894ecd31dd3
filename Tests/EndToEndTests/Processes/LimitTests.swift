import Foundation
import RepriseTesting
import Testing

/// A system that gives little: files, processes, memory (reliability T3, T4).
///
/// One line says what is missing, and the place is kept.
@Suite(.waitsForProcesses, .timeLimit(.minutes(5))) struct LimitTests {
  private func homeWithState() throws -> (Home, TerminalPicture) {
    let home = try Home()
    let app = try home.open()
    let picture = try app.press(script: "jjj<Enter>").visible
    try app.killEverything()
    return (home, picture)
  }

  /// Starts the program under a limit; it works, or says in a line what it lacks.
  private func expectWorkOrALine(
    _ home: Home, _ picture: TerminalPicture, _ program: String, _ arguments: [String]
  ) throws {
    let app = try PTYProcess(
      program, arguments + [Home.program], environment: ["HOME": home.path])
    var status: RepriseTesting.ExitStatus?
    try app.wait {
      status = app.reap()
      return status != nil || $0.lines[0] == picture.lines[0]
    }
    if let status {
      // 127 is the loader's, before any of the program runs.
      if case .exited(127) = status { return }
      #expect(status == .exited(71), "\(arguments)")
      #expect(app.picture.lines.count { $0.hasPrefix("keepsake: ") } == 1, "\(arguments)")
      #expect(app.picture.modes == .usual)
    } else {
      try app.killEverything()
    }
    #expect(home.namesInQuarantine.isEmpty, "\(arguments)")
  }

  @Test func withFewFilesItSaysSoAndTheStateIsKept() throws {
    let (home, picture) = try homeWithState()
    for files in Array(12...32) + [40, 48, 56, 64, 128] {
      try expectWorkOrALine(home, picture, "/usr/bin/prlimit", ["--nofile=\(files):\(files)"])
    }
    #expect(try home.open().picture.visible.difference(from: picture) == nil)
  }

  @Test func aLowLimitIsRaisedWhereThatIsAllowed() throws {
    let (home, picture) = try homeWithState()
    let app = try PTYProcess(
      "/usr/bin/prlimit", ["--nofile=24:1024", Home.program], environment: ["HOME": home.path])
    try app.wait { $0.lines[0] == picture.lines[0] }
  }

  @Test func withLittleMemoryItSaysSo() throws {
    let (home, picture) = try homeWithState()
    for megabytes in [80, 90, 100, 120, 150, 300, 1_000] {
      try expectWorkOrALine(home, picture, "/usr/bin/prlimit", ["--as=\(megabytes << 20)"])
    }
  }
}
