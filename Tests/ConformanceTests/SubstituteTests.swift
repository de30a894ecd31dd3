import Foundation
import Preservation
import Reprise
import RepriseTesting
import Testing

/// Rules about UIKit features that a terminal lacks, tested with their substitutes.
@Suite struct SubstituteTests {
  @Test func rule_5_6_aDataSourceIsNeverAskedAboutMissingRows() throws {
    let shelf = Shelf(0)
    let stage = try Stage.root { _ in NamedListScreen("list", shelf) }
    try stage.restart()
    // The wheel ends the wait for a saved position; the empty table still asks about no row.
    try stage.pilot.send(.mouse(MouseEvent(.wheel(1), at: Point(x: 3, y: 3))))
    try stage.pilot.resize(to: Size(width: 60, height: 14))
    #expect(shelf.asked == [])
  }

  @Test func rule_6_13_anExtensionAffectsOnlyItsApp() throws {
    func plan() -> Plan {
      Plan { plan, application in
        application.window.rootViewController = Screen("screen", plan)
      }
    }
    let (extending, other) = (plan(), plan())
    extending.finish = { $0.extendStateRestoration() }
    let (first, second) = (try Stage(extending), try Stage(other))
    second.application.completeStateRestoration()
    #expect(second.report.remarks.count == 1, "there was nothing to complete")
    first.application.completeStateRestoration()
    #expect(first.report.remarks == [])
  }

  @Test func rule_7_13_storedStateCanBeInspected() throws {
    let disk = try Disk()
    let plan = Plan { plan, application in
      let screen = Screen("screen", plan)
      screen.load = { $0.addSubview(Tile(nil, plan)) }
      application.window.rootViewController = screen
    }
    try disk.launch(plan)
    disk.write("seen")
    // While the app has it open, and without the app.
    let file = StateFile(path: disk.path + "/sessions/main/state.sqlite")
    let records = try file.contents(keys: LoginKeyProvider(file: disk.path + "/key")).records
    let stored = try #require(records.first { $0.identifier == "screen" })
    #expect(stored.kind == .controller)
    #expect(stored.values.first { $0.key == "word" }?.value == .string("seen"))
    let explained = try #require(disk.application).explainPreservation()
    let verdicts = explained.filter { $0.isController || $0.typeName == "Tile" }.map(\.verdict)
    #expect(verdicts == [.preserved, .notPreserved("it has no restoration identifier")])
  }
}
