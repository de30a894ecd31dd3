import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Restores saved states that are sealed correctly but hold values no run has written: the app shows something and
/// keeps running.
@Suite struct PoisonTests {
  @Test(arguments: [
    "jjj", "Gk<PgDn>", "/te<Enter>j", "2<Enter><Down>", "jj<Enter>",
    "je<End> II<^Z><Tab><Tab><Tab>3",
    "je<Tab><Enter>ki<Down>", "n\(WaysInForm.toNotes)Notes<Enter>of it", "?<Down>",
    "jx", "2<Down>x", "jd",
  ])
  func noSavedValueCrashesTheApp(_ script: String) throws {
    // The tests of the screens run the audits.
    let app = try SampleApp(audits: false)
    let pilot = app.pilot
    try app.keys(script)
    let poisons = try pilot.poisonedValues()
    #expect(poisons.count > 100)
    let step = ProcessInfo.processInfo.environment["REPRISE_EXHAUSTIVE"] == "1" ? 1 : 113
    for index in stride(from: script.utf8.count % step, to: poisons.count, by: step) {
      let poison = poisons[index]
      try pilot.restart(on: poison)
      #expect(pilot.frame.size == Size(width: 80, height: 24), "\(poison)")
      #expect(pilot.screen.contains { !$0.isWhitespace }, "\(poison)")
      // Also uses values that are restored late or only on a movement.
      try app.keys("<Down><PgDn><Up><End><Left><^Z>")
      try pilot.resize(to: Size(width: 40, height: 10))
      try pilot.resize(to: Size(width: 80, height: 24))
    }
    withExtendedLifetime(app) {}
  }
}
