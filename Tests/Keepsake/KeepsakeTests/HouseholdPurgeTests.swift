import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Deleting for good on the screen of a home in a household.
@Suite struct HouseholdPurgeTests {
  private func app(restarts: Bool) throws -> SampleApp {
    try SampleApp(
      sharedIn: Size(width: 80, height: 24), restarts: restarts, fill: { _ in })
  }

  private func shows(_ text: String, _ app: SampleApp) -> Bool { app.sheetWords.contains(text) }

  @Test(arguments: [false, true]) func theQuestionNamesTheHouseholdAndTheOtherHomesCopyGoes(
    restarts: Bool
  ) throws {
    let app = try app(restarts: restarts)
    let other = try #require(app.other)
    let knife = try other.item("Chef's knife")
    try app.keys("/chef<Enter>x<Esc>,t<Home>X")
    #expect(shows("All homes of the household delete it", app), "\(app.pilot.screen)")
    try app.keys("d")
    #expect(app.pilot.screen.contains("The trash is empty"), "\(app.pilot.screen)")
    try other.exchange()
    #expect(try other.store.items.fetch(knife) == nil)
  }

  @Test func anItemThatBenChangedMeanwhileComesBackAndIsAskedAbout() throws {
    let app = try app(restarts: false)
    let other = try #require(app.other)
    let knife = try other.item("Chef's knife")
    try app.keys("/chef<Enter>x<Esc>,t<Home>Xd<Esc>")
    try other.change(knife) { $0.purchasePrice = 13_900 }
    try other.exchange()
    try app.keys("/chef<Enter>")
    #expect(app.pilot.screen.contains("⇄Chef's knife"), "\(app.pilot.screen)")
    try app.keys("<Enter>")
    #expect(app.pilot.screen.contains("You deleted it for good here"), "\(app.pilot.screen)")
    try app.keys("Kk")
    try other.exchange()
    try app.keys("<Down>")
    #expect(!app.pilot.screen.contains("⇄"), "\(app.pilot.screen)")
    #expect(try other.conflicts(knife) == [])
  }
}
