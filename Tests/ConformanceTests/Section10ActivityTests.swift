import Foundation
import Preservation
import Reprise
import RepriseTesting
import Testing

/// Activities: contract 10.2.1 to 10.2.4, 10.2.8 to 10.2.10.
@Suite struct Section10ActivityTests {
  /// An app with two tabs, each with an activity.
  private func twoTabs(_ plan: Plan = Plan()) throws -> Stage {
    plan.activity = { $0.userActivity }
    return try Stage.tabs(plan) { plan in
      ["left", "right"].map { name in
        let screen = Screen(name, plan)
        screen.userActivity = UserActivity(activityType: "test.read")
        screen.addToActivity = { [unowned screen] in
          $0.title = "reading \(screen.name)"
          $0["word"] = screen.word
        }
        return screen
      }
    }
  }

  private func restored(_ stage: Stage) -> UserActivity? {
    stage.application.stateRestorationActivity
  }

  @Test func rule_10_2_1_theFrontScreensActivityIsRestoredWithTheScreens() throws {
    let stage = try twoTabs()
    try stage.root(TabBarController.self).selectedIndex = 1
    try stage.tab(1, Screen.self).word = "milk"
    try stage.restart()
    let activity = try #require(restored(stage))
    #expect(activity.activityType == "test.read" && activity.title == "reading right")
    #expect(activity["word"] == "milk" && activity["word"] as Int? == nil)
    #expect(try stage.tab(1, Screen.self).word == "milk", "the tree was restored too")
  }

  @Test func rule_10_2_1_anOversizedActivityLosesNothingElse() throws {
    let plan = Plan()
    let stage = try twoTabs(plan)
    let activity = try #require(try stage.tab(0, Screen.self).userActivity)
    activity["bytes"] = Data(count: UserActivity.sizeLimit)
    try stage.tab(0, Screen.self).word = "kept"
    try stage.turn()
    #expect(stage.report.remarks.contains { $0.contains("test.read") })
    try stage.restart()
    #expect(restored(stage)?.userInfo == [:] && restored(stage)?.title == "reading left")
    #expect(try stage.tab(0, Screen.self).word == "kept")
  }

  @Test func rule_10_2_2_theActivityIsRequestedAtLaunchInBackgroundAndOnChange() throws {
    let plan = Plan()
    var asked = 0
    let stage = try twoTabs(plan)
    stage.application.stopProcess = { true }
    plan.activity = { application in
      asked += 1
      return application.userActivity
    }
    // The comparison walk asks as well; it runs twice here.
    try stage.turn()
    let forComparison = asked
    asked = 0
    try stage.turn()
    #expect(asked == forComparison, "a key that changes nothing asks no further time")
    asked = 0
    try stage.root(TabBarController.self).selectedIndex = 1
    try stage.turn()
    #expect(asked > forComparison, "another front screen has another activity")
    asked = 0
    try stage.tab(1, Screen.self).userActivity?.needsSave = true
    try stage.turn()
    #expect(asked > forComparison)
    asked = 0
    try stage.pilot.send(.signal(.suspend))
    #expect(asked > 0)
  }

  @Test func rule_10_2_2_aViewWithTheFocusHasAnActivityOfItsOwn() throws {
    let plan = Plan()
    let stage = try twoTabs(plan)
    let field = TextField()
    let screen = try stage.tab(0, Screen.self)
    screen.view.addSubview(field)
    field.becomeFirstResponder()
    try stage.turn()
    var asked = 0
    plan.activity = { application in
      asked += 1
      return application.userActivity
    }
    try stage.turn()
    let forComparison = asked
    asked = 0
    field.userActivity = UserActivity(activityType: "test.write")
    try stage.turn()
    #expect(asked > forComparison)
    #expect(stage.application.userActivity?.activityType == "test.write")
  }

  @Test func rule_10_2_2_onlyADelegatesActivityIsKept() throws {
    let plan = Plan()
    let stage = try twoTabs(plan)
    plan.activity = { _ in nil }
    try stage.pilot.restartAndRestore()
    try stage.restart()
    #expect(restored(stage) == nil && stage.report.didRestore)
  }

  private final class Adder: UserActivityDelegate {
    func userActivityWillSave(_ userActivity: UserActivity) { userActivity["from"] = "delegate" }
  }

