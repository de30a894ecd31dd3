import Foundation
import Reprise
import RepriseTesting
import Testing

/// Showing the picture of the screen at the next launch: contract 6.12 and 8.2.
@Suite struct Section8LaunchTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  /// An app with a slow launch, which records the screen's content when it decodes.
  private func slowPlan() -> Plan {
    let plan = Plan { plan, application in
      usleep(120_000)
      let screen = Screen("screen", plan)
      screen.load = { $0.addSubview(Section8SnapshotTests.label("as it was")) }
      application.window.rootViewController = screen
    }
    plan.read = { [unowned disk, unowned plan] _ in
      plan.diary.append("sees \(disk.terminal.frames.map(Self.firstRow))")
    }
    return plan
  }

  private static func firstRow(of frame: Frame) -> String { frame.plainText(row: 0) }

  /// The screen's content while a plan's app is restored.
  private func seen(
    _ plan: Plan, _ options: LaunchOptions = LaunchOptions(),
    size: Size = Size(width: 50, height: 12)
  ) throws -> String? {
    plan.diary = []
    try disk.launch(plan, size: size, options: options)
    return plan.diary.first { $0.hasPrefix("sees") }
  }

  @Test func rule_8_2_1_aSlowLaunchShowsItUntilTheInterfaceIsBack() throws {
    let plan = slowPlan()
    try disk.launch(plan)
    disk.quit()
    let picture = try disk.snapshot()?.frame
    #expect(try seen(plan) == "sees [\"as it was\"]")
    let frames = disk.terminal.frames.map { $0.ansi() }
    let kept = try #require(picture).ansi()
    #expect(frames == [kept, kept], "nothing changes once it is restored")
    disk.terminal.send([.key(.character("x"))])
    #expect(disk.terminal.frames.count == 3, "the window answers keys")
  }

  @Test func rule_8_2_1_aQuickLaunchShowsNone() throws {
    let plan = slowPlan()
    let slow = plan.build
    plan.build = { application in
      application.window.rootViewController = Screen("screen", plan)
    }
    try disk.launch(plan)
    disk.quit()
    plan.build = slow
    let launchTime = try #require(try disk.snapshot()).launchTime
    // A machine under load may exceed the launch time of a quick launch.
    #expect(try seen(plan) == (launchTime < 100 ? "sees []" : "sees [\"\"]"))
  }

  @Test func rule_8_2_1_anotherSizeShowsNone() throws {
    let plan = slowPlan()
    try disk.launch(plan)
    disk.quit()
    #expect(try seen(plan, size: Size(width: 51, height: 12)) == "sees []")
  }

  @Test func rule_8_2_5_withoutRestoringItIsNotShown() throws {
    let plan = slowPlan()
    try disk.launch(plan)
    disk.quit()
    plan.restores = { _ in false }
    try disk.launch(plan)
    #expect(disk.terminal.frames.count == 1)
  }

  @Test func rule_8_2_5_aRequestedItemIsShownWithoutAPicture() throws {
    let plan = slowPlan()
    try disk.launch(plan)
    disk.quit()
    #expect(try seen(plan, LaunchOptions(item: "teapot")) == "sees []")
  }

  @Test func rule_8_2_5_changedStateHasNoPicture() throws {
    let plan = slowPlan()
    try disk.launch(plan)
    disk.suspend()
    disk.resume()
    disk.write("changed")
    #expect(try disk.snapshot() == nil)
    #expect(try seen(plan) == "sees []", "after a kill")
  }

  @Test func rule_8_2_5_anotherVersionMayLookDifferent() throws {
    let plan = slowPlan()
    try disk.launch(plan)
    disk.quit()
    plan.version = "2"
    #expect(try seen(plan) == "sees []")
  }

  @Test func rule_8_2_7_aPictureOfTransientContentIsNotShown() throws {
    let plan = slowPlan()
    plan.write = { [unowned plan] _ in
      plan.application?.ignoreSnapshotOnNextApplicationLaunch()
    }
    try disk.launch(plan)
    disk.quit()
    #expect(try disk.snapshot()?.isForLaunch == false, "only a preview")
    #expect(try seen(plan) == "sees []")
    plan.write = { _ in }
    disk.quit()
    #expect(try seen(plan) == "sees [\"as it was\"]", "only the next launch skips it")
  }

  // MARK: - Where the request counts

  enum Place: CaseIterable { case shouldSave, willEncode, screen }

  @Test(arguments: Place.allCases)
  func rule_6_12_aRequestCountsWhereStateIsEncoded(place: Place) throws {
    let plan = slowPlan()
    let ask = { [unowned plan] (_: Coder) in
      plan.application?.ignoreSnapshotOnNextApplicationLaunch() ?? ()
    }
    switch place {
    case .shouldSave: plan.writeWhenAsked = ask
    case .willEncode: plan.write = ask
    case .screen:
      plan.finish = { ($0.window.rootViewController as? Screen)?.write = ask }
    }
    try disk.launch(plan)
    disk.suspend()
    #expect(try disk.snapshot()?.isForLaunch == false)
    #expect(disk.application?.restorationReport.remarks == [])
  }

  @Test func rule_6_12_aRequestFromElsewhereIsIgnoredAndReported() throws {
    let plan = slowPlan()
    let ask = { [unowned plan] () -> Void in
      plan.application?.ignoreSnapshotOnNextApplicationLaunch()
    }
    plan.finish = { _ in ask() }
    plan.enterBackground = ask
    try disk.launch(plan)
    ask()
    disk.suspend()
    #expect(try disk.snapshot()?.isForLaunch == true)
    let remarks = try #require(disk.application).restorationReport.remarks
    #expect(remarks.count == 1)
    #expect(remarks.first?.contains("outside preservation") == true)
  }
}
