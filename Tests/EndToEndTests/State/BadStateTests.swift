import Foundation
import GRDB
import Reprise
import RepriseTesting
import Testing

/// With damaged, foreign, newer or inaccessible state, the program runs and keeps the old files (reliability F5, F19,
/// T5, T6, T15).
@Suite(.waitsForProcesses) struct BadStateTests {
  private static let keys = "jjj<Enter>"

  /// A home whose state is all in one file, and its screen.
  private func homeWithState() throws -> (Home, TerminalPicture) {
    let home = try Home()
    let app = try home.open()
    let picture = try app.press(script: Self.keys).visible
    app.signal(SIGTERM)
    try app.waitForExit()
    let database = try DatabaseQueue(path: home.stateFile())
    _ = try database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try database.close()
    return (home, picture)
  }

  /// Opens the app with damaged state: it runs, and either everything is restored or the bytes are quarantined.
  private func expectNothingLost(
    in home: Home, _ damaged: Data, _ picture: TerminalPicture, _ comment: Comment
  ) throws {
    try damaged.write(to: URL(fileURLWithPath: home.stateFile()))
    let app = try home.open()
    #expect(app.picture.lines[0].contains("Items"), comment)
    if app.picture.visible != picture, !damaged.isEmpty {
      let aside = home.files(under: home.state + "/quarantine")
      let comment: Comment = "\(comment): \(app.picture.text)"
      #expect(
        aside.contains { $0.key.hasSuffix("/state.sqlite") && $0.value == damaged }, comment)
      #expect(app.picture.lines.last?.contains("Old state kept in") == true, comment)
    }
    try app.press(script: "<Down>")
    try app.killEverything()
  }

  @Test func truncatedStateLosesNothing() throws {
    let (home, picture) = try homeWithState()
    let whole = try home.bytes(of: home.stateFile())
    for part in 0..<16 {
      let home = try homeLike(home)
      let length = whole.count * part / 16
      try expectNothingLost(in: home, whole.prefix(length), picture, "cut to \(length) bytes")
    }
  }

  @Test(arguments: 0..<4)
  func flippedBitLosesNothing(_ group: UInt64) throws {
    let (home, picture) = try homeWithState()
    let whole = try home.bytes(of: home.stateFile())
    for seed in group * 8..<group * 8 + 8 {
      var numbers = SeededGenerator(seed: seed)
      var damaged = whole
      let place = Int.random(in: 0..<whole.count, using: &numbers)
      damaged[damaged.startIndex + place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
      let home = try homeLike(home)
      try expectNothingLost(in: home, damaged, picture, "seed \(seed), a bit of byte \(place)")
    }
  }

  /// Everything is readable, but SQLite finds no space in its pages for changes.
  @Test func unwritableDatabaseLosesNothing() throws {
    let (home, picture) = try homeWithState()
    var damaged = try home.bytes(of: home.stateFile())
    for page in stride(from: 2048, to: damaged.count, by: 2048) where damaged[page] == 0x0D {
      // The offset of the free space in a page with rows, where no row can be stored.
      damaged.replaceSubrange(page + 1...page + 2, with: [0, 1])
    }
    try expectNothingLost(in: home, damaged, picture, "free room")
    #expect(home.files(under: home.state + "/quarantine").contains { $0.value == damaged })
    // Later work is kept.
    let app = try home.open()
    #expect(!app.picture.text.contains("kept in"), "the message appears once")
    let left = try app.press(script: "<Down><Esc><Down>").visible
    try app.killEverything()
    #expect(try home.open().picture.visible == left)
    #expect(home.namesInQuarantine.count == 1)
  }

  @Test func foreignFileIsKept() throws {
    let (home, picture) = try homeWithState()
    var numbers = SeededGenerator(seed: 1)
    let noise = Data((0..<20_000).map { _ in UInt8.random(in: .min ... .max, using: &numbers) })
    for damaged in [noise, Data("not a database at all\n".utf8), Data(count: 8192)] {
      try expectNothingLost(in: homeLike(home), damaged, picture, "\(damaged.count) bytes")
    }
  }

  @Test func newerStateIsKept() throws {
    let (home, picture) = try homeWithState()
    var newer = try home.bytes(of: home.stateFile())
    // SQLite keeps `PRAGMA user_version` in bytes 60 to 63 of the file.
    newer.replaceSubrange(60..<64, with: [0, 0, 0x7F, 0xFF])
    try expectNothingLost(in: home, newer, picture, "user_version 32767")
    #expect(home.files(under: home.state + "/quarantine").contains { $0.value == newer })
  }

  /// SQLite reads the intact part of the log: an earlier moment, but no other damage.
  @Test(arguments: 0..<8) func damagedLogRestoresAnEarlierMoment(_ seed: UInt64) throws {
    let home = try Home()
    let app = try home.open()
    var pictures = [app.picture.visible]
    for key in ["j", "j", "<Enter>", "<Esc>", "G", "2"] {
      pictures.append(try app.press(script: key).visible)
    }
    try app.killEverything()
    var numbers = SeededGenerator(seed: seed)
    var log = try home.bytes(of: home.stateFile() + "-wal")
    if seed.isMultiple(of: 2) {
      log = log.prefix(Int.random(in: 0..<log.count, using: &numbers))
    } else {
      log[Int.random(in: 0..<log.count, using: &numbers)] ^=
        1 << UInt8.random(in: 0..<8, using: &numbers)
    }
    try log.write(to: URL(fileURLWithPath: home.stateFile() + "-wal"))
    let again = try home.open()
    let isKnown = pictures.contains(again.picture.visible)
    #expect(isKnown || again.picture.text.contains("Old state kept in"), "seed \(seed)")
  }

  /// Another copy of the home, in its own directory.
  private func homeLike(_ home: Home) throws -> Home {
    let copy = try Home(isEmpty: true)
    try FileManager.default.removeItem(atPath: copy.path)
    try FileManager.default.copyItem(atPath: home.path, toPath: copy.path)
    return copy
  }

  /// The screens next to and below the damaged one are restored, and the damaged bytes are reported and kept.
  @Test func damagedScreenKeepsTheOthers() throws {
    let (home, picture) = try homeWithState()
    let item = try home.node(named: "item")
    try home.damage(item)
    #expect(try home.run(["state", "verify"]).text.contains("\(item): its seal is broken"))
    let app = try home.open(["open", "--inspect"])
    #expect(app.picture.lines[0].hasPrefix(" Items"))
    #expect(
      app.picture.lines.last
        == " Old state kept in ~/.local/state/keepsake/quarantine: one object was damaged")
    try app.press(script: "<F12>G")
    #expect(app.picture.text.contains("its saved bytes are damaged"))
    let name = try #require(home.namesInQuarantine.first)
    #expect(app.picture.text.contains("~/.local/state/keepsake/quarantine/\(name)"))
    try app.press(script: "<Esc>")
    let afterwards = app.picture.visible
    try app.killEverything()
    let verdict = try home.run(["state", "verify", "--all"])
    #expect(verdict.text.contains("main\twhole"))
    #expect(verdict.text.contains("\(item): its seal is broken"), "in the quarantined copy")
    let again = try home.open()
    #expect(again.picture.visible == afterwards)
    // The list keeps its position.
    #expect(try again.press(script: "<Enter>").lines[0] == picture.lines[0])
  }

  /// The app shows that it waits for the screen, and restores it when the lock is released.
  @Test func lockedStateIsRestoredOnceUnlocked() throws {
    let (home, picture) = try homeWithState()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: home.stateFile(), configuration: configuration)
    try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let app = try home.launch()
    try app.wait(for: "another program has locked the saved state")
    usleep(1_500_000)
    try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try other.close()
    try app.wait { $0.modes.contains(.alternateScreen) }
    try app.waitUntilIdle()
    #expect(app.picture.visible.difference(from: picture) == nil)
    #expect(home.namesInQuarantine.isEmpty)
  }

  // MARK: - The key

  /// A damaged key is quarantined with the state that it sealed, and the program opens with any arguments.
  @Test(arguments: [[], ["--fresh"], ["open", "drill"]])
  func damagedStateKeyIsQuarantined(_ arguments: [String]) throws {
    let (home, _) = try homeWithState()
    let key = home.data + "/state.key"
    let bad = Data("only half a k".utf8)
    try bad.write(to: URL(fileURLWithPath: key))
    let verdict = try home.run(["state", "verify"])
    #expect(verdict.status == 65)
    #expect(verdict.messages.first?.contains("state.key is damaged") == true)
    let app = try home.open(arguments)
    #expect(app.picture.text.contains("drill"))
    #expect(app.picture.lines.last?.contains("Old state kept in") == true)
    #expect(try home.bytes(of: key + ".damaged-1") == bad)
    try app.press(script: "<Down>")
    let left = app.picture.visible
    try app.killEverything()
    let again = try home.open()
    #expect(again.picture.lines[0] == left.lines[0])
    #expect(!again.picture.text.contains("kept in"), "the message appears once")
  }

  /// A pipe in place of a file has no writer, so reading it must not block.
  @Test(arguments: ["launching", "state.sqlite-wal", "state.sqlite"])
  func pipeInPlaceOfAStateFileDoesNotBlock(_ name: String) throws {
    let (home, _) = try homeWithState()
    let path = home.state + "/sessions/main/" + name
    unlink(path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(try home.run(["state", "list"]).status == 0)
    _ = try home.run(["state", "verify"])
    let app = try home.open()
    #expect(app.picture.lines[0].contains("Items") || app.picture.lines[0].contains("drill"))
    app.signal(SIGTERM)
    #expect(try app.waitForExit() == .exited(143))
  }

  @Test func linkedSessionIsNotWritten() throws {
    let (home, _) = try homeWithState()
    let elsewhere = home.path + "/elsewhere"
    let session = home.state + "/sessions/main"
    try FileManager.default.removeItem(atPath: session)
    #expect(mkdir(elsewhere, 0o700) == 0)
    #expect(symlink(elsewhere, session) == 0)
    let app = try home.open()
    #expect(app.picture.text.contains("nothing is being saved"))
    try app.press(script: "<Down>")
    try app.killEverything()
    #expect(FileManager.default.subpaths(atPath: elsewhere) == [])
  }

  // MARK: - The directory

  @Test func missingStateDirectoryIsCreated() throws {
    let (home, _) = try homeWithState()
    try FileManager.default.removeItem(atPath: home.state)
    let app = try home.open()
    #expect(app.picture.lines[0].hasPrefix(" Items"))
  }

  @Test func fileInPlaceOfTheStateDirectoryIsReported() throws {
    let home = try Home()
    let directory = home.path + "/.local/state"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    let file = try home.write(Array("mine".utf8), to: ".local/state/keepsake")
    let app = try home.open()
    #expect(app.picture.lines[0].hasPrefix(" Items"))
    #expect(app.picture.text.contains("nothing is being saved"))
    app.type("q")
    #expect(try app.waitForExit() == .exited(0))
    #expect(try home.bytes(of: file) == Data("mine".utf8))
  }

  /// As another user, since root can write to read-only directories.
  @Test(.enabled(if: getuid() == 0, "only root can become another user"))
  func unwritableStateDirectoryIsReported() throws {
    let home = try Home(isEmpty: true)
    #expect(chmod(home.path, 0o755) == 0)
    for (name, mode) in [("data", 0o700), ("state", 0o500)] as [(String, mode_t)] {
      #expect(mkdir("\(home.path)/\(name)", mode) == 0)
      #expect(chown("\(home.path)/\(name)", 65534, 65534) == 0)
    }
    let app = try PTYProcess(
      "/usr/bin/setpriv",
      ["--reuid", "65534", "--regid", "65534", "--clear-groups", Home.program],
      environment: [
        "HOME": home.path, "XDG_DATA_HOME": "\(home.path)/data",
        "XDG_STATE_HOME": "\(home.path)/state",
      ])
    try app.wait(for: "nothing is being saved")
    app.type("q")
    #expect(try app.waitForExit() == .exited(0))
    #expect(home.files(under: home.path + "/state").isEmpty)
  }

  @Test func missingHomeVariableFallsBackToTheUsersHome() throws {
    let result = try Home().run(["paths"], environment: ["TERM": "xterm"])
    if result.status == 0 {
      #expect(result.text.split(separator: "\n").allSatisfy { $0.contains("\t/") })
    } else {
      #expect(result.status == 73)
      #expect(result.messages.count == 1)
    }
  }

  @Test func relativeDirectoryVariablesAreIgnored() throws {
    let home = try Home()
    let environment = [
      "HOME": home.path, "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "", "TERM": "xterm",
    ]
    let result = try home.run(["paths"], environment: environment)
    #expect(result.text.contains("inventory\t\(home.data)/"))
    #expect(result.text.contains("state\t\(home.state)"))
  }
}
