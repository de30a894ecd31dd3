import Foundation
import Reprise
import RepriseTesting
import Testing

/// Discarding state: contract 7.
@Suite struct Section7DiscardTests {
  private func plan() -> Plan {
    Plan { $1.window.rootViewController = Screen("screen", $0) }
  }

  /// Starts the app on the disk as a kill now would leave it.
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

  @Test func rule_7_2_aFailingObjectCostsOnlyItself() throws {
    let stage = try Stage.tabs { [Screen("left", $0, isMade: true), Screen("right", $0)] }
    try stage.tab(1, Screen.self).word = "saved"
    try stage.restart()
    #expect(try stage.tab(1, Screen.self).word == "saved")
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_7_2_unreadableStateIsQuarantinedUnchanged() throws {
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

  /// Screens in tabs, with a hook that runs while a named one is decoded.
  private func tabs(_ names: [String], decoding: @escaping (String) -> Void) -> Plan {
    Plan { plan, application in
      let tabs = TabBarController()
      tabs.restorationIdentifier = "tabs"
      tabs.viewControllers = names.map { name in
        let screen = Screen(name, plan)
        screen.read = { _ in decoding(name) }
        return screen
      }
      application.window.rootViewController = tabs
    }
  }

  @Test func rule_7_3_theObjectThatCrashedALaunchIsQuarantined() throws {
    let disk = try Disk()
    let leavings = Leavings()
    let plan = tabs(["deadly", "harmless"]) { [weak disk] name in
      if name == "deadly" { leavings.take(from: disk) }
    }
    try disk.launch(plan)
    disk.quit()
    try disk.launch(plan)
    let left = try leavings.handOver()
    try left.noteCrash()
    plan.diary = []
    try left.launch(plan)
    #expect(plan.diary.filter { $0.hasSuffix(" decode") } == ["harmless decode"])
    #expect(left.files(named: "state.sqlite").count == 2, "one in quarantine")
    #expect(left.notice?.hasPrefix("Old state kept in") == true)
  }

  /// A kill while restoring is no crash (contract 7.10 applies to the launch, too).
  @Test func rule_7_3_aKillWhileRestoringLosesNothing() throws {
    let disk = try Disk()
    let leavings = Leavings()
    let plan = tabs(["first", "second"]) { [weak disk] name in
      if name == "first" { leavings.take(from: disk) }
    }
    try disk.launch(plan)
    disk.quit()
    try disk.launch(plan)
    let left = try leavings.handOver()
    plan.diary = []
    try left.launch(plan)
    #expect(
      plan.diary.filter { $0.hasSuffix(" decode") } == ["first decode", "second decode"])
    #expect(left.notice == nil)
  }

  @Test func rule_7_4_afterTwoDeathsNothingIsRestored() throws {
    var decoding: (String) -> Void = { _ in }
    let plan = tabs(["first", "second", "third"]) { decoding($0) }
    var last = try Disk()
    try last.launch(plan)
    last.quit()
    for deadly in ["first", "second"] {
      var killed: Disk?
      decoding = { [unowned last] in if $0 == deadly { killed = try? Disk(asIn: last) } }
      try last.launch(plan)
      last = try #require(killed)
      try last.noteCrash()
    }
    decoding = { _ in }
    plan.diary = []
    try last.launch(plan)
    #expect(!last.didRestore)
    #expect(!plan.diary.contains { $0.hasSuffix(" decode") })
    #expect(last.files(named: "state.sqlite").count == 3, "one in quarantine for each death")
  }

  @Test func rule_7_5_aForcedQuitDiscardsTheState() throws {
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

  /// Tests of the whole program cover other kinds of terminals.
  @Test func rule_7_7_contentThatDoesNotFitWaitsForALargerTerminal() throws {
    let shelf = Shelf(100)
    let stage = try Stage.root { _ in NamedListScreen("list", shelf) }
    let wheel = TerminalEvent.mouse(MouseEvent(.wheel(1), at: Point(x: 3, y: 3)))
    try stage.root(ListScreen.self).table.selectRow(at: IndexPath(row: 60, section: 0))
    for _ in 0..<4 { try stage.pilot.send(wheel) }
    let picture = stage.pilot.screen
    let top = try #require(try stage.root(ListScreen.self).top)
    // One size shows everything at once, one hardly anything, one nothing.
    for size in [(120, 110), (40, 10), (30, 5)].map(Size.init(width:height:)) {
      try stage.pilot.restartAndRestore(size: size)
      #expect(stage.application.window.frame.size == size)
      #expect(stage.pilot.screen.contains("thing 60") || size.height < 110)
    }
    try stage.pilot.restartAndRestore(size: Size(width: 50, height: 12))
    #expect(stage.pilot.screen == picture)
    #expect(try stage.root(ListScreen.self).top == top)
    #expect(try stage.root(ListScreen.self).selected == "thing 60")
  }

  @Test func rule_7_8_theAppMayRefuseOldState() throws {
    let plan = plan()
    let stage = try Stage(plan)
    try stage.turn()
    var oldest = -3600.0
    plan.restores = { $0.archiveInfo.timestamp > Date().timeIntervalSince1970 + oldest }
    try stage.restart()
    #expect(stage.report.didRestore)
    oldest = 3600
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
