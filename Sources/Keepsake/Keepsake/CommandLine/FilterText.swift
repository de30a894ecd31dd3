import Inventory
import RepriseCommands

/// The words of a command that narrow its items, in the language of the filter.
nonisolated enum FilterText {
  /// The filter of a saved view, if any is named, and the words that narrow it further, as one filter.
  ///
  /// - Throws: ``UsageFailure`` as ``joined(_:)`` does, or if there is no such view.
  static func joined(
    _ words: [String], view: String?, in store: InventoryStore
  ) throws -> String {
    let view = try view.map { try store.view(named: $0) }
    return try joined([view?.filter].compactMap(\.self).filter { !$0.isEmpty } + words)
  }

  /// The words as one filter.
  ///
  /// Unknown operators are searched as words, and a line reports them.
  ///
  /// - Throws: ``UsageFailure`` if the value of an operator is missing or can't be understood, as in `price>abc`. In a
  ///   window the operator is ignored until the rest is typed; a script must not get all items instead.
  static func joined(_ words: [String]) throws -> String {
    let text = words.joined(separator: " ")
    let query = ItemQuery(filter: text)
    if let problem = query.filterProblem { throw UsageFailure(status: .usage, message: problem) }
    if let name = query.unfinishedOperator {
      throw UsageFailure(status: .usage, message: "“\(name)” has no value")
    }
    if let text = query.wordlessFilter {
      Console.message("“\(text)” has no letter or digit to search for.")
    }
    if let name = query.suggestedOperator {
      Console.message("Did you mean \(name)? “\(text)” was searched as words.")
    } else if let name = query.unknownOperators.first {
      Console.message("There is no operator \(name); “\(text)” was searched as words.")
    }
    return text
  }
}
