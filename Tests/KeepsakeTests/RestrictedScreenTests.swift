import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// What the screens show of what a login may not see, when its limits come or go, and after a restart.
@Suite struct RestrictedScreenTests {
  private let app: SampleApp

  private static let inventory = Result {
    try InventoryCopy { store, directory in
      try SampleHome.fill(store, in: directory)
      guard let kitchen = try store.allPlaces().first else { return }
      var film = Item(name: "Zz Secret film")
      film.rating = "film:FSK 16"
      film.place = kitchen.uuid
      film.notes = "Secret notes"
      film.purchasePrice = 777_700
      try store.perform(.createItem(film), session: "setup")
    }
  }

  init() throws { app = try SampleApp(inventory: Self.inventory.get(), watches: true) }

  private var application: Application { app.pilot.application }

  private static let limits = "[com.apple.content-rating]\nMovieRating = 340\n"

  /// Writes the administrator's file, and has the app look around as the file monitor would.
  private func limit(_ text: String = limits) throws {
    try writePolicy(text)
    application.lookAround()
    try app.pilot.settle()
  }

  private func writePolicy(_ text: String) throws {
    try text.write(
      toFile: app.directory + "/policy.toml", atomically: true, encoding: .utf8)
  }

  private func expectNoSecret(_ when: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      !app.pilot.screen.contains("Secret"), "\(when):\n\(app.pilot.screen)",
      sourceLocation: sourceLocation)
  }

  /// The screen after limits have come is the one after a kill, too.
  private func expectItStays() throws {
    expectNoSecret("at once")
    let screen = app.pilot.screen
    try app.pilot.restartAndRestore()
    expectNoSecret("after a restart")
    #expect(app.pilot.screen == screen)
    #expect(app.pilot.problems == [])
  }

  @Test func aRowVanishesAtOnceAndComesBack() throws {
    try app.keys("<End>")
    #expect(app.pilot.screen.contains("Zz Secret film"))
    let count = try #require(app.list?.context.store.counts.live)
    try limit()
    #expect(app.list?.context.store.counts.live == count - 1)
    #expect(app.pilot.screen.contains("What this login may see has changed"))
    try expectItStays()
    try limit("")
    try app.keys("<End>")
    #expect(app.pilot.screen.contains("Zz Secret film"))
  }

  @Test func itsScreenFallsBackToTheList() throws {
    try app.keys("/secret<Enter><Enter>")
    #expect(app.pilot.screen.contains("Secret notes"))
    try limit()
    #expect(!app.pilot.screen.contains("‹"), "its screen is gone:\n\(app.pilot.screen)")
    try expectItStays()
  }

  @Test func whatIsTypedAboutItIsHiddenAndKept() throws {
    try app.keys("/secret<Enter><Enter>e II")
    #expect(app.pilot.screen.contains("Edit: Zz Secret film II"))
    try limit()
    #expect(app.list?.context.openForms.isEmpty == true)
    try expectItStays()
    try limit("")
    #expect(app.pilot.screen.contains("1 draft"), "\(app.pilot.screen)")
  }

  @Test func anotherFormWaitsAsADraft() throws {
    try app.keys("nHarmless")
    try limit()
    #expect(app.pilot.screen.contains("1 draft"), "\(app.pilot.screen)")
    try expectItStays()
  }

  @Test func itsAttachmentsGoWithIt() throws {
    let store = try #require(app.list?.context.store)
    guard case .one(let film) = try store.items(named: "Zz Secret film") else {
      Issue.record("there is no film")
      return
    }
    let receipt = app.directory + "/Secret receipt.pdf"
    try Data("%PDF".utf8).write(to: URL(filePath: receipt))
    try AttachmentStore(store).attach([receipt], to: film, session: "main")
    try app.keys("/zz<Enter><Enter>p")
    #expect(app.pilot.screen.contains("Secret receipt.pdf"))
    try limit()
    #expect(!app.pilot.screen.contains("‹"), "its screen is gone:\n\(app.pilot.screen)")
    try expectItStays()
  }

  @Test func whatWasSaidOfItIsGoneAndUndoDoesNotNameIt() throws {
    try app.keys("/zz<Enter><Enter>x")
    #expect(app.pilot.screen.contains("Deleted “Zz Secret film”"))
    try limit()
    try expectItStays()
    try app.keys("M")
    #expect(app.pilot.screen.contains("What this login may see has changed"))
    try expectItStays()
    try app.keys("<Esc>u")
    #expect(app.pilot.screen.contains("Nothing to undo"), "\(app.pilot.screen)")
    try limit("")
    try app.keys("u")
    #expect(app.pilot.screen.contains("Zz Secret film"), "\(app.pilot.screen)")
  }

  /// Limits that came while the program did not run: its state is left behind with all that it may show.
  @Test func aStateFromBeforeTheLimitIsLeftBehind() throws {
    try app.keys("/secret<Enter><Enter>")
    try writePolicy(Self.limits)
    try app.pilot.restartAndRestore()
    #expect(application.restorationReport.wasRefused)
    expectNoSecret("after the launch")
    try app.keys("/secret<Enter>")
    #expect(!app.pilot.screen.contains("Zz Secret film"))
    try app.pilot.restartAndRestore()
    #expect(!application.restorationReport.wasRefused, "the same limits keep the state")
  }

  @Test func noScreenShowsIt() throws {
    try limit()
    for keys in ["2", "<Enter>", "<Enter>", "<End>", "3", "<End>", "1", "<End>", "s", "s", "s"] {
      try app.keys(keys)
      expectNoSecret("after \(keys)")
    }
  }

  /// A slip of the administrator's pen opens nothing, and is said.
  @Test func aWrongLineIsTheStrictestAndIsSaid() throws {
    try limit("[com.apple.content-rating]\nMovieRating = many\n")
    #expect(app.list?.context.store.guide.limits.film == 0)
    #expect(app.pilot.screen.contains("policy.toml:2"), "\(app.pilot.screen)")
    expectNoSecret("at once")
  }

  @Test func whoHasLimitsCannotEnterMore() throws {
    try limit()
    let context = try #require(app.list?.context)
    var item = Item(name: "Mine")
    item.rating = "film:FSK 18"
    #expect(!context.perform(.createItem(item)))
    #expect(app.pilot.screen.contains("Mine") == false)
    #expect(context.reading.ratings != .empty)
  }

  @Test func aFormSaysWhichCountryIsMeant() throws {
    let context = try #require(app.list?.context)
    var form = ItemForm(item: Item(name: "Film"), currency: .euro)
    form.reading = context.reading
    form.fields[.rating] = "film:R"
    let words = form.problem(in: .rating, isLeft: true)?.words
    #expect(words == "Countries differ, which one: film:R (CA), film:R (US)?")
    form.fields[.rating] = "film:fsk 16"
    #expect(form.problem(in: .rating, isLeft: true) == nil)
  }
}
