import Foundation
import Preservation
import Reprise
import Testing

/// Sessions and their activities: contract 10.2.5 to 10.2.7.
@Suite struct Section10SessionTests {
  private func reading() -> Plan {
    let plan = Plan { plan, application in
      application.window.rootViewController = Screen("screen", plan)
    }
    plan.activity = { application in
      let activity = UserActivity(activityType: "test.read")
      activity.title = "reading in \(application.sessionIdentifier ?? "no session")"
      return activity
    }
    return plan
  }

  @Test func rule_10_2_5_eachSessionKeepsItsOwnActivityUnderAStableName() throws {
    let (disk, plan) = (try Disk(), reading())
    for name in ["main", "garage", "main", "garage"] {
      try disk.launch(plan, session: name)
      #expect(disk.application?.sessionIdentifier == name)
    }
    for name in ["main", "garage"] {
      let file = StateFile(path: "\(disk.path)/sessions/\(name)/state.sqlite")
      let contents = try file.contents(keys: LoginKeyProvider(file: "\(disk.path)/key"))
      #expect(StoredActivity(in: contents.records)?.title == "reading in \(name)")
    }
  }

  @Test func rule_10_2_6_endedSessionsAreKeptAndDiscardedOnesReported() throws {
    let (disk, plan) = (try Disk(), reading())
    var told: [[String]] = []
    plan.didDiscard = { told.append($0) }
    try disk.launch(plan, session: "garage")
    disk.quit()
    try disk.launch(plan, session: "main")
    #expect(told.isEmpty, "an ended session is kept")
    disk.quit()
    try StateHome(path: disk.path).openSession(named: "garage").discardAll()
    try disk.launch(plan, session: "main")
    disk.quit()
    try disk.launch(plan, session: "main")
    #expect(told == [["garage"]], "the next launch of any session reports it once")
  }

  @Test func rule_10_2_6_aForcedQuitIsReportedBeforeRestoring() throws {
    let (disk, plan) = (try Disk(), reading())
    try disk.launch(plan)
    disk.application?.terminate(.forceQuit)
    var calls: [String] = []
    plan.didDiscard = { calls.append("discarded \($0)") }
    plan.finish = { _ in calls.append("finished") }
    try disk.launch(plan)
    #expect(calls == ["discarded [\"main\"]", "finished"])
  }

  @Test func rule_10_2_6_aDeathDuringTheReportRepeatsIt() throws {
    let (disk, plan) = (try Disk(), reading())
    try disk.launch(plan)
    disk.application?.terminate(.forceQuit)
    var killed: Disk?
    plan.didDiscard = { [unowned disk] _ in killed = try? Disk(asIn: disk) }
    try disk.launch(plan)
    var told: [String] = []
    plan.didDiscard = { told += $0 }
    try #require(killed).launch(plan)
    #expect(told == ["main"])
  }

  @Test func rule_10_2_6_unknownSessionNamesAreNotReported() throws {
    let (disk, plan) = (try Disk(), reading())
    let directory = disk.path + "/discarded"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    for name in ["garage", "a b", "\u{1b}[2J"] {
      try Data().write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
    }
    var told: [String] = []
    plan.didDiscard = { told += $0 }
    try disk.launch(plan)
    #expect(told == ["garage"])
  }

  @Test func rule_10_2_7_theActivityIsSealedLikeTheTree() throws {
    let (disk, plan) = (try Disk(), reading())
    try disk.launch(plan)
    disk.quit()
    for file in ["state.sqlite", "state.sqlite-wal"] {
      for bytes in disk.files(named: file) {
        #expect(bytes.range(of: Data("reading in".utf8)) == nil)
      }
    }
  }
}
