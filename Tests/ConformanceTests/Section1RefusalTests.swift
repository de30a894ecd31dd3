import Reprise
import RepriseTesting
import Testing

/// State that the app refuses: contract 1.1.7.
@Suite struct Section1RefusalTests {
  @Test func rule_1_1_7_refusedStateIsQuarantinedAndTheAppStartsFresh() throws {
    let disk = try Disk()
    let plan = Plan { $1.window.rootViewController = Screen("screen", $0) }
    try disk.launch(plan)
    disk.write("unwanted")
    disk.quit()
    plan.restores = { _ in false }
    try disk.launch(plan)
    #expect(disk.notice?.hasPrefix("Old state kept in") == true)
    #expect(disk.files(named: "state.sqlite").count == 2, "one in quarantine")
    #expect(disk.files(named: "launching") == [], "nothing restored could crash the launch")
    disk.write("new")
    disk.quit()
    plan.restores = { _ in true }
    try disk.launch(plan)
    #expect(disk.word == "new")
    #expect(plan.saved.count == 4, "the application, its window, its screen and the notice")
  }
}
