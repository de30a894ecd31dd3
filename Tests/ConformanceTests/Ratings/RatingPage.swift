import Reprise

/// The documentation page that lists all ratings.
struct RatingPage {
  /// The page as Markdown.
  var text: String {
    """
    # Ratings

    The rating levels of films, television and apps, with their numbers.

    ## Overview

    ``RatingSystem`` contains these levels; <doc:RestrictingContent> describes their use. UIKit's documentation defines the
    numbers of apps and that of “G” in the United States. The kit defines the others: 100, plus 20 for each year of the
    minimum age.

    `UPDATE_TABLE=1 Scripts/test Section8RatingTests` generates this page from the kit's table.


    """
      + table("Apps", .app) + "\n" + table("Films", .movie) + "\n"
      + table("Television", .television)
  }

  private func table(_ title: String, _ medium: RatedMedium) -> String {
    let systems = RatingSystem.all.filter { $0.medium == medium }
    return """
      ## \(title)

      | country | levels |
      | --- | --- |

      """ + systems.map(row(of:)).joined()
  }

  private func row(of system: RatingSystem) -> String {
    let levels = system.ratings.map { "\($0.name) = \($0.number)" }
    return "| \(system.country ?? "all") | \(levels.joined(separator: ", ")) |\n"
  }
}
