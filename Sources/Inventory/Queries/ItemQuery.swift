import Foundation

/// Which live items a list holds, and in which order.
///
/// Archived items and the trash are never in it.
public struct ItemQuery: Hashable, Codable, Sendable {
  /// Where to look.
  public enum Scope: Hashable, Codable, Sendable {
    /// Everywhere.
    case everywhere
    /// Directly in one place.
    case place(UUID)
    /// Among what lies in no place.
    case unplaced
    /// In a place and in all places in it; what counts in totals only.
    case within(UUID)
    /// Of a category, or of none; what counts in totals only.
    case category(UUID?)
    /// With a tag; what counts in totals only.
    case tag(UUID)
    /// What misses something; what counts in totals only.
    case gap(Gap)
  }

  /// In which order the items come.
  public enum Order: String, Hashable, Codable, Sendable {
    /// By name, from A to Z.
    case name
    /// By name, from Z to A.
    case nameDescending
    /// By the value of the line, what is not known first.
    case value
    /// By the value of the line, the dearest first.
    case valueDescending
    /// By how many there are, the fewest first.
    case quantity
    /// By how many there are, the most first.
    case quantityDescending
    /// By the day of the purchase, what is not known first.
    case date
    /// By the day of the purchase, the latest first.
    case dateDescending
    /// By the path of the place, what lies in none first.
    case place
    /// By the path of the place, the other way round.
    case placeDescending

    /// What the order goes by, the same for both of its directions.
    public var ascending: Order {
      switch self {
      case .name, .nameDescending: .name
      case .value, .valueDescending: .value
      case .quantity, .quantityDescending: .quantity
      case .date, .dateDescending: .date
      case .place, .placeDescending: .place
      }
    }

    /// Whether it goes the other way round.
    public var isDescending: Bool { self != ascending }

    /// The other direction.
    public var reversed: Order {
      switch self {
      case .name: .nameDescending
      case .value: .valueDescending
      case .quantity: .quantityDescending
      case .date: .dateDescending
      case .place: .placeDescending
      case .nameDescending, .valueDescending, .quantityDescending, .dateDescending,
        .placeDescending:
        ascending
      }
    }
  }

  /// Where to look.
  public var scope: Scope
  /// What the person typed into the filter; blank: everything.
  public var filter: String
  /// In which order the items come.
  public var order: Order

  /// Whether the filter says anything: a word at least.
  public var isNarrowed: Bool { !SearchQuery(filter).isEmpty }

  /// Whether its rows have to be searched, since no index holds them in their order.
  public var isSearched: Bool {
    if isNarrowed || order.ascending == .place { return true }
    switch scope {
    case .everywhere: return false
    case .place, .unplaced: return order.ascending != .name
    case .within, .category, .tag, .gap: return true
    }
  }

  /// What the filter seems to take for operators, as `tag:` or `price>`.
  ///
  /// There are none: all of it is searched as words.
  public var unknownOperators: [String] { SearchQuery(filter).unknownOperators }

  /// Makes a query.
  public init(scope: Scope = .everywhere, filter: String = "", order: Order = .name) {
    self.scope = scope
    self.filter = filter
    self.order = order
  }
}
