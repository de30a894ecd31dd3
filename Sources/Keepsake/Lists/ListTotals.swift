import Inventory
import Reprise

/// What the items of a list are worth together: added up beside the interface, shown as soon as it is
/// known, and kept with the screen, so that a launch shows it at once.
final class ListTotals {
  /// An answer, and what was asked.
  struct Known: Equatable {
    var query: ItemQuery
    var dataVersion: Int64
    var totals: Totals
  }

  /// The last answer; of other data perhaps, until there is a newer one.
  private(set) var known: Known?

  /// Called when there is another answer.
  var didChange: () -> Void = {}

  private let context: AppContext
  private var running: (query: ItemQuery, version: Int64, work: HeldBackWork)?

  init(context: AppContext) { self.context = context }

  isolated deinit { running?.work.cancel() }

  /// What the items of a list are worth, as far as that is known.
  func totals(of query: ItemQuery) -> Totals? {
    known?.query == query.unordered ? known?.totals : nil
  }

  /// Has them added up, unless that is done or being done.
  func update(to query: ItemQuery) {
    guard let application = context.application else { return }
    let (query, version) = (query.unordered, context.store.dataVersion)
    if let known, known.query == query, known.dataVersion == version { return cancel() }
    if let running, running.query == query, running.version == version { return }
    cancel()
    let store = context.store
    let work = application.performWhileActive({ work in
      let reading = TotalsReading(store: store)
      work.onCancel { reading.cancel() }
      return try reading.totals(of: query)
    }) { [weak self] result in
      self?.didEnd(query, version, result)
    }
    running = (query, version, work)
  }

  /// Gives up what is being added up.
  func cancel() {
    running?.work.cancel()
    running = nil
  }

  private func didEnd(
    _ query: ItemQuery, _ version: Int64, _ result: Result<Totals?, any Error>
  ) {
    running = nil
    guard let totals = context.attempt({ try result.get() }) ?? nil else { return }
    known = Known(query: query, dataVersion: version, totals: totals)
    didChange()
  }

  // MARK: - Preservation

  func encode(with coder: Coder) {
    guard let known else { return }
    coder.encode(known.totals.words, forKey: "totals")
    coder.encode(Int(known.dataVersion), forKey: "totals.dataVersion")
  }

  /// Takes back what was known of the list that is restored.
  func decode(from coder: Coder, query: ItemQuery) {
    guard let totals = coder.decodeString(forKey: "totals").flatMap(Totals.init(words:)),
      let version = coder.decodeInt(forKey: "totals.dataVersion")
    else { return }
    known = Known(query: query.unordered, dataVersion: Int64(version), totals: totals)
  }
}

extension ItemQuery {
  /// The same items in the usual order: sums know none.
  fileprivate var unordered: ItemQuery { ItemQuery(scope: scope, filter: filter) }
}

nonisolated extension Totals {
  /// The numbers as one text, for a saved state.
  var words: String { "\(sum) \(count) \(unvalued) \(estimated)" }

  /// Reads what ``words`` writes; nil for anything else.
  init?(words: String) {
    let numbers = words.split(separator: " ").compactMap { Int64($0) }
    guard numbers.count == 4, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    self.init(
      sum: numbers[0], count: Int(numbers[1]), unvalued: Int(numbers[2]), estimated: Int(numbers[3])
    )
  }

  /// `€10,412.90 · 2 without value`.
  func title(_ currency: Currency, _ customs: Customs) -> String {
    let missing = unvalued == 0 ? [] : ["\(Figures.count(unvalued)) without value"]
    let sum = unvalued == count ? [] : [text(currency, customs)]
    return (sum + missing).joined(separator: " · ")
  }
}
