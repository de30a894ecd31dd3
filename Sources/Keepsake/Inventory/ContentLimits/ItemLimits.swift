/// The highest ratings that a login may see; `nil` where there is no limit.
public struct ItemLimits: Hashable, Sendable {
  /// The highest number for films.
  public var film: Int?
  /// The highest number for series.
  public var series: Int?
  /// The highest number for programs and games.
  public var app: Int?
  /// Whether explicit books are shown.
  public var showsExplicitBooks = true
  /// Whether explicit music is shown.
  public var showsExplicitMusic = true

  /// No limits.
  public init() {}

  /// Whether there is none.
  public var isNone: Bool { self == ItemLimits() }

  /// The limits as a text, empty for none; equal limits have equal texts.
  public var text: String {
    if isNone { return "" }
    var words: [String] = []
    for (name, number) in [("film", film), ("series", series), ("app", app)] {
      if let number { words.append("\(name)=\(number)") }
    }
    if !showsExplicitBooks { words.append("books") }
    if !showsExplicitMusic { words.append("music") }
    return words.joined(separator: " ")
  }

  /// The highest number for a kind; `nil` if there is no limit.
  fileprivate func highest(_ kind: MediaKind) -> Int? {
    switch kind {
    case .film: film
    case .series: series
    case .game, .app: app
    case .book, .music: nil
    }
  }
}

/// What a store goes by: the limits of the login, and what ratings mean.
public struct RatingGuide: Hashable, Sendable {
  /// What the levels mean.
  public var table: RatingTable
  /// What the login may see.
  public var limits: ItemLimits

  /// Makes a guide.
  public init(table: RatingTable = .empty, limits: ItemLimits = ItemLimits()) {
    (self.table, self.limits) = (table, limits)
  }

  /// No limits, and no known board.
  public static let none = RatingGuide()

  /// Whether the login may not see what is rated so.
  ///
  /// What has no rating is shown. A rating that cannot be understood is hidden by any limit on its medium.
  public func hides(_ text: String) -> Bool {
    if limits.isNone || text.trimmedOfBlanks.isEmpty { return false }
    guard let rating = MediaRating(text) else { return true }
    switch rating.kind {
    case .book: return !limits.showsExplicitBooks && rating.level != MediaRating.notExplicit
    case .music: return !limits.showsExplicitMusic && rating.level != MediaRating.notExplicit
    case .film, .series, .game, .app:
      guard let highest = limits.highest(rating.kind) else { return false }
      return table.number(rating).map { $0 > highest } ?? true
    }
  }

  /// The text of a rating as items keep it; empty for none.
  func checked(_ text: String) throws(RatingProblem) -> String {
    if text.trimmedOfBlanks.isEmpty { return "" }
    guard let rating = MediaRating(text) else { throw .notARating }
    return try table.checked(rating).text
  }
}
