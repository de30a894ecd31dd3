import Foundation
import Reprise
import RepriseTesting
import Testing

/// When state is given up: contract 7.
@Suite struct Section7DiscardTests {
  private func plan() -> Plan {
    Plan { $1.window.rootViewController = Screen("screen", $0) }
  }

  /// Starts the app on what a kill now leaves of a disk.
  private func afterKill(_ disk: Disk, _ plan: Plan) throws -> Disk {
    let left = try Disk(asIn: disk)
    try left.launch(plan)
    return left
  }

  @Test func rule_7_1_aLaunchThatWentWellKeepsTheState() throws {
    let disk = try Disk()
    let plan = plan()
    try disk.launch(plan)
    disk.write("saved")
    #expect(try afterKill(afterKill(disk, plan), plan).word == "saved")
  }

  @Test func rule_7_2_oneObjectThatFailsCostsOnlyItself() throws {
    let stage = try Stage.tabs { [Screen("left", $0, isMade: true), Screen("right", $0)] }
    try stage.tab(1, Screen.self).word = "saved"
    try stage.restart()
    #expect(try stage.tab(1, Screen.self).word == "saved")
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_7_2_whatCannotBeReadIsPutAsideUnchanged() throws {
    let disk = try Disk()
    let plan = plan()
    try disk.launch(plan)
    disk.quit()
    let damaged = Data("not a database at all\n".utf8)
    try disk.replaceState(by: damaged)
    try disk.launch(plan)
    #expect(!disk.didRestore)
    #expect(disk.files(named: "state.sqlite").contains(damaged))
    #expect(disk.notice?.hasPrefix("Old state kept in") == true)
  }

  @Test func rule_7_3_whatALaunchDiedOfIsNotRestoredAgainAndNotLost() throws {
    let disk = try Disk()
    let plan = plan()
    try disk.launch(plan)
    disk.write("deadly")
    disk.quit()
    var killed: Disk?
    plan.build = { [unowned plan] application in
      let screen = Screen("screen", plan)
      screen.read = { _ in killed = try? Disk(asIn: disk) }
      application.window.rootViewController = screen
    }
    try disk.launch(plan)
    let left = try #require(killed)
    plan.diary = []
    try left.launch(plan)
    #expect(!plan.diary.contains("screen decode"))
    #expect(left.word == "")
    #expect(left.files(named: "state.sqlite").count == 2, "one in quarantine")
    #expect(left.notice?.hasPrefix("Old state kept in") == true)
  }

  @Test func rule_7_4_afterTwoDeathsNothingIsRestored() throws {
    let disk = try Disk()
    let plan = plan()
    try disk.launch(plan)
    disk.quit()
    var last = disk
    for _ in 0..<2 {
      var killed: Disk?
      plan.finish = { [unowned last] _ in killed = try? Disk(asIn: last) }
      try last.launch(plan)
      last = try #require(killed)
    }
    plan.finish = { _ in }
    try last.launch(plan)
    #expect(!last.didRestore)
    #expect(last.files(named: "state.sqlite").count > 1, "one in quarantine")
  }

  @Test func rule_7_5_aForcedQuitGivesTheStateUp() throws {
    let disk = try Disk()
    let plan = plan()
    try disk.launch(plan)
    disk.write("a bad place")
    disk.terminal.send([.signal(.quit)])
    #expect(disk.application?.termination == .forceQuit)
    try disk.launch(plan)
    #expect(disk.word == "")
  }

  @Test func rule_7_6_anotherVersionOfTheAppGetsTheState() throws {
    let plan = plan()
    let stage = try Stage(plan)
    try stage.root(Screen.self).word = "saved"
    try stage.turn()
    plan.version = "2"
    var found: [String] = []
    plan.restores = { coder in
      found.append(coder.archiveInfo.bundleVersion)
      return true
    }
    try stage.restart()
    #expect(found == ["1"])
    #expect(try stage.root(Screen.self).word == "saved")
  }

  @Test func rule_7_7_anotherTerminalGetsTheState() throws {
    let plan = plan()
    let stage = try Stage(plan)
    try stage.root(Screen.self).word = "saved"
    try stage.turn()
    try stage.pilot.restartAndRestore(size: Size(width: 120, height: 50))
    #expect(try stage.root(Screen.self).word == "saved")
    #expect(stage.application.window.frame.size == Size(width: 120, height: 50))
  }

  @Test func rule_7_8_theAppMayRefuseStateThatIsTooOld() throws {
    let plan = plan()
    let stage = try Stage(plan)
    try stage.turn()
    plan.restores = { $0.archiveInfo.timestamp > Date().timeIntervalSince1970 + 60 }
    try stage.restart()
    #expect(!stage.report.didRestore)
  }

  @Test func rule_7_9_aCrashLaterLosesNothing() throws {
    let disk = try Disk()
    let plan = plan()
    try disk.launch(plan)
    disk.quit()
    try disk.launch(plan)
    disk.write("just before")
    #expect(try afterKill(disk, plan).word == "just before")
  }

  @Test func rule_7_10_aKillWhileSuspendedLosesNothing() throws {
    let disk = try Disk()
    let plan = plan()
    try disk.launch(plan)
    disk.application?.stopProcess = { true }
    disk.write("saved")
    disk.terminal.send([.signal(.suspend)])
    #expect(try afterKill(disk, plan).word == "saved")
  }

  @Test func rule_7_11_anEndInTheBackgroundKeepsTheState() throws {
    let disk = try Disk()
    let plan = plan()
    try disk.launch(plan)
    disk.application?.stopProcess = { true }
    disk.write("saved")
    disk.terminal.send([.signal(.suspend)])
    disk.quit()
    try disk.launch(plan)
    #expect(disk.word == "saved")
  }

  @Test func rule_7_12_aKillInTheForegroundLosesNothing() throws {
    let disk = try Disk()
    let plan = plan()
    try disk.launch(plan)
    disk.write("the last turn")
    #expect(try afterKill(disk, plan).word == "the last turn")
  }
}
