import Foundation
import RepriseTesting
import Testing

/// File systems of a test's own.
enum OwnMounts {
  /// Whether a file system can be mounted that nobody else sees.
  static let areAllowed: Bool = {
    let script = "mount -t tmpfs none /mnt"
    let result = try? Home.run(
      "/usr/bin/unshare", ["-m", "bash", "-c", script], environment: ["PATH": "/usr/sbin:/usr/bin"])
    return result?.status == 0
  }()
}

/// On a disk that can only be read everything can still be read, listed, exported and opened.
@Suite(.enabled(if: OwnMounts.areAllowed, "needs the right to mount a file system of its own"))
struct RescueTests {
  /// How the program was left.
  enum Shape: String, CaseIterable {
    /// Everything lies in the database.
    case closed
    /// The last changes lie in the log; nothing else tells of it.
    case log
    /// The same, as after a kill: with the index of the log.
    case killed
  }

  /// A home whose inventory has changed, as the program left it, and what lists say of it.
  private static func home(_ shape: Shape) throws -> (home: Home, list: String, export: String) {
    let home = try Home()
    let window = try home.open()
    try window.press(script: "jxnRescued teapot<^S>")
    let list = try home.run(["list"]).text
    let export = try home.export()
    #expect(list.contains("Rescued teapot"))
    if shape == .closed {
      try window.press(script: "q")
      try window.waitForExit()
      return (home, list, export)
    }
    let left = try Home(copying: home.path)
    try window.killEverything()
    #expect(try left.bytes(of: left.data + "/inventory.sqlite-wal").count > 0)
    for name in ["inventory", "drafts"] where shape == .log {
      try FileManager.default.removeItem(atPath: "\(left.data)/\(name).sqlite-shm")
    }
    return (left, list, export)
  }

  /// Runs a script where the home lies on a disk of its own that is in trouble.
  private static func arguments(_ home: Home, _ script: String) -> [String] {
    let lines = [
      "set -e", "DISK=\(home.path)-disk", "mkdir -p $DISK",
      "mount -t tmpfs -o size=16m,mode=700 none $DISK", "cp -a \(home.path)/. $DISK/",
      "mount -o remount,ro $DISK", "set +e", "export HOME=$DISK", script,
    ]
    return ["-m", "bash", "-c", lines.joined(separator: "\n")]
  }

  private static func run(
    _ home: Home, _ command: String
  ) throws
    -> CommandResult
  {
    defer { try? FileManager.default.removeItem(atPath: home.path + "-disk") }
    return try Home.run(
      "/usr/bin/unshare", arguments(home, "\(Home.program) \(command); exit $?"),
      environment: ["PATH": "/usr/sbin:/usr/bin:/bin", "TERM": "xterm-256color"])
  }

  @Test(arguments: Shape.allCases)
  func everythingCanBeListedAndExported(_ shape: Shape) throws {
    let (home, list, export) = try Self.home(shape)
    let listed = try Self.run(home, "list")
    #expect(listed.status == 0, "\(listed.errors)")
    #expect(listed.text == list)
    let exported = try Self.run(home, "export")
    #expect(exported.status == 0, "\(exported.errors)")
    #expect(exported.text == export)
  }

  @Test(arguments: Shape.allCases)
  func theInterfaceOpensAndSaysWhatIsWrong(_ shape: Shape) throws {
    let (home, _, _) = try Self.home(shape)
    defer { try? FileManager.default.removeItem(atPath: home.path + "-disk") }
    let window = try PTYProcess(
      "/usr/bin/unshare", Self.arguments(home, "exec \(Home.program)"),
      environment: ["PATH": "/usr/sbin:/usr/bin:/bin"])
    try window.wait { $0.text.contains("Nothing can be saved: the file system is read-only") }
    window.type("/rescued\r")
    try window.wait(for: "Rescued teapot")
  }

  @Test func whatIsNotThereCannotBeRescued() throws {
    let home = try Home(isEmpty: true)
    let result = try Self.run(home, "list")
    #expect(result.status == 73)
    #expect(result.messages.count == 1)
  }
}
