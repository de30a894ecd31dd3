import Reprise

final class FilmShelf {
  private let restrictions: RestrictionMonitor

  init(_ application: Application, _ files: RestrictionFiles) {
    restrictions = RestrictionMonitor(files, application)
    restrictions.observe(with: self) { [unowned self, window = application.window] in
      window.rootViewController?.setNeedsUpdateProperties()
      if let first = restrictions.reading.problems.first { window.show(problem: first.brief) }
    }
  }

  /// A film without a rating, or from a country without a board, is shown: that is this app's own policy.
  func shows(_ rating: String, of country: String) -> Bool {
    guard let number = RatingSystem.of(.movie, in: country)?.rating(named: rating)?.number
    else { return true }
    return restrictions.restrictions.allows(number, of: .movie) ?? true
  }
}

/// Blood is drawn where a film rated R would be allowed.
func drawsBlood(_ restrictions: ContentRestrictions) -> Bool {
  guard let r = RatingSystem.of(.movie, in: "US")?.rating(named: "R") else { return false }
  return restrictions.allows(r.number, of: .movie) ?? false
}
