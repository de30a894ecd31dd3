import Reprise
import RepriseTesting
import Testing

/// Extended restoration: contract 6.10 and 6.11.
@Suite struct Section6ExtensionTests {
  private func plan() -> Plan {
    Plan { $1.window.rootViewController = Screen("screen", $0) }
  }

  @Test func rule_6_10_extensionsAreBalanced() throws {
    let plan = plan()
    plan.finish = { application in
      application.extendStateRestoration()
      application.extendStateRestoration()
    }
    let stage = try Stage(plan)
    for _ in 0..<2 { stage.application.completeStateRestoration() }
    #expect(stage.report.remarks == [])
    stage.application.completeStateRestoration()
    #expect(stage.report.remarks == ["restoration was completed more often than it was extended"])
  }

  @Test func rule_6_10_asynchronousWorkCompletesItselfAndIsStored() async throws {
    let plan = plan()
    var work: Task<Void, Never>?
    plan.finish = { application in
      let screen = application.window.rootViewController as? Screen
      work = application.extendStateRestoration { screen?.word = "arrived" }
    }
    let stage = try Stage(plan)
    await work?.value
    stage.application.completeStateRestoration()
    #expect(stage.report.remarks.count == 1, "it was completed already")
    plan.finish = { _ in }
    try stage.pilot.restartAndRestore()
    #expect(try stage.root(Screen.self).word == "arrived")
  }

  @Test func rule_6_11_aCrashWhileExtendedCountsAgainstTheState() throws {
    let disk = try Disk()
    let plan = plan()
    try disk.launch(plan)
    disk.quit()
    plan.finish = { $0.extendStateRestoration() }
    try disk.launch(plan)
    let killed = try Disk(asIn: disk)
    try killed.noteCrash()
    disk.application?.completeStateRestoration()
    let later = try Disk(asIn: disk)
    try later.noteCrash()
    plan.finish = { _ in }
    plan.diary = []
    try killed.launch(plan)
    #expect(!plan.diary.contains("screen decode"))
    try later.launch(plan)
    #expect(plan.diary.contains("screen decode"))
  }
}
