import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Screens hide restricted items when limits are set or lifted, and after a restart.
@Suite struct RestrictedScreenTests {
  private let app: SampleApp

  private static let inventory = Result {
    try InventoryCopy { store, directory in
      try SampleHome.fill(store, in: directory)
      guard let kitchen = try store.places.fetchAll().first else { return }
      var film = Item(name: "Zz Secret film")
      film.rating = "film:FSK 16"
      film.place = kitchen.uuid
      film.notes = "Secret words"
      film.purchasePrice = 777_700
      film.tags = ["Secret tag"]
      try store.changes.perform(.createItem(film), session: "setup")
      guard var filed = try store.items.fetch(film.uuid) else { return }
      filed.notes = "Secret notes"
      try store.changes.perform(.updateItem(filed), session: "setup")
      // The item inside it is visible but must not name it.
      let leaflet = Item(name: "Zy leaflet")
      try store.changes.perform(.createItem(leaflet), session: "setup")
      guard var inserted = try store.items.fetch(leaflet.uuid) else { return }
      inserted.parent = film.uuid
      try store.changes.perform(.updateItem(inserted), session: "setup")
    }
  }

  init() throws { app = try SampleApp(inventory: Self.inventory.get(), watches: true) }

  private var application: Application { app.pilot.application }

  private static let limits = "[com.apple.content-rating]\nMovieRating = 340\n"

  /// Writes the administrator's file and makes the app check it, as the file monitor would.
  private func limit(_ text: String = limits) throws {
    try writePolicy(text)
    try app.pilot.lookAround()
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

  /// Expects the same screen after a kill.
  private func expectItStays() throws {
    expectNoSecret("at once")
    let screen = app.pilot.screen
    try app.pilot.restartAndRestore()
    expectNoSecret("after a restart")
    #expect(app.pilot.screen == screen)
    #expect(app.pilot.problems == [])
  }

  @Test func aRestrictedRowDisappearsAtOnceAndReturns() throws {
    try app.keys("<End>")
    #expect(app.pilot.screen.contains("Zz Secret film"))
    let count = try #require(app.list?.context.store.database.counts.live)
    try limit()
    #expect(app.list?.context.store.database.counts.live == count - 1)
    #expect(app.pilot.screen.contains("The content limits of this login have changed"))
    try expectItStays()
    try limit("")
    try app.keys("<End>")
    #expect(app.pilot.screen.contains("Zz Secret film"))
  }

  @Test func anErrorInThePolicyIsShownUntilItIsFixed() throws {
    try limit("[com.apple.content-rating]\nMovieRting = 340\n")
    #expect(app.pilot.screen.contains("policy.toml:2"))
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("policy.toml:2"))
    try limit()
    #expect(!app.pilot.screen.contains("policy.toml"))
  }

  @Test func theRestrictedItemsScreenReturnsToTheList() throws {
    try app.keys("/secret<Enter><Enter>")
    #expect(app.pilot.screen.contains("Secret notes"))
    try limit()
    #expect(!app.pilot.screen.contains("‹"), "its screen is gone:\n\(app.pilot.screen)")
    try expectItStays()
  }

  @Test func theRestrictedItemsDraftIsHiddenAndKept() throws {
    try app.keys("/secret<Enter><Enter>e II")
    #expect(app.pilot.screen.contains("Edit: Zz Secret film II"))
    try limit()
    #expect(app.list?.context.drafts.openForms.isEmpty == true)
    try expectItStays()
    try limit("")
    #expect(app.pilot.screen.contains("1 draft"), "\(app.pilot.screen)")
  }

  @Test func anOpenFormOfAnotherItemBecomesADraft() throws {
    try app.keys("nHarmless")
    try limit()
    #expect(app.pilot.screen.contains("1 draft"), "\(app.pilot.screen)")
    try expectItStays()
  }

  private func attachToTheFilm(_ names: String...) throws {
    let store = try #require(app.list?.context.store)
    guard case .one(let film) = try store.items(named: "Zz Secret film") else {
      Issue.record("there is no film")
      return
    }
    let files = names.map { app.directory + "/" + $0 }
    for file in files { try Data("%PDF \(file)".utf8).write(to: URL(filePath: file)) }
    try store.attachments.attach(files, to: film, session: "main")
  }

