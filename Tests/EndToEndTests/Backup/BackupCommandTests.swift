import Foundation
import RepriseTesting
import TestSupport
import Testing

/// `keepsake backup` and `restore`, run as the real program.
@Suite(.waitsForProcesses) struct BackupCommandTests {
  private static func backups(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory)
      .filter { $0.hasSuffix(".zip") }.map { "\(directory)/\($0)" }
  }

  private static func place(_ home: Home) throws -> String {
    let place = home.path + "/disk"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    return place
  }

  @Test func backupOfAnOpenHomeRestoresIntoAnEmptyOne() throws {
    let home = try Home()
    let window = try home.open()
    try window.press(script: "nHalf a w")
    let place = try Self.place(home)
    let result = try home.run(["backup", place])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("1 draft"))
    let file = try #require(try Self.backups(in: place).first)
    #expect(result.text == file + "\n")
    let fresh = try Home(isEmpty: true)
    let restored = try fresh.run(["restore", file])
    #expect(restored.status == 0, "\(restored.errors)")
    #expect(try fresh.export() == home.export())
    let back = try fresh.open()
    #expect(back.picture.text.contains("1 draft"))
    #expect(try home.run(["restore", "--force", file]).status == 75, "a window is open")
  }

  @Test func restoreAsksBeforeReplacingItems() throws {
    let home = try Home()
    let place = try Self.place(home)
    #expect(try home.run(["backup", place]).status == 0)
    let file = try #require(try Self.backups(in: place).first)
    let before = try home.export()
    let refused = try home.run(["restore", file])
    #expect(refused.status == 64 && refused.errors.contains("--force"))
    let window = try home.launch(["restore", file])
    try window.wait { $0.text.contains("Type yes to confirm:") }
    window.type("no\n")
    try window.waitForExit()
    #expect(window.picture.text.contains("Nothing was changed"))
    #expect(try home.run(["restore", "--force", file]).errors.contains("kept in"))
    #expect(try home.export() == before)
  }

  @Test func killedRestoreLeavesAllOrNothing() throws {
    let home = try Home()
    let before = try home.export()
    let place = try Self.place(home)
    #expect(try home.run(["backup", place]).status == 0)
    let file = try #require(try Self.backups(in: place).first)
    var random = SeededGenerator(seed: RunSeed.number)
    var (done, killed) = (0, 0)
    for round in 0..<24 {
      let isBackup = round % 2 == 0
      let arguments = isBackup ? ["backup", place] : ["restore", "--force", file]
      let delay = Int.random(in: 0...250, using: &random)
      let script =
        "\(Home.program) \(arguments.joined(separator: " ")) & p=$!; "
        + "sleep \(Double(delay) / 1000); kill -9 $p; wait $p"
      let result = try Home.run(
        "/bin/bash", ["-c", script], environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
      if result.status == 0 { done += 1 } else { killed += 1 }
      #expect(try home.export() == before, "round \(round) killed after \(delay) ms")
    }
    #expect(killed > 0, "\(done) ended before they were killed")
    for file in try Self.backups(in: place) {
      let fresh = try Home(isEmpty: true)
      #expect(try fresh.run(["restore", file]).status == 0)
      #expect(try fresh.export() == before)
    }
    // The next run of each removes the leftovers.
    #expect(try home.run(["backup", place]).status == 0)
    #expect(try home.run(["restore", "--force", file]).status == 0)
    let left =
      try FileManager.default.contentsOfDirectory(atPath: place)
      + FileManager.default.contentsOfDirectory(atPath: home.path + "/.local/share")
    #expect(left.filter { $0.hasPrefix(".keepsake-") } == [])
  }

  @Test(.enabled(if: OwnMounts.areAllowed, "needs the right to mount a private file system"))
  func backupReportsAFullDiskAndLosesNothing() throws {
    let home = try Home()
    let before = try home.export()
    let place = try Self.place(home)
    #expect(try home.run(["backup", place]).status == 0)
    let file = try #require(try Self.backups(in: place).first)
    let small = home.path + "/small"
    try FileManager.default.createDirectory(atPath: small, withIntermediateDirectories: true)
    func onSmallDisk(_ command: String) throws -> CommandResult {
      let mount = "mount -t tmpfs -o size=100k none \(small)"
      return try Home.run(
        "/usr/bin/unshare",
        ["-m", "bash", "-c", "\(mount); \(command); s=$?; ls -A \(small); exit $s"],
        environment: ["HOME": home.path, "PATH": "/usr/sbin:/usr/bin:/bin"])
    }
    let saved = try onSmallDisk("\(Home.program) backup \(small)")
    #expect(saved.status == 74 && saved.messages.count == 1, "\(saved.errors)")
    #expect(saved.errors.contains("full"))
    #expect(saved.errors.contains(small) && !saved.errors.contains(".keepsake-backup"))
    #expect(saved.text == "", "nothing is left there")
    let restored = try onSmallDisk("XDG_DATA_HOME=\(small) \(Home.program) restore \(file)")
    #expect(restored.status == 74 && restored.messages.count == 1, "\(restored.errors)")
    #expect(restored.errors.contains("not enough space"))
    #expect(try home.export() == before)
  }

  @Test func backupNamesAnUnwritableDirectoryAsGiven() throws {
    let home = try Home()
    let refused = try home.run(["backup", "/proc"])
    #expect(refused.messages.count == 1)
    #expect(refused.errors.contains("cannot make a directory in /proc: "), "\(refused.errors)")
  }

  @Test func backupReportsASyncedFolder() throws {
    let home = try Home()
    try home.write([], to: ".local/share/.stfolder")
    let result = try home.run(["backup", try Self.place(home)])
    #expect(result.status == 0)
    #expect(result.messages.count { $0.contains("Syncthing") } == 1)
  }
}
