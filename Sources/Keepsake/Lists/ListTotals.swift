import Foundation
import Inventory
import Reprise

/// What some items are worth together: added up beside the interface, shown as soon as it is known,
/// and kept with the screen, so that a launch shows it at once.
final class ListTotals {
  /// What is added up.
  enum Subject: Equatable, Sendable {
    /// The items of a list, in whatever order.
    case list(ItemQuery)
    /// Some items.
    case items(Set<UUID>)
  }

  /// An answer, and what was asked.
  private struct Known {
    /// Nil after a launch: what is asked first, where the screen is back that showed the answer and
    /// the subject is nothing that was saved.
    var subject: Subject?
    var dataVersion: Int64
    var totals: Totals
  }

  /// The last answer; of other data perhaps, until there is a newer one.
  private var known: Known?

  /// Called when there is another answer.
  var didChange: () -> Void = {}

  private let context: AppContext
  private var running: (subject: Subject, version: Int64, work: HeldBackWork)?

  init(context: AppContext) { self.context = context }

  isolated deinit { running?.work.cancel() }

  /// What something is worth, as far as that is known.
  func totals(of subject: Subject) -> Totals? {
    guard let known, known.subject == nil || known.subject == subject.unordered else { return nil }
    return known.totals
  }

  /// Has it added up, unless that is done or being done.
  func update(to subject: Subject) {
    guard let application = context.application else { return }
    let (subject, version) = (subject.unordered, context.store.dataVersion)
    if known?.subject == nil { known?.subject = subject }
    if let known, known.subject == subject, known.dataVersion == version { return cancel() }
    if let running, running.subject == subject, running.version == version { return }
    cancel()
    let store = context.store
    let work = application.performWhileActive({ work in
      let reading = TotalsReading(store: store)
      work.onCancel { reading.cancel() }
      return switch subject {
      case .list(let query): try reading.totals(of: query)
      case .items(let items): try reading.totals(of: Array(items))
      }
    }) { [weak self] result in
      self?.didEnd(subject, version, result)
    }
    running = (subject, version, work)
  }

  /// Gives up what is being added up.
  func cancel() {
    running?.work.cancel()
    running = nil
  }

  private func didEnd(
    _ subject: Subject, _ version: Int64, _ result: Result<Totals?, any Error>
  ) {
    running = nil
    guard let totals = context.attempt({ try result.get() }) ?? nil else { return }
    known = Known(subject: subject, dataVersion: version, totals: totals)
    didChange()
  }

  // MARK: - Preservation

  /// Writes what is known of what is on the screen; nothing where that is something else.
  func encode(_ subject: Subject, with coder: Coder, as name: String) {
    guard let known, let totals = totals(of: subject) else { return }
    coder.encode(totals.words, forKey: name)
    coder.encode(Int(known.dataVersion), forKey: "\(name).dataVersion")
  }

  /// Takes back what was known of something; of whatever is asked first, where that is nil.
  func decode(from coder: Coder, as name: String, of subject: Subject?) {
    guard let totals = coder.decodeString(forKey: name).flatMap(Totals.init(words:)),
      let version = coder.decodeInt(forKey: "\(name).dataVersion")
    else { return }
    known = Known(
      subject: subject?.unordered, dataVersion: Int64(version), totals: totals)
  }
}

extension ListTotals.Subject {
  /// The same items in the usual order: sums know none.
  fileprivate var unordered: Self {
    switch self {
    case .list(let query): .list(ItemQuery(scope: query.scope, filter: query.filter))
    case .items: self
    }
  }
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
