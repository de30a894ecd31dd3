import Foundation
import RepriseTesting
import Terminal
import TestSupport
import Testing

/// Writing with `-o FILE` to new and existing files.
@Suite(.waitsForProcesses) struct OutputFileTests {
  private static let commands = [["export"], ["state", "export"]]

  /// A home whose window was opened once, so that it has saved state.
  private static func usedHome() throws -> Home {
    let home = try Home()
    let window = try home.open()
    try window.press(script: "q")
    try window.waitForExit()
    return home
  }

  private static func kind(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  private static func leftovers(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory)
      .filter { $0.contains("reprise-part") || $0.hasPrefix("scratch-") }
  }

  @Test(arguments: commands)
  func outputIsWrittenIntoADevice(_ command: [String]) throws {
    let home = try Self.usedHome()
    let device = home.path + "/null"
    // The test's own device, so that nothing else on the machine is at risk. Without the right to create one, a
    // symbolic link works as well.
    if mknod(device, S_IFCHR | 0o666, 0x103) != 0 {
      try FileManager.default.createSymbolicLink(
        atPath: device, withDestinationPath: "/dev/null")
    }
    let before = Self.kind(device)
    let result = try home.run(command + ["-o", device])
    #expect(result.status == 0, "\(result.errors)")
    #expect(Self.kind(device) == before)
    #expect(Self.kind("/dev/null") == S_IFCHR)
  }

