/// Why a text is no rating.
public enum RatingProblem: Error, Hashable, Codable, Sendable {
  /// It has another form.
  case notARating
  /// No board has the level; those that there are, if they are few.
  case unknownLevel(MediaKind, String, known: [String])
  /// Boards mean different things by the level: one text for each.
  case ambiguous([String])

  /// What is wrong, and what to type instead.
  public var words: String {
    switch self {
    case .notARating:
      "Not a rating: type one like film:FSK 16, series:TV-14, game:12+ or book:explicit"
    case .unknownLevel(let kind, let level, let known) where known.isEmpty:
      "No board rates a \(kind.rawValue) “\(level)”"
    case .unknownLevel(let kind, _, let known):
      "No such level: for \(kind.rawValue) there are \(known.joined(separator: ", "))"
    case .ambiguous(let texts):
      "Countries differ, which one: \(texts.joined(separator: ", "))?"
    }
  }
}
