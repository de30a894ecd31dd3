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
    "jjj", "Gk<PgDn>", "/te<Enter>j", "2<Enter><Down>", "jj<Enter>", "je<End> II<^Z><Tab>3",
    "je<Tab><Tab><Tab><Enter>ki<Down>", "n<Tab><Tab><Tab><Tab><Tab>Notes<Enter>of it", "?<Down>",
    "jx", "2<Down>x", "jd",
  ])
  func noSavedValueEndsTheApp(_ script: String) throws {
    let home = try SampleApp()
    let directory = home.directory
    let pilot = try Pilot(audits: false) { device, state in
      do {
        let context = AppContext(
          store: try InventoryStore(directory: directory),
          drafts: try DraftStore(directory: directory), session: "main", isDemo: false)
        return try Screens.makeApplication(
          context: context, device: device, state: state, version: "test")
      } catch {
        preconditionFailure("the app cannot be launched: \(error)")
      }
    }
    for key in KeyScript(script).keys { try pilot.press(key) }
    let poisons = try pilot.poisonedValues()
    #expect(poisons.count > 100)
    let step = ProcessInfo.processInfo.environment["REPRISE_EXHAUSTIVE"] == "1" ? 1 : 113
    for index in stride(from: script.utf8.count % step, to: poisons.count, by: step) {
      let poison = poisons[index]
      try pilot.restart(on: poison)
      #expect(pilot.frame.size == Size(width: 80, height: 24), "\(poison)")
      #expect(pilot.screen.contains { !$0.isWhitespace }, "\(poison)")
      // What is restored late, or only asked for when something moves.
      for key in KeyScript("<Down><PgDn><Up><End><Left><^Z>").keys { try pilot.press(key) }
      try pilot.resize(to: Size(width: 40, height: 10))
      try pilot.resize(to: Size(width: 80, height: 24))
    }
    withExtendedLifetime(home) {}
  }
}