  @Test func rule_10_2_3_itsDelegateAndRespondersAddToTheActivity() throws {
    let plan = Plan()
    let stage = try twoTabs(plan)
    let adder = Adder()
    let shared = UserActivity(activityType: "test.shared")
    shared.delegate = adder
    plan.activity = { _ in shared }
    for (index, name) in ["left", "right"].enumerated() {
      let screen = try stage.tab(index, Screen.self)
      screen.userActivity = shared
      screen.addToActivity = { $0[name] = true }
    }
    let tabs = try stage.root(TabBarController.self)
    tabs.userActivity = UserActivity(activityType: "test.other")
    shared.needsSave = true
    stage.application.setNeedsPreservation()
    try stage.restart()
    let found = restored(stage)?.userInfo
    #expect(found == ["from": .string("delegate"), "left": .bool(true)])
  }

  @Test func rule_10_2_4_theActivityArrivesBeforeTheTreeAndContinuesAfterIt() throws {
    let plan = Plan()
    var calls: [String] = []
    plan.restores = { [unowned plan] _ in
      calls.append("asked: \(plan.application?.stateRestorationActivity?.title ?? "nothing")")
      return true
    }
    let stage = try twoTabs(plan)
    plan.restoreInteraction = { application, activity in
      let tabs = application.window.rootViewController as? TabBarController
      let word = (tabs?.viewControllers.first as? Screen)?.word ?? ""
      calls.append("\(activity.title ?? "") with \(word)")
    }
    plan.finish = { _ in calls.append("finished") }
    try stage.tab(0, Screen.self).word = "milk"
    calls = []
    try stage.restart()
    #expect(calls == ["asked: reading left", "reading left with milk", "finished"])
  }

  @Test func rule_10_2_4_theCommandLinesItemTakesPrecedence() throws {
    let plan = Plan { plan, application in
      application.window.rootViewController = Screen("screen", plan)
    }
    plan.activity = { _ in UserActivity(activityType: "test.read") }
    var restored = 0
    plan.restoreInteraction = { _, _ in restored += 1 }
    let disk = try Disk()
    try disk.launch(plan)
    try disk.launch(plan)
    #expect(restored == 1)
    try disk.launch(plan, options: LaunchOptions(item: "drill"))
    #expect(restored == 1 && disk.application?.stateRestorationActivity != nil)
  }

  /// An app that refuses the tree and builds its screen from the activity alone.
  private func withoutTree(_ plan: Plan = Plan()) throws -> Stage {
    plan.saves = false
    plan.restores = { _ in false }
    plan.activity = { $0.userActivity }
    plan.restoreInteraction = { application, activity in
      (application.window.rootViewController as? Screen)?.word = activity["word"] ?? ""
    }
    return try Stage.root(plan) { plan in
      let screen = Screen("screen", plan)
      screen.userActivity = UserActivity(activityType: "test.read")
      screen.addToActivity = { [unowned screen] in $0["word"] = screen.word }
      return screen
    }
  }

  @Test func rule_10_2_8_anAppMayKeepOnlyTheActivity() throws {
    let stage = try withoutTree()
    let screen = try stage.root(Screen.self)
    screen.word = "milk"
    for _ in 0..<2 {
      try stage.restart()
      #expect(try stage.root(Screen.self).word == "milk", "the activity was continued")
      #expect(stage.plan.saved.map(\.kind) == [.application], "there is no tree")
      #expect(stage.diary(about: "shouldRestore").isEmpty, "there is no tree to ask about")
    }
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_10_2_9_activityAndTreeAreStoredInTheSameTurn() throws {
    let stage = try twoTabs()
    for index in [1, 0, 1] {
      try stage.root(TabBarController.self).selectedIndex = index
      try stage.restart()
      let name = try stage.tab(index, Screen.self).name
      #expect(restored(stage)?.title == "reading \(name)")
      #expect(try stage.root(TabBarController.self).selectedIndex == index)
    }
    #expect(stage.pilot.problems == [])
  }

  @Test func rule_10_2_10_anAppMaySwitchBetweenActivityAndTree() throws {
    let stage = try withoutTree()
    stage.plan.saves = true
    stage.plan.restores = { _ in true }
    try stage.restart()
    try stage.root(Screen.self).word = "in the tree"
    try stage.restart()
    #expect(stage.report.didRestore)
    #expect(stage.plan.saved.contains { $0.kind == .window })
    stage.plan.saves = false
    try stage.restart()
    try stage.restart()
    #expect(stage.plan.saved.map(\.kind) == [.application])
  }
}
