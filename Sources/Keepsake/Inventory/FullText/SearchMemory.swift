import Synchronization

/// Results of searches in one version of the data, for later ones: typing the next letter repeats the
/// words before it.
final class SearchMemory: Sendable {
  /// The number of terms to remember; the least recently used ones are forgotten.
  ///
  /// A term takes one bit for each item.
  private static let maximumTerms = 12

  private struct Contents {
    var version: Int64?
    /// The order of a list, by its sort key.
    var order: (name: String, ids: [Int64])?
    var terms: [(expression: String, rows: RowSet)] = []
  }

  private let contents = Mutex(Contents())

  /// The numbers of all live items in an order, eight bytes each; `read` finds them if they are unknown.
  ///
  /// Remembers one order.
  func order(
    _ name: String, for version: Int64, _ read: () throws -> [Int64]
  ) rethrows -> [Int64] {
    let known = contents.withLock { $0.version == version ? $0.order : nil }
    if let known, known.name == name { return known.ids }
    let ids = try read()
    contents.withLock { contents in
      Self.turn(&contents, to: version)
      contents.order = (name, ids)
    }
    return ids
  }

  /// The rows that match a term; `read` finds them if they are unknown.
  func rows(
    of expression: String, for version: Int64, _ read: () throws -> RowSet
  ) rethrows -> RowSet {
    if let rows = known(expression, version) { return rows }
    let rows = try read()
    contents.withLock { contents in
      Self.turn(&contents, to: version)
      contents.terms.append((expression, rows))
      if contents.terms.count > Self.maximumTerms { contents.terms.removeFirst() }
    }
    return rows
  }

  /// Whether the rows of a term are known.
  func knows(_ expression: String, _ version: Int64) -> Bool {
    contents.withLock { contents in
      contents.version == version && contents.terms.contains { $0.expression == expression }
    }
  }

  private func known(_ expression: String, _ version: Int64) -> RowSet? {
    contents.withLock { contents in
      guard contents.version == version,
        let index = contents.terms.firstIndex(where: { $0.expression == expression })
      else { return nil }
      let term = contents.terms.remove(at: index)
      contents.terms.append(term)
      return term.rows
    }
  }

  /// Forgets everything.
  func forget() { contents.withLock { $0 = Contents() } }

  private static func turn(_ contents: inout Contents, to version: Int64) {
    if contents.version != version { contents = Contents(version: version) }
  }
}
