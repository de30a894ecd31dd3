import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The screens for each kind of rating and each limit, at once and after a restart.
@Suite struct RatedKindScreenTests {
  nonisolated struct Limit: CustomTestStringConvertible, Sendable {
    let line: String
    let hidden: String
    var testDescription: String { line }
  }

  nonisolated static let limits = [
    Limit(line: "MovieRating = 340", hidden: "film:FSK 16"),
    Limit(line: "TVShowRating = 340", hidden: "series:FSK 16"),
    Limit(line: "AppRating = 300", hidden: "game:17+"),
    Limit(line: "AppRating = 300", hidden: "app:17+"),
    Limit(line: "ExplicitBooksAllowed = false", hidden: "book:explicit"),
    Limit(line: "ExplicitMusicPodcastsAllowed = false", hidden: "music:explicit"),
  ]

  /// An inventory with an item above the limit, and a permitted item of the same kind.
  private static func inventory(_ limit: Limit) throws -> InventoryCopy {
    let kind = limit.hidden.split(separator: ":")[0]
    let mild = ["film": "FSK 12", "series": "FSK 12", "game": "12+", "app": "12+"]
    return try InventoryCopy { store, _ in
      for (name, rating, price) in [
        ("Secret", limit.hidden, 7777),
        ("Harmless", "\(kind):" + (mild["\(kind)"] ?? "not explicit"), 100),
      ] {
        var item = Item(name: name)
        item.rating = rating
        item.purchasePrice = Int64(price) * 100
        item.tags = ["\(name) tag"]
        try store.changes.perform(.createItem(item), session: "main")
        guard var stored = try store.items.fetch(item.uuid) else { continue }
        stored.notes = "\(name) notes"
        try store.changes.perform(.updateItem(stored), session: "main")
      }
    }
  }

  @Test(arguments: limits) func itemsAboveTheLimitAreOnNoScreen(limit: Limit) throws {
    let app = try SampleApp(inventory: Self.inventory(limit), watches: true)
    try app.keys("<Home>")
    #expect(
      app.pilot.screen.contains("Secret") && app.pilot.screen.contains("7,877"),
      "\(app.pilot.screen)")
    try "[com.apple.content-rating]\n\(limit.line)\n".write(
      toFile: app.directory + "/policy.toml", atomically: true, encoding: .utf8)
    try app.pilot.lookAround()
    #expect(app.pilot.screen.contains("1 item") && app.pilot.screen.contains("Harmless"))
    let keys = [
      // The list, its search, the archive and the trash.
      "<Home>", "<End>", "/secret<Enter>", "<Esc>/is:archived<Enter>", "<Esc>/is:trash<Enter>",
      "<Esc>",
      // Places and reports with their totals.
      "2", "<Enter>", "<Esc>3", "<End>", "<Enter>", "<Esc>1",
      // Traces in an item's screen, its history, and a form with its choices.
      "<Home><Enter>", "C", "<Esc>", "<Esc>", "n<Tab><Tab><Enter>", "<Esc>", "<Esc>",
      // Undo only names what this login may see.
      "u", "u", "<^R>", "M", "<Esc>",
    ]
    for keys in keys {
      try app.keys(keys)
      try app.pilot.settle()
      let screen = app.pilot.screen.replacing("/secret", with: "").replacing("secret", with: "")
      #expect(!screen.contains("Secret"), "after \(keys):\n\(app.pilot.screen)")
      #expect(
        !screen.contains("7,877") && !screen.contains("7,777"),
        "after \(keys):\n\(app.pilot.screen)")
    }
    let screen = app.pilot.screen
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen == screen)
    #expect(app.list?.context.store.database.counts.live == 1)
  }

  @Test func eachLimitHidesOnlyItsOwnKind() {
    let ratings = [
      "film:FSK 16", "series:FSK 16", "game:17+", "app:17+", "book:explicit", "music:explicit",
    ]
    var restrictions = ContentRestrictions()
    restrictions.movieRating = 340
    #expect(ratings.filter(ContentLimits(restrictions).isHidden) == ["film:FSK 16"])
    restrictions = ContentRestrictions()
    restrictions.televisionRating = 340
    #expect(ratings.filter(ContentLimits(restrictions).isHidden) == ["series:FSK 16"])
    restrictions = ContentRestrictions()
    restrictions.appRating = 300
    #expect(ratings.filter(ContentLimits(restrictions).isHidden) == ["game:17+", "app:17+"])
    restrictions = ContentRestrictions()
    restrictions.isExplicitBooksAllowed = false
    #expect(ratings.filter(ContentLimits(restrictions).isHidden) == ["book:explicit"])
    restrictions = ContentRestrictions()
    restrictions.isExplicitMusicAllowed = false
    #expect(ratings.filter(ContentLimits(restrictions).isHidden) == ["music:explicit"])
    restrictions.isExplicitBooksAllowed = true
    restrictions.isExplicitMusicAllowed = true
    #expect(ratings.filter(ContentLimits(restrictions).isHidden) == [])
  }
}
