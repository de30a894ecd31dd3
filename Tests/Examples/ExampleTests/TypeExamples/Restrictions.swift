import Reprise
import RepriseTesting
import Testing

@Suite @MainActor struct RestrictionExamples {
  @Test func aRatingHasARank() {
    let fsk12 = RatingSystem.of(.movie, in: "DE")?.rating(named: "FSK 12")?.number  // 340
    let british = RatingSystem.of(.television, in: "GB")  // nil: no board rates it there
    #expect(fsk12 == 340 && british == nil)
  }

  @Test func theRatingsOfAMediumAreListed() {
    func choices(for medium: RatedMedium, in country: String) -> [String] {
      let ratings: [ContentRating] = RatingSystem.of(medium, in: country)?.ratings ?? []
      return ratings.map(\.name)
    }
    #expect(choices(for: .movie, in: "US").contains("PG-13"))
    #expect(choices(for: .movie, in: "XX").isEmpty)
  }

  @Test func aFilmIsHidden() {
    var restrictions = ContentRestrictions()
    restrictions.movieRating = 340
    #expect(restrictions.allows(500, of: .movie) == false)
    #expect(restrictions.allows(500, of: .television) == nil, "nothing is configured")
  }

  @Test func aMistakeInAFileIsShown() {
    let home = TemporaryHome()
    let files = RestrictionFiles(
      administrator: home.path + "/none.toml", personal: home.path + "/none.toml")
    let reading: RestrictionReading = files.read()
    #expect(reading.problems.isEmpty && reading.restrictions == ContentRestrictions())
  }

  final class Shelf {
    func showBooks() {}
  }

  /// Compiled only: there is no launch in a test.
  private func follow(_ launch: Launch, _ application: Application, _ shelf: Shelf) {
    let monitor = RestrictionMonitor(launch.directories.restrictions, application)
    monitor.observe(with: shelf) { [weak shelf] in shelf?.showBooks() }
  }
}
