import Testing

@testable import Reprise

/// The table of ratings: every line of it is read and means what it says.
@Suite struct RatingSystemTests {
  @Test func everyLineOfTheTableIsASystem() {
    #expect(RatingSystem.all.count == RatingSystem.table.split(separator: "\n").count)
    #expect(
      Set(RatingSystem.all.map { "\($0.medium) \($0.country ?? "*")" }).count
        == RatingSystem.all.count, "one line for each country and medium")
  }

  @Test(arguments: RatingSystem.all) func aSystemIsSound(_ system: RatingSystem) {
    let numbers = system.ratings.map(\.number)
    #expect(numbers == numbers.sorted(), "from what is for everybody to the strictest")
    #expect(numbers.first == 100)
    #expect(Set(system.ratings.map { $0.name.lowercased() }).count == numbers.count)
    #expect(numbers.allSatisfy(ContentRating.numbers.contains))
    if let country = system.country {
      #expect(country.utf8.count == 2)
      #expect(country.unicodeScalars.allSatisfy { ("A"..."Z").contains($0) })
    } else {
      #expect(system.medium == .app)
    }
  }

  /// One limit serves several countries only if an age has one number in all of them.
  @Test func anAgeHasOneNumberInAllCountries() {
    for system in RatingSystem.all where system.medium != .app {
      for rating in system.ratings {
        guard
          let age = rating.name.split(whereSeparator: { !$0.isNumber }).last.flatMap({ Int($0) })
        else { continue }
        // It is not open to anyone aged 17.
        let number = 100 + 20 * (rating.name == "NC-17" ? 18 : age)
        #expect([number, number + 10].contains(rating.number), "\(system.country ?? "") \(rating)")
      }
    }
  }

  @Test(arguments: [
    "US", "GB", "DE", "FR", "ES", "IT", "NL", "SE", "DK", "NO", "FI", "AT", "CH", "IE", "AU", "NZ",
    "CA", "JP", "KR", "BR", "PT", "PL", "RU",
  ])
  func theseCountriesRateFilmsOrTelevision(_ country: String) {
    #expect(RatingSystem.all.contains { $0.country == country })
  }

  @Test func aRatingIsFoundByItsNameInAnyCase() {
    #expect(RatingSystem.of(.movie, in: "de")?.rating(named: "fsk 12")?.number == 340)
    #expect(RatingSystem.of(.movie, in: "FR")?.rating(named: "Tous publics")?.number == 100)
    #expect(RatingSystem.of(.movie, in: "US")?.rating(named: "FSK 12") == nil)
  }

  @Test(arguments: [
    "", "movie", "movie US", "movie US:", "movie US: G", "movie US: 100", "movie US: G 1001",
    "movie US: G -1", "movie US: G 100, R", "book US: G 100", "US: G 100", "movie US x: G 100",
  ])
  func aWrongLineIsNoSystem(_ line: String) {
    #expect(RatingSystem(line: line[...]) == nil)
  }
}
