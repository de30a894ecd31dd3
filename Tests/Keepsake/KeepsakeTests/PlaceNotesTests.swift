import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The notes of places on their screens, and text in a sheet that was closed without saving.
@Suite struct PlaceNotesTests {
  private func shows(_ text: String, _ app: SampleApp) -> Bool { app.pilot.screen.contains(text) }

  @Test(arguments: [false, true]) func theNotesOfAPlaceAreShownAndEdited(restarts: Bool) throws {
    let app = try SampleApp(restarts: restarts)
    try app.keys("2<Enter>i")
    #expect(shows("Notes of “", app), "\(app.pilot.screen)")
    try app.keys("Key in the hall<^S>")
    #expect(!shows("Notes of “", app), "the sheet is closed: \(app.pilot.screen)")
    try app.keys("<Esc><Enter>")
    // Of the place around the selected one, or of the selected one, whose screen is a level further.
    try app.keys("<Enter>")
    #expect(shows("Key in the hall", app), "\(app.pilot.screen)")
  }

  @Test(arguments: [false, true]) func notesThatWereNotSavedAreThereAgain(restarts: Bool) throws {
    let app = try SampleApp(restarts: restarts)
    try app.keys("2iHalf a sentence<Esc>")
    #expect(!shows("Half a sentence", app))
    try app.keys("i")
    #expect(shows("Half a sentence", app), "\(app.pilot.screen)")
    try app.keys("<^S>")
    try app.keys("u")
    try app.keys("i")
    #expect(!shows("Half a sentence", app), "saving ended it")
  }

  @Test(arguments: [false, true]) func aNameThatWasNotSavedIsThereAgain(restarts: Bool) throws {
    let app = try SampleApp(restarts: restarts)
    try app.keys("2NGreenhou<Esc>")
    #expect(!shows("Greenhou", app))
    try app.keys("N")
    #expect(shows("Greenhou", app), "\(app.pilot.screen)")
    try app.keys("se<Enter>")
    #expect(shows("Greenhouse", app))
    try app.keys("N")
    #expect(!shows("Greenhou ", app) && shows("type it, then Enter", app), "\(app.pilot.screen)")
  }
}
