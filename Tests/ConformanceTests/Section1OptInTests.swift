import Reprise
import RepriseTesting
import Testing

/// Opting in: contract 1.1.
@Suite struct Section1OptInTests {
  private func oneScreen(_ plan: Plan = Plan()) throws -> Stage {
    try Stage.root(plan) { Screen("screen", $0) }
  }

  private final class SilentDelegate: ApplicationDelegate {
    let screen: Screen

    init(plan: Plan) {
      screen = Screen("screen", plan)
    }

    func applicationWillFinishLaunching(_ application: Application) {
      application.window.rootViewController = screen
    }
  }

  @Test func rule_1_1_1_aDelegateWithoutAnswersKeepsNothing() throws {
    let plan = Plan()
    let pilot = try Pilot { device, store in
      Application(delegate: SilentDelegate(plan: plan), device: device, store: store)
    }
    try pilot.press(KeyPress(.down))
    try pilot.restartAndRestore()
    #expect(!pilot.application.restorationReport.didRestore)
    #expect(!plan.diary.contains { $0.contains("code") })
  }

  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func rule_1_1_1_bothAnswersAreNeeded(saves: Bool, restores: Bool) throws {
    let plan = Plan()
    plan.saves = saves
    plan.restores = { _ in restores }
    let stage = try oneScreen(plan)
    try stage.restart()
    #expect(stage.report.didRestore == (saves && restores))
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_1_1_2_refusingToRestoreHoldsForOneLaunch() throws {
    let stage = try oneScreen()
    stage.plan.restores = { _ in false }
    try stage.restart()
    #expect(!stage.report.didRestore)
    stage.plan.restores = { _ in true }
    try stage.root(Screen.self).word = "since then"
    try stage.restart()
    #expect(stage.diary(about: "should").count == 2)
    #expect(try stage.root(Screen.self).word == "since then")
  }

  @Test func rule_1_1_2_refusingToSaveLastsUntilTheNextQuestion() throws {
    let stage = try oneScreen()
    stage.application.stopProcess = { true }
    stage.plan.saves = false
    try stage.root(Screen.self).word = "unwanted"
    try stage.pilot.send(.signal(.suspend))
    stage.plan.saves = true
    try stage.pilot.restartAndRestore()
    #expect(try stage.root(Screen.self).word == "")
    try stage.root(Screen.self).word = "wanted"
    try stage.restart()
    #expect(try stage.root(Screen.self).word == "wanted")
  }

  @Test func rule_1_1_2_eachEntryIntoTheBackgroundIsAskedAbout() throws {
    let stage = try oneScreen()
    stage.application.stopProcess = { true }
    for saves in [false, true] {
      stage.plan.saves = saves
      try stage.root(Screen.self).word = "saved: \(saves)"
      try stage.pilot.send(.signal(.suspend))
      try stage.pilot.send(.signal(.resume))
    }
    try stage.pilot.restartAndRestore()
    #expect(try stage.root(Screen.self).word == "saved: true")
  }

  @Test func rule_1_1_3_valuesAreReadByTypeOnly() throws {
    let plan = Plan()
    let stage = try oneScreen(plan)
    plan.write = { $0.encode("7", forKey: "number") }
    try stage.pilot.restartAndRestore()
    var found: [Int?] = []
    plan.read = { found.append($0.decodeInt(forKey: "number")) }
    try stage.pilot.restartAndRestore()
    #expect(found == [nil])
  }

  @Test func rule_1_1_4_theAppMayRefuseStateOfAnotherVersion() throws {
    let plan = Plan()
    plan.restores = { [unowned plan] in $0.archiveInfo.bundleVersion == plan.version }
    let stage = try oneScreen(plan)
    plan.version = "2"
    try stage.restart()
    #expect(!stage.report.didRestore)
    try stage.restart()
    #expect(stage.report.didRestore)
  }

  @Test func rule_1_1_5_theDelegateReadsWhatItWroteInEitherQuestion() throws {
    let plan = Plan()
    plan.writeWhenAsked = { $0.encode("asked", forKey: "one") }
    plan.write = { $0.encode("encoding", forKey: "two") }
    let stage = try oneScreen(plan)
    var found: [String?] = []
    let look: (Coder) -> Void = { coder in
      found += ["one", "two"].map { coder.decodeString(forKey: $0) }
    }
    plan.restores = { coder in
      look(coder)
      return true
    }
    plan.read = look
    try stage.restart()
    #expect(found == ["asked", "encoding", "asked", "encoding"])
  }

  @Test func rule_1_1_6_screensTakePartOneByOne() throws {
    let stage = try Stage.tabs { [Screen("kept", $0), Screen(nil, $0)] }
    try stage.tab(0, Screen.self).word = "kept"
    try stage.tab(1, Screen.self).word = "lost"
    try stage.restart()
    #expect(try stage.tab(0, Screen.self).word == "kept")
    #expect(try stage.tab(1, Screen.self).word == "")
    #expect(stage.paths.filter { !$0.isEmpty } == ["tabs", "tabs/kept"])
  }

  @Test func rule_1_1_7_afterARefusalTheAppSetsItselfUpInDidFinish() throws {
    let plan = Plan()
    plan.finish = { [unowned plan] application in
      guard application.window.rootViewController == nil else { return }
      application.window.rootViewController = Screen("default", plan)
    }
    let stage = try Stage(plan)
    plan.restores = { _ in false }
    try stage.root(Screen.self).word = "old"
    try stage.restart()
    #expect(try stage.root(Screen.self).word == "")
    #expect(stage.pilot.problems == [], "the refused state is gone")
    plan.restores = { _ in true }
    try stage.restart()
    #expect(try stage.root(Screen.self).word == "")
  }
}
