import Inventory

/// The remark next to the text of a filter: only the most important one.
struct FilterRemark {
  /// The remark; empty without one.
  let text: String

  /// How many names that complete the filter are listed.
  private static let candidates = 8

  init(on listed: ListedItems, _ completion: FilterCompletion?) {
    text =
      Self.problem(of: listed.query) ?? Self.progress(of: listed) ?? Self.candidates(of: completion)
  }

  /// The part of the filter that was not understood, or is searched in another way than it may be meant.
  private static func problem(of query: ItemQuery) -> String? {
    if let problem = query.filterProblem { return problem }
    if let name = query.suggestedOperator { return "did you mean \(name)? Searched as words" }
    if let name = query.unknownOperators.first { return "no operator \(name) — searched as words" }
    return query.wordlessFilter.map { "“\($0)” has no letter or digit to search for" }
  }

  private static func progress(of listed: ListedItems) -> String? {
    guard listed.isSearching else { return nil }
    let isCounted = listed.known?.found?.isCountKnown == true
    return isCounted && listed.isUpToDate ? nil : "searching …"
  }

  private static func candidates(of completion: FilterCompletion?) -> String {
    guard let names = completion?.candidates, names.count > 1 else { return "" }
    return names.prefix(candidates).joined(separator: "  ")
  }
}

extension AppContext {
  /// The names that complete a filter's operator.
  func namesForFilter(_ source: FilterCompletion.Source) -> [String] {
    let names = notices.attempt {
      switch source {
      case .tags: try store.items.tags().map(\.name)
      case .categories: try store.items.categories().map(\.name)
      }
    }
    return names ?? []
  }
}
