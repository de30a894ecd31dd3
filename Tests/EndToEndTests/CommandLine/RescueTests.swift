import Foundation
import RepriseTesting
import TestSupport
import Testing

/// On a disk that can only be read, or is full, everything can still be read, listed, exported and
/// opened.
@Suite(
  .waitsForProcesses,
  .enabled(if: OwnMounts.areAllowed, "needs the right to mount a file system of its own"))
struct RescueTests {
  /// How the program was left.
  enum Shape: String, CaseIterable {
    /// Everything lies in the database.
    case closed
    /// The last changes lie in the log; nothing else tells of it.
    case log
    /// The same, as after a kill: with the index of the log.
    case killed
    /// What an attempt without room leaves of the index of the log.
    case shortIndex
  }

  /// What is wrong with the disk.
  enum Trouble: String, CaseIterable {
    case readOnly, full

    /// Has it happen to the mounted disk.
    var script: String {
      switch self {
      case .readOnly: "mount -o remount,ro $DISK"
      case .full: "cat /dev/zero > $DISK/filler"
      }
    }

    /// The words of it in the line that says that something is not saved.
    var words: String {
      switch self {
      case .readOnly: "the file system is read-only"
      case .full: "full"
      }
    }
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
    for name in ["inventory", "drafts"] where shape != .killed {
      let index = "\(left.data)/\(name).sqlite-shm"
      try FileManager.default.removeItem(atPath: index)
      if shape == .shortIndex { try Data(count: 3).write(to: URL(fileURLWithPath: index)) }
    }
    return (left, list, export)
  }

  /// Runs a script where the home lies on a disk of its own that is in trouble.
  private static func arguments(
    _ home: Home, _ trouble: Trouble, _ script: String
  ) -> [String] {
    let lines = [
      "set -e", "DISK=\(home.path)-disk", "mkdir -p $DISK",
      "mount -t tmpfs -o size=16m,mode=700 none $DISK", "cp -a \(home.path)/. $DISK/", "set +e",
      trouble.script + " 2>/dev/null", "export HOME=$DISK", script,
    ]
    return ["-m", "bash", "-c", lines.joined(separator: "\n")]
  }

  private static func run(
    _ home: Home, _ trouble: Trouble, _ command: String
  ) throws -> CommandResult {
    defer { try? FileManager.default.removeItem(atPath: home.path + "-disk") }
    return try Home.run(
      "/usr/bin/unshare", arguments(home, trouble, "\(Home.program) \(command); exit $?"),
      environment: ["PATH": "/usr/sbin:/usr/bin:/bin", "TERM": "xterm-256color"])
  }

  private static func open(_ home: Home, _ trouble: Trouble) throws -> PTYProcess {
    try PTYProcess(
      "/usr/bin/unshare", arguments(home, trouble, "exec \(Home.program)"),
      environment: ["PATH": "/usr/sbin:/usr/bin:/bin"])
  }

  @Test(arguments: Trouble.allCases, Shape.allCases)
  func everythingCanBeListedAndExported(_ trouble: Trouble, _ shape: Shape) throws {
    let (home, list, export) = try Self.home(shape)
    let listed = try Self.run(home, trouble, "list")
    #expect(listed.status == 0, "\(listed.errors)")
    #expect(listed.text == list)
    let exported = try Self.run(home, trouble, "export")
    #expect(exported.status == 0, "\(exported.errors)")
    #expect(exported.text == export)
  }

  /// On a full disk there may be room for an index of a log where another file gave some up: then the
  /// files are open for writing, and the first change finds out.
  @Test(arguments: Trouble.allCases, Shape.allCases)
  func theInterfaceOpensAndSaysWhatIsWrong(_ trouble: Trouble, _ shape: Shape) throws {
    let (home, _, _) = try Self.home(shape)
    defer { try? FileManager.default.removeItem(atPath: home.path + "-disk") }
    let window = try Self.open(home, trouble)
    func says(_ words: String) -> (TerminalPicture) -> Bool {
      { Glass.trouble(in: $0)?.contains(words) == true }
    }
    try window.wait { $0.text.contains("Rescued teapot") || window.reap() != nil }
    if trouble == .readOnly {
      try window.wait(until: says("Nothing can be saved: " + trouble.words))
    }
    window.type("/rescued\r")
    try window.wait { !$0.text.contains("Chef") && $0.text.contains("Rescued teapot") }
    window.type("x")
    try window.wait(until: says(trouble.words))
    try window.wait { $0.text.contains("Rescued teapot") }
    window.type("n")
    try window.wait(for: "New item")
    window.type("Half")
    try window.wait(until: says("Your typing isn't being saved: "))
    try window.wait(for: "New: Half")
  }

  /// What was typed and done meanwhile is stored without a key when there is room again.
  @Test(arguments: Shape.allCases)
  func whenThereIsRoomAgainItGoesOn(_ shape: Shape) throws {
    let (home, _, _) = try Self.home(shape)
    let disk = home.path + "-disk"
    defer { try? FileManager.default.removeItem(atPath: disk) }
    let window = try Self.open(home, .full)
    try window.wait { $0.text.contains("Rescued teapot") }
    window.type("nHalf a word")
    try window.wait { $0.text.contains("Your typing isn't being saved: ") }
    // The file system as the program sees it.
    let seen = "/proc/\(window.processID)/root\(disk)"
    try FileManager.default.removeItem(atPath: seen + "/filler")
    try window.wait(timeout: .seconds(70)) { !($0.lines.last ?? "").contains("isn't being saved") }
    try window.wait { $0.rows.last?.contains(where: Glass.isTrouble) == false }
    let shown = try window.waitUntilIdle().visible
    let copy = try Home(copying: seen)
    try window.killEverything()
    let again = try copy.open()
    #expect(again.picture.visible.difference(from: shown) == nil, "\(again.picture.text)")
    try again.press(script: "<^S>")
    #expect(try copy.run(["list"]).text.contains("Half a word"))
    try again.killEverything()
  }

  @Test func aDiskThatIsReadOnlyNeedsNoFileOfDrafts() throws {
    let (home, _, _) = try Self.home(.closed)
    for name in try FileManager.default.contentsOfDirectory(atPath: home.data)
    where name.hasPrefix("drafts") {
      try FileManager.default.removeItem(atPath: "\(home.data)/\(name)")
    }
    defer { try? FileManager.default.removeItem(atPath: home.path + "-disk") }
    for trouble in Trouble.allCases {
      let window = try Self.open(home, trouble)
      try window.wait { $0.text.contains("Rescued teapot") && $0.text.contains(trouble.words) }
      try window.killEverything()
    }
  }

  @Test(arguments: Trouble.allCases)
  func whatIsNotThereCannotBeRescued(_ trouble: Trouble) throws {
    let home = try Home(isEmpty: true)
    let result = try Self.run(home, trouble, "list")
    #expect([73, 74].contains(result.status))
    #expect(result.messages.count == 1)
  }
}