  @Test(arguments: commands)
  func outputIsWrittenIntoAPipe(_ command: [String]) throws {
    let home = try Self.usedHome()
    let pipe = home.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let line = "cat \(pipe) > \(home.path)/read & \(Home.program) \(command.joined(separator: " "))"
    let result = try Home.run(
      "/bin/bash", ["-c", "\(line) -o \(pipe); s=$?; wait; exit $s"],
      environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(Self.kind(pipe) == S_IFIFO)
    let read = try home.bytes(of: "read")
    if command == ["export"] { #expect(read == Data(try home.export().utf8)) }
    #expect(read.count > 1000)
  }

  @Test func outputToATerminalHasNoControlSequences() throws {
    let home = try Home(isEmpty: true)
    let text = "HB.import_ref,HB.name\na,\"\u{1B}]0;title\u{7}\"\n"
    _ = try home.run(["import", "-"], input: Data(text.utf8))
    let process = try home.launch(["export", "-o", "/dev/tty"])
    try process.waitForExit()
    #expect(process.exitStatus == .exited(0))
    #expect(process.picture.text.contains("^[]0;title^G"))
    #expect(!process.output.contains(0x1B))
  }

  @Test(arguments: commands, ["there", "not yet"])
  func outputFollowsASymbolicLink(_ command: [String], _ target: String) throws {
    let home = try Self.usedHome()
    try FileManager.default.createDirectory(
      atPath: home.path + "/far", withIntermediateDirectories: true)
    if target == "there" { try home.write("old".utf8, to: "far/out.csv") }
    let link = home.path + "/link.csv"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "far/out.csv")
    let result = try home.run(command + ["-o", link, "--force"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(Self.kind(link) == S_IFLNK)
    #expect(try home.bytes(of: "far/out.csv").count > 1000)
    #expect(try Self.leftovers(in: home.path + "/far") == [])
  }

  @Test(arguments: commands)
  func outputFileIsPrivateAndComplete(_ command: [String]) throws {
    let home = try Self.usedHome()
    let file = try home.write("old".utf8, to: "out.csv")
    #expect(try home.run(command + ["-fo", file]).status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try home.bytes(of: "out.csv").count > 1000)
    #expect(try Self.leftovers(in: home.path) == [])
    #expect(try Self.leftovers(in: home.state) == [])
  }

  @Test(arguments: commands, ["", "missing/out.csv"])
  func failedOutputIsReportedAndLeavesNothing(_ command: [String], _ name: String) throws {
    let home = try Self.usedHome()
    let result = try home.run(command + ["-o", "\(home.path)/\(name)"])
    // A directory's name has no extension of an export format.
    #expect(result.status == (command == ["export"] && name.isEmpty ? 64 : 73))
    #expect(result.messages.count == 1)
    #expect(try Self.leftovers(in: home.path) == [])
  }

  /// Applies to every command that writes a file.
  @Test func existingFileIsKeptWithoutForce() throws {
    let home = try Self.usedHome()
    for (command, name) in [
      (["export", "-o"], "a.csv"), (["export", "-o"], "a.zip"), (["report", "-o"], "a.html"),
      (["report", "-o"], "b.csv"), (["state", "export", "-o"], "a.state"),
      (["screenshot"], "a.txt"),
    ] {
      let file = try home.write("mine".utf8, to: name)
      let refused = try home.run(command + [file])
      #expect(refused.status == 73, "\(command): \(refused.errors)")
      #expect(refused.errors == "keepsake: \(file) already exists; --force replaces it\n")
      #expect(try home.bytes(of: name) == Data("mine".utf8))
      let forced = try home.run(command + [file, "--force"])
      #expect(forced.status == 0, "\(command): \(forced.errors)")
      #expect(try home.bytes(of: name).count > 100)
    }
    #expect(try Self.leftovers(in: home.path) == [])
  }

  @Test func onATerminalReplacingAFileNeedsConfirmation() throws {
    let home = try Home()
    let file = try home.write("mine".utf8, to: "a.csv")
    for (answer, status, isKept) in [("no", 73, true), ("yes", 0, false)] as [(String, Int32, Bool)]
    {
      let process = try home.launch(
        ["export", "-o", file], size: Size(width: 200, height: 24))
      try process.wait { $0.text.contains("Type yes to confirm:") }
      process.type(answer + "\n")
      try process.waitForExit()
      #expect(process.exitStatus == .exited(status))
      #expect((try home.bytes(of: "a.csv") == Data("mine".utf8)) == isKept)
    }
  }

  /// The file extension selects the format; an unknown extension writes no file.
  @Test func fileExtensionSelectsTheFormat() throws {
    let home = try Home()
    func beginning(_ name: String) throws -> String {
      String(decoding: try home.bytes(of: name).prefix(4), as: UTF8.self)
    }
    for (arguments, name, start) in [
      (["report"], "a.html", "<!DO"), (["report"], "a.HTM", "<!DO"), (["report"], "a.csv", "No.,"),
      (["report", "--csv"], "b.csv", "No.,"), (["report", "--csv"], "b", "No.,"),
      (["export"], "c.csv", "HB.i"), (["export"], "c.ZIP", "PK\u{3}\u{4}"),
      (["export", "--collection"], "d.zip", "PK\u{3}\u{4}"),
    ] {
      let result = try home.run(arguments + ["-o", "\(home.path)/\(name)"])
      #expect(result.status == 0, "\(arguments) \(name): \(result.errors)")
      #expect(try beginning(name) == start, "\(arguments) \(name)")
    }
    for (arguments, name, words) in [
      (["report"], "y.pdf", "must end in .html, .htm or .csv"),
      (["report"], "y", "must end in"),
      (["report"], ".html.txt", "must end in"), (["report", "--csv"], "y.html", "end in .csv"),
      (["export"], "y.xlsx", "must end in .csv or .zip"), (["export"], "y", "must end in"),
      (["export", "--collection"], "y.csv", "end in .zip"), (["screenshot"], "y.pdf", "y.pdf"),
    ] {
      let option = arguments == ["screenshot"] ? [] : ["-o"]
      let result = try home.run(arguments + option + ["\(home.path)/\(name)"])
      #expect(result.status == 64, "\(arguments) \(name): \(result.errors)")
      #expect(result.messages.count == 1 && result.errors.contains(words), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: "\(home.path)/\(name)"))
    }
  }

  /// Leftover files and directories of killed commands, next to files of running ones.
  @Test func onlyLeftoversOfKilledCommandsAreRemoved() throws {
    let home = try Self.usedHome()
    let file = home.path + "/out.csv"
    try home.write("x".utf8, to: ".out.csv.17.reprise-part")
    try home.write("x".utf8, to: ".other.csv.17.reprise-part")
    let busy = try home.write("x".utf8, to: ".out.csv.18.reprise-part")
    let descriptor = open(busy, O_RDONLY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    try FileManager.default.createDirectory(
      atPath: home.data + "/scratch-old", withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: home.data + "/scratch-old/inventory.sqlite"))
    #expect(try home.run(["export", "-o", file]).status == 0)
    #expect(
      try Self.leftovers(in: home.path).sorted() == [
        ".other.csv.17.reprise-part", ".out.csv.18.reprise-part",
      ])
    #expect(try home.run(["screenshot", home.path + "/a.txt"]).status == 0)
    #expect(try Self.leftovers(in: home.data) == [])
  }

  /// Kills `export` at random moments, as an impatient user does.
  @Test(arguments: [1, 2] as [UInt64])
  func killedExportLeavesNothing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let home = try Home(isEmpty: true)
    var text = "HB.import_ref,HB.name,HB.notes\n"
    let note = String(repeating: "note ", count: 400)
    for number in 0..<1500 { text += "r\(number),Item \(number),\(note)\n" }
    #expect(try home.run(["import", "-"], input: Data(text.utf8)).status == 0)
    for _ in 0..<8 {
      let process = try ChildProcess(
        Home.program, ["export", "-f", "-o", home.path + "/out.csv"],
        environment: ["HOME": home.path])
      usleep(UInt32.random(in: 1000...400_000, using: &random))
      kill(process.identifier, SIGKILL)
      process.waitForEnd()
    }
    let last = try home.run(["export", "-f", "-o", home.path + "/out.csv"])
    #expect(last.status == 0)
    #expect(try Self.leftovers(in: home.path) == [], "seed \(seed)")
    #expect(try home.bytes(of: "out.csv") == Data(try home.export().utf8))
  }
}
