/// Why a text is no rating.
public enum RatingProblem: Error, Hashable, Codable, Sendable {
  /// It has another form.
  case notARating
  /// The only board that is meant does not have the level, but these.
  case unknownLevel(MediaKind, String, known: [String])
  /// No board has the level; the countries of those that there are.
  case unknownToAll(MediaKind, String, countries: [String])
  /// Boards mean different things by the level: one text for each.
  case ambiguous([String])

  /// What is wrong, and what to type instead.
  public var words: String {
    switch self {
    case .notARating:
      "Not a rating: type one like film:FSK 16, series:TV-14, game:12+ or book:explicit"
    case .unknownLevel(let kind, _, let known):
      "No such level: for \(kind.rawValue) there are \(known.joined(separator: ", "))"
    case .unknownToAll(let kind, let level, let countries):
      "No board rates a \(kind.rawValue) “\(level)”" + Self.boards(of: countries)
    case .ambiguous(let texts):
      "Countries differ, which one: \(texts.joined(separator: ", "))?"
    }
  }

  /// The boards that there are, a few by name.
  private static func boards(of countries: [String]) -> String {
    guard !countries.isEmpty else { return "" }
    let few = countries.prefix(8) + (countries.count > 8 ? ["…"] : [])
    return ": type a level of \(few.joined(separator: ", ")), as in film:FSK 16 or series:TV-14"
  }
}
