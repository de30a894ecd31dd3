import InventorySupport
import Testing

@testable import Inventory

@Suite struct RatingTests {
  private func read(_ text: String) throws(FieldError.Reason) -> String? {
    var reading = FieldReading(currency: .euro)
    reading.ratings = .sample
    return try FieldKind.rating.parse(text, reading).text
  }

  @Test(arguments: [
    ("film:FSK 16", "film:FSK 16"), (" Movie : fsk  16 ", "film:FSK 16"),
    ("film:r (us)", "film:R (US)"),
    ("film:g", "film:G"), ("tv:tv-ma", "series:TV-MA"), ("game:12+", "game:12+"),
    ("APP:17+", "app:17+"), ("book:Explicit", "book:explicit"),
    ("music:clean", "music:not explicit"),
    ("", ""), ("  ", ""),
  ])
  func aRatingIsNormalizedToTheBoardsSpelling(typed: String, kept: String) throws {
    #expect(try read(typed) == kept)
  }

  @Test(arguments: [
    ("FSK 16", RatingProblem.notARating), ("film", .notARating), ("film:", .notARating),
    ("painting:12", .notARating), ("film:R (USA)", .notARating), ("film:R (1)", .notARating),
    ("book:18", .notARating), ("book:explicit (DE)", .notARating), ("film:\u{1}", .notARating),
    ("film:FSK 13", .unknownToAll(.film, "FSK 13", countries: ["CA", "DE", "US"])),
    ("film:FSK 13 (FR)", .unknownToAll(.film, "FSK 13", countries: ["CA", "DE", "US"])),
    ("film:FSK 16 (US)", .unknownLevel(.film, "FSK 16", known: ["G", "R"])),
    ("game:13+", .unknownLevel(.game, "13+", known: ["4+", "12+", "17+"])),
    ("film:R", .ambiguous(["film:R (CA)", "film:R (US)"])),
  ])
  func anInvalidRatingIsExplainedInOneLine(typed: String, problem: RatingProblem) {
    #expect(throws: FieldError.Reason.rating(problem)) { try read(typed) }
    #expect(!problem.words.contains("\n"))
  }

  @Test func onlyAFewOfManyBoardsAreNamed() {
    let countries = ["AT", "AU", "BR", "CA", "CH", "DE", "DK", "ES", "FI"]
    #expect(
      RatingProblem.unknownToAll(.film, "foo", countries: countries).words
        == "No board rates a film “foo”: type a level of AT, AU, BR, CA, CH, DE, DK, ES, …, "
        + "as in film:FSK 16 or series:TV-14")
  }

  @Test func limitsHideHigherRatings() {
    var limits = ContentLimits(ratings: .sample)
    limits.film = 440
    limits.showsExplicitBooks = false
    let hidden = [
      "film:R (CA)", "film:R", "film:FSK 99", "film", "book:explicit", "nonsense",
    ].filter { !limits.isHidden(rating: $0) }
    #expect(hidden == [], "shown, and should not be")
    let shown = [
      "", " ", "film:R (US)", "film:FSK 16", "series:TV-MA", "game:17+", "book:not explicit",
      "music:explicit",
    ].filter(limits.isHidden)
    #expect(shown == [], "hidden, and should not be")
    #expect(
      !ContentLimits(ratings: .sample).isHidden(rating: "nonsense"),
      "without limits nothing is hidden")
  }

  @Test func equalLimitsHaveEqualTexts() {
    var limits = ContentLimits()
    #expect(limits.text == "" && limits.isNone)
    limits.app = 300
    limits.showsExplicitMusic = false
    #expect(limits.text == "app=300 music" && !limits.isNone)
  }

  @Test func anItemStoresItsRatingInTheBoardsSpelling() throws {
    let home = try InventoryHome()
    let store = try LimitedHome.open(home, LimitedHome.unlimited)
    let film = try store.add("Film") { $0.rating = " Movie : fsk  16 " }
    #expect(try store.items.fetch(film.uuid)?.rating == "film:FSK 16")
  }
}
