import Inventory
import Reprise

nonisolated extension RatingGuide {
  /// What a login may see by its restrictions, with the boards that the kit knows.
  init(_ restrictions: ContentRestrictions) {
    var limits = ItemLimits()
    limits.film = restrictions.movieRating
    limits.series = restrictions.televisionRating
    limits.app = restrictions.appRating
    limits.showsExplicitBooks = restrictions.isExplicitBooksAllowed ?? true
    limits.showsExplicitMusic = restrictions.isExplicitMusicAllowed ?? true
    self.init(table: .ofBoards, limits: limits)
  }

  /// What a login may see by its files.
  init(_ files: RestrictionFiles) { self.init(files.read().restrictions) }
}

nonisolated extension RatingTable {
  /// The boards that the kit knows, read when a rating is first asked for.
  fileprivate static let ofBoards = RatingTable(named: "boards") {
    RatingSystem.all.map { system in
      let kind: MediaKind =
        switch system.medium {
        case .app: .app
        case .movie: .film
        case .television: .series
        }
      return Board(
        kind, country: system.country, levels: system.ratings.map { ($0.name, $0.number) })
    }
  }
}
