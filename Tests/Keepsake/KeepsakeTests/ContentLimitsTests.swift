import Inventory
import Reprise
import Testing

@testable import Keepsake

/// How restriction files limit an inventory.
@Suite struct ContentLimitsTests {
  @Test func eachMediumHasItsOwnLimit() {
    var restrictions = ContentRestrictions()
    restrictions.movieRating = 100
    restrictions.televisionRating = 200
    restrictions.appRating = 300
    restrictions.isExplicitBooksAllowed = false
    let limits = ContentLimits(restrictions)
    #expect((limits.film, limits.series, limits.app) == (100, 200, 300))
    #expect(!limits.showsExplicitBooks && limits.showsExplicitMusic)
    restrictions.isExplicitBooksAllowed = true
    restrictions.isExplicitMusicAllowed = false
    let others = ContentLimits(restrictions)
    #expect(others.showsExplicitBooks && !others.showsExplicitMusic)
  }

  @Test func withoutRestrictionsThereAreNoLimits() {
    #expect(ContentLimits(ContentRestrictions()).isNone)
  }
}
