/// How a country rates films or television, or how apps are rated everywhere (contract 8.7.6).
///
/// ```swift
/// RatingSystem.of(.movie, in: "DE")?.rating(named: "FSK 12")?.number   // 340
/// RatingSystem.of(.television, in: "GB")                               // nil: nobody rates it there
/// ```
///
/// Apps are rated as in UIKit's documentation: 4+ is 100, 9+ is 200, 12+ is 300 and 17+ is 600, in all
/// countries. For films and television it only defines the lowest level of the United States, 100; all other
/// numbers are the kit's own. They follow one rule, so that a limit means the same in every country: 100 plus
/// 20 for each year of the minimum age. Parental guidance without an age counts as 8 years. Of two levels with
/// the same age, the stricter one has 10 more.
nonisolated public struct RatingSystem: Hashable, Sendable {
  /// The medium that is rated.
  public let medium: RatedMedium

  /// The code of the country (ISO 3166, two letters); `nil` for all countries.
  public let country: String?

  /// The levels, from the mildest to the strictest.
  public let ratings: [ContentRating]

  /// The level of a name, however it is capitalized.
  public func rating(named name: String) -> ContentRating? {
    ratings.first { $0.name.lowercased() == name.lowercased() }
  }

  /// All systems: for apps, then for films and television by country.
  public static let all = table.split(separator: "\n").compactMap(RatingSystem.init(line:))

  /// The system that rates apps in all countries.
  public static var apps: RatingSystem? { all.first { $0.medium == .app } }

  /// The system of a country.
  ///
  /// - Parameters:
  ///   - medium: The medium that is rated.
  ///   - country: The code of the country, as in `DE`; ignored for apps.
  /// - Returns: `nil` if the country has no board for the medium; then the app decides for itself.
  public static func of(_ medium: RatedMedium, in country: String) -> RatingSystem? {
    let country = country.uppercased()
    return all.first { $0.medium == medium && ($0.country ?? country) == country }
  }
}