  /// Its history, one of its files, and all of its files at once.
  @Test(arguments: [("C", "Secret words"), ("p", "Secret receipt.pdf"), ("pt", "Secret bill.pdf")])
  func screensAboutTheRestrictedItemClose(_ keys: String, _ shown: String) throws {
    try attachToTheFilm("Secret receipt.pdf", "Secret bill.pdf")
    try app.keys("/zz<Enter><Enter>" + keys)
    #expect(app.pilot.screen.contains(shown), "\(app.pilot.screen)")
    try limit()
    #expect(!app.pilot.screen.contains("‹"), "its screen is gone:\n\(app.pilot.screen)")
    try expectItStays()
  }

  @Test func noticesAndUndoDoNotNameTheRestrictedItem() throws {
    try app.keys("/zz<Enter><Enter>x")
    #expect(app.pilot.screen.contains("Moved “Zz Secret film” to the trash"))
    try limit()
    try expectItStays()
    try app.keys("M")
    #expect(app.pilot.screen.contains("The content limits of this login have changed"))
    try expectItStays()
    try app.keys("<Esc>u")
    #expect(app.pilot.screen.contains("Nothing to undo"), "\(app.pilot.screen)")
    try limit("")
    try app.keys("u")
    #expect(app.pilot.screen.contains("Zz Secret film"), "\(app.pilot.screen)")
  }

  /// If limits were set while the program was not running, its saved state may show too much.
  @Test func aStateFromBeforeTheLimitIsNotRestored() throws {
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

  private func expectNoSecret(after keys: [String], in app: SampleApp) throws {
    for keys in keys {
      try app.keys(keys)
      #expect(!app.pilot.screen.contains("Secret"), "after \(keys):\n\(app.pilot.screen)")
    }
  }

  @Test func noScreenShowsARestrictedItem() throws {
    try limit()
    try expectNoSecret(
      after: [
        "2", "<Enter>", "<Enter>", "<End>", "3", "<End>", "1", "<End>", "s", "s", "s",
        // The detail and the history of the item inside it, and the inspector.
        "/zy<Enter><Enter>", "G", "C", "<F12>", "G", "<Esc><Esc><Esc>",
        // A new item, with its places and categories and filters of them.
        "n<Tab><Enter>", "zz", "<Esc><Tab><Enter>", "zz", "<Esc>",
      ], in: app)
  }

  /// Other homes may mention the item.
  @Test func noScreenOfAHouseholdShowsARestrictedItem() throws {
    let app = try SampleApp(
      inventory: Self.inventory.get(), watches: true,
      share: { directory in
        let other = try OtherHome(of: directory)
        try other.change(other.item("Zz Secret film")) { $0.notes = "Secret of Ben's" }
        try other.exchange()
      }, prepare: { HouseholdScreenTests.prepare($0, needsLogin: false) })
    try HouseholdScreenTests.storeCredentials(in: app.directory)
    try app.keys("/zz<Enter><Enter>C")
    #expect(app.pilot.screen.contains("Ben"), "\(app.pilot.screen)")
    try Self.limits.write(
      toFile: app.directory + "/policy.toml", atomically: true, encoding: .utf8)
    try app.pilot.lookAround()
    try expectNoSecret(
      after: ["", "3H", "G", "<Esc>1", "<Esc>/zy<Enter><Enter>", "C", "<F12>", "G"], in: app)
  }

  /// A typo in the policy must not lift the limits.
  @Test func anInvalidLimitIsTheStrictestAndIsReported() throws {
    try limit("[com.apple.content-rating]\nMovieRating = many\n")
    #expect(app.list?.context.store.database.limits.film == 0)
    #expect(app.pilot.screen.contains("policy.toml:2"), "\(app.pilot.screen)")
    expectNoSecret("at once")
  }

  @Test func aLoginWithLimitsCannotAddARestrictedItem() throws {
    try limit()
    let context = try #require(app.list?.context)
    var item = Item(name: "Mine")
    item.rating = "film:FSK 18"
    #expect(!context.changes.perform(.createItem(item)))
    #expect(app.pilot.screen.contains("Mine") == false)
    #expect(context.preferences.reading.ratings != .empty)
  }

  @Test func aFormAsksWhichCountryARatingMeans() throws {
    let context = try #require(app.list?.context)
    var form = ItemForm(item: Item(name: "Film"), currency: .euro)
    form.reading = context.preferences.reading
    form.fields[.rating] = "film:R"
    let words = form.problem(in: .rating, isLeft: true)?.words
    #expect(words == "Countries differ; type one of film:R (CA), film:R (US)")
    form.fields[.rating] = "film:fsk 16"
    #expect(form.problem(in: .rating, isLeft: true) == nil)
  }
}
