import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Saved states that are sealed as they should be and hold what no run has written: the app comes back
/// with something, and goes on.
@Suite struct PoisonTests {
  @Test(arguments: [
    "jjj", "Gk<PgDn>", "/te<Enter>j", "2<Enter><Down>", "jj<Enter>",
    "je<End> II<^Z><Tab><Tab><Tab>3",
    "je<Tab><Enter>ki<Down>", "n\(WaysInForm.toNotes)Notes<Enter>of it", "?<Down>",
    "jx", "2<Down>x", "jd",
  ])
  func noSavedValueEndsTheApp(_ script: String) throws {
    // What audits would find, they find in the tests of the screens.
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
      // What is restored late, or only asked for when something moves.
      try app.keys("<Down><PgDn><Up><End><Left><^Z>")
      try pilot.resize(to: Size(width: 40, height: 10))
      try pilot.resize(to: Size(width: 80, height: 24))
    }
    withExtendedLifetime(app) {}
  }
}
