import Foundation

/// Which items a list contains, and in which order.
///
/// Archived items and the trash are included only if the filter asks for them, and then alone.
public struct ItemQuery: Hashable, Codable, Sendable {
  /// The items to choose from.
  public enum Scope: Hashable, Codable, Sendable {
    /// All items.
    case everywhere
    /// The items in a place itself.
    case place(UUID)
    /// The unplaced items.
    case unplaced
    /// The items in a place at any depth, as far as totals include them.
    case within(UUID)
    /// The items of a category, or without one, as far as totals include them.
    case category(UUID?)
    /// The items with a tag, as far as totals include them.
    case tag(UUID)
    /// The items with a gap, as far as totals include them.
    case gap(Gap)
    /// The items with a date that is due, as far as totals include them.
    case due(DueDate)
  }

  /// The order of the items.
  public enum Order: String, Hashable, Codable, Sendable {
    /// By name, from A to Z.
    case name
    /// By name, from Z to A.
    case nameDescending
    /// By line value, lowest first; unknown values come before all.
    case value
    /// By line value, highest first.
    case valueDescending
    /// By quantity, fewest first.
    case quantity
    /// By quantity, most first.
    case quantityDescending
    /// By date of purchase, earliest first; unknown dates come before all.
    case date
    /// By date of purchase, latest first.
    case dateDescending
    /// By path of the place; unplaced items come first.
    case place
    /// By path of the place, reversed.
    case placeDescending
    /// As the user ordered them; those never moved come by asset number.
    case manual
    /// As the user ordered them, reversed.
    case manualDescending

    /// The ascending order by the same key.
    public var ascending: Order {
      switch self {
      case .name, .nameDescending: .name
      case .value, .valueDescending: .value
      case .quantity, .quantityDescending: .quantity
      case .date, .dateDescending: .date
      case .place, .placeDescending: .place
      case .manual, .manualDescending: .manual
      }
    }

    /// Whether the order is descending.
    public var isDescending: Bool { self != ascending }

    /// The other direction.
    public var reversed: Order {
      switch self {
      case .name: .nameDescending
      case .value: .valueDescending
      case .quantity: .quantityDescending
      case .date: .dateDescending
      case .place: .placeDescending
      case .manual: .manualDescending
      case .nameDescending, .valueDescending, .quantityDescending, .dateDescending,
        .placeDescending, .manualDescending:
        ascending
      }
    }
  }

  /// The items to choose from.
  public var scope: Scope
  /// The text of the filter; blank for all items.
  public var filter: String
  /// The order of the items.
  public var order: Order

  /// Whether the filter contains search words or an operator.
  public var isNarrowed: Bool {
    let search = SearchQuery(filter)
    return !search.isEmpty || search.shelf != .lists
  }

  /// Where the items are kept.
  public var shelf: ItemShelf { SearchQuery(filter).shelf }

  /// Whether the rows must be searched for, because no index has them in this order.
  public var isSearched: Bool {
    if isNarrowed || order.ascending == .place { return true }
    switch scope {
    case .everywhere: return false
    case .place, .unplaced: return order.ascending != .name
    case .within, .category, .tag, .gap, .due: return true
    }
  }

  /// Words that look like operators in the filter but aren't, such as `colour:`; they are searched as words.
  public var unknownOperators: [String] { SearchQuery(filter).unknownOperators }

  /// The operator that the first unknown one was probably meant to be; `nil` if none is similar.
  public var suggestedOperator: String? {
    unknownOperators.first.flatMap { FilterOperator.nearest(to: $0.filter(\.isLetter)) }
  }

  /// The first operator of the filter that has no value, such as `tag:`; the filter works without it.
  public var unfinishedOperator: String? { SearchQuery(filter).unfinishedOperator }

  /// Why the value of an operator can't be understood, as in `price>abc`; the filter works without the operator.
  public var filterProblem: String? { SearchQuery(filter).problem }

  /// The filter's text if it has no letter, digit or emoji (`%`), so that it matches nothing.
  public var wordlessFilter: String? {
    let search = SearchQuery(filter)
    return search.matchesNothing ? search.wordless : nil
  }

  /// Makes a query for the items of a shelf.
  ///
  /// - Parameter words: Words as in a filter.
  public init(shelf: ItemShelf, words: String = "") {
    self.init(filter: [shelf.filterOperator, words].filter { !$0.isEmpty }.joined(separator: " "))
  }

  /// Makes a query.
  public init(scope: Scope = .everywhere, filter: String = "", order: Order = .name) {
    self.scope = scope
    self.filter = filter
    self.order = order
  }
}

extension ItemQuery.Scope {
  /// A stable name that ``init(name:)`` parses.
  public var name: String {
    switch self {
    case .everywhere: "everywhere"
    case .unplaced: "unplaced"
    case .place(let uuid): uuid.uuidString
    case .within(let uuid): "within \(uuid.uuidString)"
    case .category(let uuid): "category \(uuid?.uuidString ?? "none")"
    case .tag(let uuid): "tag \(uuid.uuidString)"
    case .gap(let gap): "gap \(gap.rawValue)"
    case .due(let date): "due \(date.name)"
    }
  }

  /// The scope of a name; `nil` for any other text.
  public init?(name: String) {
    switch name {
    case "everywhere": self = .everywhere
    case "unplaced": self = .unplaced
    default:
      let words = name.split(separator: " ", maxSplits: 1).map(String.init)
      guard let last = words.last else { return nil }
      let uuid = UUID(uuidString: last)
      switch (words.count == 2 ? words[0] : "", uuid) {
      case ("", let uuid?): self = .place(uuid)
      case ("within", let uuid?): self = .within(uuid)
      case ("tag", let uuid?): self = .tag(uuid)
      case ("category", let uuid) where uuid != nil || last == "none": self = .category(uuid)
      case ("gap", _):
        guard let gap = Gap(rawValue: last) else { return nil }
        self = .gap(gap)
      case ("due", _):
        guard let date = DueDate(name: last) else { return nil }
        self = .due(date)
      default: return nil
      }
    }
  }
}
