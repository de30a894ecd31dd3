import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Setting, viewing and removing the photo of a place.
@Suite struct PlacePhotoScreenTests {
  /// A directory with pictures.
  private let home = TemporaryHome()

  init() throws {
    for (name, width) in [("attic.jpg", 80), ("other.jpg", 40)] {
      let bytes = JPEGFile.bytes(width: width, height: 60) { x, y in
        [UInt8(x * 255 / width), UInt8(y * 4), 80]
      }
      try Data(bytes).write(to: URL(filePath: home.path + "/" + name))
    }
    try Data("no picture".utf8).write(to: URL(filePath: home.path + "/note.txt"))
  }

  /// The tab Places with a single place.
  private func app() throws -> SampleApp {
    let copy = try InventoryCopy { inventory, _ in
      try inventory.changes.perform(
        .createPlaces(path: "Attic", uuid: UUID()), session: "main")
    }
    let app = try SampleApp(inventory: copy)
    try app.keys("2")
    return app
  }

  private func choose(_ name: String, in app: SampleApp) throws {
    try app.keys("P")
    try app.pilot.paste(home.path + "/" + name)
    try app.keys("<Enter>")
  }

  private func shows(_ text: String, _ app: SampleApp) -> Bool { app.pilot.screen.contains(text) }

  @Test func aPhotoIsSetViewedReplacedAndRemoved() throws {
    let app = try app()
    try choose("attic.jpg", in: app)
    #expect(shows("Set the photo of “Attic”", app), "\(app.pilot.screen)")
    #expect(shows("empty · photo", app), "\(app.pilot.screen)")
    try app.keys("p")
    #expect(shows("Photo of “Attic”", app), "\(app.pilot.screen)")
    #expect(shows("photo of Attic · ", app), "\(app.pilot.screen)")
    try choose("other.jpg", in: app)
    #expect(shows("Set the photo of “Attic”", app), "\(app.pilot.screen)")
    try app.keys("x")
    #expect(shows("Removed the photo of “Attic”", app) && shows("No photo yet.", app))
    try app.keys("u")
    #expect(shows("photo of Attic · ", app), "\(app.pilot.screen)")
    try app.keys("uu<Esc>")
    #expect(shows("Attic", app) && !shows("· photo", app), "\(app.pilot.screen)")
  }

  /// Without a photo, `p` does nothing, and the palette says why.
  @Test func aPlaceWithoutPhotoHasNothingToView() throws {
    let app = try app()
    try app.keys("p")
    #expect(!shows("Photo of", app))
    try app.keys(":View photo")
    #expect(shows("select a place with a photo", app), "\(app.pilot.screen)")
  }

  @Test func theViewerComesBackAfterAKill() throws {
    let app = try app()
    try choose("attic.jpg", in: app)
    try app.keys("p")
    let before = app.pilot.screen
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("Photo of “Attic”") && before.contains("Photo of “Attic”"))
    try app.keys("P")
    try app.pilot.restartAndRestore()
    try app.pilot.paste(home.path + "/other.jpg")
    try app.keys("<Enter>")
    #expect(shows("Set the photo of “Attic”", app), "\(app.pilot.screen)")
    // The place is gone: so is the viewer.
    let store = try InventoryStore(directory: app.directory)
    let attic = try #require(try store.places.fetch(path: "Attic"))
    try store.changes.perform(.trashPlace(attic.uuid, contents: .trash), session: "other")
    try app.pilot.restartAndRestore()
    #expect(!shows("Photo of", app), "\(app.pilot.screen)")
  }

  @Test func anythingButOnePictureIsRefused() throws {
    let app = try app()
    try choose("note.txt", in: app)
    // The browser stays open.
    #expect(shows("it is not a JPEG, PNG, WebP or HEIC", app), "\(app.pilot.screen)")
    try app.keys("<Esc><Esc>P")
    try app.pilot.paste(home.path + "/")
    try app.keys("<Enter><Down> <Down> <Enter>")
    #expect(shows("A place has one photo", app), "\(app.pilot.screen)")
  }

  /// An item in a place has its own files under the same keys.
  @Test func onAnItemTheKeysAreForTheItem() throws {
    let app = try app()
    try app.keys("<Enter>nLamp<^S>")
    try app.keys("P")
    try app.pilot.paste(home.path + "/attic.jpg")
    try app.keys("<Enter>")
    #expect(shows("Attached “attic.jpg”", app), "\(app.pilot.screen)")
  }
}
