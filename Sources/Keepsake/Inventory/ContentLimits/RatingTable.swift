/// The levels of rating boards, as numbers from 0 to 1000.
///
/// The caller that opens an inventory passes it in: the inventory itself knows no board.
public struct RatingTable: Hashable, Sendable {
  /// A board: the levels of a country, or of all countries.
  public struct Board: Sendable {
    fileprivate let kind: MediaKind
    fileprivate let country: String?
    fileprivate let levels: [(name: String, number: Int)]

    /// Makes a board; a `nil` country means all countries.
    public init(_ kind: MediaKind, country: String?, levels: [(name: String, number: Int)]) {
      (self.kind, self.country, self.levels) = (kind, country, levels)
    }
  }

  private let name: String
  private let read: @Sendable () -> [Board]

  private var boards: [Board] { read() }

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - name: Tells it from others: tables of one name are equal.
  ///   - read: Makes the boards, whenever a rating is looked up.
  public init(named name: String, _ read: @escaping @Sendable () -> [Board]) {
    (self.name, self.read) = (name, read)
  }

  /// No board is known, so every level is accepted.
  public static let empty = RatingTable(named: "") { [] }

  /// Tables of one name are equal.
  public static func == (left: RatingTable, right: RatingTable) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  private struct Match: Hashable {
    var country: String?
    var name: String
    var number: Int
  }

  private func matches(_ rating: MediaRating, in boards: [Board]) -> [Match] {
    let name = rating.level.lowercased()
    return boards.flatMap { board -> [Match] in
      guard board.kind == rating.kind.ratedAs,
        board.country == nil || rating.country == nil || board.country == rating.country
      else { return [] }
      return board.levels.filter { $0.name.lowercased() == name }
        .map { Match(country: board.country, name: $0.name, number: $0.number) }
    }
  }

  /// A rating in the spelling of its board.
  func checked(_ rating: MediaRating) throws(RatingProblem) -> MediaRating {
    let boards = boards
    guard !boards.isEmpty, !rating.kind.isUnrated else { return rating }
    let found = matches(rating, in: boards)
    guard let first = found.first else {
      throw Self.unknown(rating, to: boards.filter { $0.kind == rating.kind.ratedAs })
    }
    guard Set(found.map(\.number)).count == 1 else { throw .ambiguous(Self.choices(found, rating)) }
    return MediaRating(kind: rating.kind, level: first.name, country: rating.country)
  }

  /// Lists the levels if one board is meant, or else the boards.
  private static func unknown(_ rating: MediaRating, to boards: [Board]) -> RatingProblem {
    let meant = boards.filter {
      $0.country == nil || rating.country == nil || $0.country == rating.country
    }
    if meant.count == 1 {
      return .unknownLevel(rating.kind, rating.level, known: meant[0].levels.map(\.name))
    }
    return .unknownToAll(
      rating.kind, rating.level, countries: boards.compactMap(\.country).sorted())
  }

  /// A text for each meaning of a level, with the first country that has it.
  private static func choices(_ found: [Match], _ rating: MediaRating) -> [String] {
    var seen: Set<Int> = []
    return found.filter { seen.insert($0.number).inserted }
      .map { MediaRating(kind: rating.kind, level: $0.name, country: $0.country).text }
  }

  /// The number of a rating, the highest where it may mean several; `nil` if it is unknown.
  func number(_ rating: MediaRating) -> Int? { matches(rating, in: boards).map(\.number).max() }
}

/// Why a text isn't a rating.
public enum RatingProblem: Error, Hashable, Codable, Sendable {
  /// It has another form.
  case notARating
  /// The only board that is meant does not have the level, but these.
  case unknownLevel(MediaKind, String, known: [String])
  /// No board has the level; the countries whose boards are known.
  case unknownToAll(MediaKind, String, countries: [String])
  /// Boards mean different things by the level: one text for each.
  case ambiguous([String])

  /// The error, and what to type instead.
  public var words: String {
    switch self {
    case .notARating:
      "Not a rating: type one like film:FSK 16, series:TV-14, game:12+ or book:explicit"
    case .unknownLevel(let kind, _, let known):
      "No such level; \(kind.rawValue) has \(known.joined(separator: ", "))"
    case .unknownToAll(let kind, let level, let countries):
      "No board rates a \(kind.rawValue) “\(level)”" + Self.boards(of: countries)
    case .ambiguous(let texts):
      "Countries differ; type one of \(texts.joined(separator: ", "))"
    }
  }

  /// The boards that there are, a few by name.
  private static func boards(of countries: [String]) -> String {
    guard !countries.isEmpty else { return "" }
    let few = countries.prefix(8) + (countries.count > 8 ? ["…"] : [])
    return ": type a level of \(few.joined(separator: ", ")), as in film:FSK 16 or series:TV-14"
  }
}
