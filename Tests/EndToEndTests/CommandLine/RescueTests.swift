import Foundation
import RepriseTesting
import TestSupport
import Testing

/// On a read-only or full disk, everything can still be read, listed, exported and opened.
@Suite(
  .waitsForProcesses,
  .enabled(if: OwnMounts.areAllowed, "needs the right to mount a private file system"))
struct RescueTests {
  /// The files that the last run left.
  enum Shape: String, CaseIterable {
    /// All changes are in the database.
    case closed
    /// The latest changes are only in the write-ahead log, without its index.
    case log
    /// The same after a kill, with the index.
    case killed
    /// A truncated index, left by an attempt on a full disk.
    case shortIndex
  }

  /// The state of the disk.
  enum Trouble: String, CaseIterable {
    case readOnly, full

    /// Puts the mounted disk into this state.
    var script: String {
      switch self {
      case .readOnly: "mount -o remount,ro $DISK"
      case .full: "cat /dev/zero > $DISK/filler"
      }
    }

    /// The cause, as the status line names it.
    var words: String {
      switch self {
      case .readOnly: "the file system is read-only"
      case .full: "full"
      }
    }
  }

  /// A home with changes, as the program left it, with its list and export.
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

  /// Arguments that run a script with the home on its own disk in this state.
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

  /// On a full disk, space freed by another file may suffice for the index.
  ///
  /// The databases then open for writing, and the first change fails.
  @Test(arguments: Trouble.allCases, Shape.allCases)
  func windowOpensAndNamesTheProblem(_ trouble: Trouble, _ shape: Shape) throws {
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

  /// Once there is space again, text typed meanwhile is stored without a key press.
  @Test(arguments: Shape.allCases)
  func savingResumesWhenThereIsSpaceAgain(_ shape: Shape) throws {
    let (home, _, _) = try Self.home(shape)
    let disk = home.path + "-disk"
    defer { try? FileManager.default.removeItem(atPath: disk) }
    let window = try Self.open(home, .full)
    try window.wait { $0.text.contains("Rescued teapot") }
    window.type("nHalf a word")
    try window.wait { $0.text.contains("Your typing isn't being saved: ") }
    // The mounted disk as the program sees it.
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

  @Test func readOnlyDiskNeedsNoDraftsFile() throws {
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
  func missingInventoryPrintsOneLine(_ trouble: Trouble) throws {
    let home = try Home(isEmpty: true)
    let result = try Self.run(home, trouble, "list")
    #expect([73, 74].contains(result.status))
    #expect(result.messages.count == 1)
  }
}
