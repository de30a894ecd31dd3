import Reprise

/// The page of the documentation that lists all ratings.
struct RatingPage {
  /// The page as Markdown.
  var text: String {
    """
    # Ratings

    The levels of films, television and apps that the kit knows, with their numbers.

    ## Overview

    ``RatingSystem`` has them; <doc:RestrictingContent> says what they are for. UIKit's documentation gives the numbers of apps and that of “G” in the
    United States. All others are the kit's own: 100, and 20 for each year of the age below which something is not meant.

    This page is written by `UPDATE_TABLE=1 swift test --filter Section8RatingTests` from the table of the kit.


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
