import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The age rating in the form, which is hidden until someone uses it.
@Suite struct RatingFieldTests {
  private static let size = Size(width: 80, height: 50)

  private func focus(_ app: SampleApp) -> String? {
    (app.pilot.application.window.firstResponder as? View)?.restorationIdentifier
  }

  private func showsRating(_ app: SampleApp) -> Bool { app.pilot.screen.contains("Age rating") }

  @Test(arguments: [false, true]) func itIsHiddenInAHomeWithoutRatings(restarts: Bool) throws {
    let app = try SampleApp(size: Self.size, restarts: restarts)
    try app.keys("n\(WaysInForm.unfoldAll)")
    #expect(!showsRating(app), "\(app.pilot.screen)")
    #expect(app.pilot.screen.contains("Notes"))
  }

  @Test(arguments: [false, true]) func thePaletteShowsItForTheFirstRating(restarts: Bool) throws {
    let app = try SampleApp(size: Self.size, restarts: restarts)
    try app.keys("nFilm<F2>age rating<Enter>")
    #expect(showsRating(app) && focus(app) == "rating", "\(app.pilot.screen)")
    try app.keys("film:FSK 16<^S>")
    // From now on it is in every form.
    try app.keys("n")
    #expect(showsRating(app), "\(app.pilot.screen)")
  }

  @Test func itStaysAfterARestart() throws {
    let app = try SampleApp(size: Self.size)
    try app.keys("nFilm<F2>age rating<Enter>")
    let screen = app.pilot.screen
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen == screen && focus(app) == "rating")
  }
}
