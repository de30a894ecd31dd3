/// The rating system for films or television in a country, or for apps in all countries (contract 8.7.6).
///
/// ```swift
/// let fsk12 = RatingSystem.of(.movie, in: "DE")?.rating(named: "FSK 12")?.number  // 340
/// let british = RatingSystem.of(.television, in: "GB")  // nil: no board rates it there
/// ```
///
/// The numbers for apps are those of UIKit's documentation, in all countries: 4+ is 100, 9+ is 200, 12+ is 300 and
/// 17+ is 600. For films and television, UIKit only documents 100 for the lowest level in the United States; the kit
/// defines the others. A limit means the same in every country: 100 plus 20 for each year of the minimum age. A level
/// that asks for guidance without an age counts as age 8. Of two levels for the same age, the stricter one is 10 higher.
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
