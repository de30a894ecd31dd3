import Foundation
import Inventory
import Reprise

/// The total value of some items.
///
/// Added up in the background and shown as soon as it is known. Saved with the screen, so that a launch
/// shows it at once.
final class ListTotals {
  /// The items to add up.
  enum Subject: Equatable, Sendable {
    /// The items of a list; their order does not matter.
    case list(ItemQuery)
    /// The marked items.
    case marked(MarkedItems)
  }

  /// The marked items of a list; equal while the marks are the same.
  nonisolated struct MarkedItems: Equatable, Sendable {
    /// The number of changes of the marks so far.
    let version: Int
    let identifiers: [String]

    static func == (one: Self, other: Self) -> Bool { one.version == other.version }
  }

  /// A result and its subject.
  private struct Known {
    /// `nil` for a restored result whose subject was not saved: it belongs to the first subject,
    /// because the same screen showed it before.
    var subject: Subject?
    var dataVersion: Int64
    var totals: Totals
  }

  /// The latest result; it may be based on older data until the next one arrives.
  private var known: Known?

  /// Called when the result changes.
  var didChange: () -> Void = {}

  private let context: AppContext
  private var running: (subject: Subject, version: Int64, work: HeldBackWork)?

  init(context: AppContext) { self.context = context }

  isolated deinit { running?.work.cancel() }

  /// The total value of a subject, as far as it is known.
  func totals(of subject: Subject) -> Totals? {
    guard let known, known.subject == nil || known.subject == subject.unordered else { return nil }
    return known.totals
  }

  /// Adds a subject up, unless that is done or under way.
  func update(to subject: Subject) {
    guard let application = context.application else { return }
    let (subject, version) = (subject.unordered, context.store.database.dataVersion)
    if known?.subject == nil { known?.subject = subject }
    if let known, known.subject == subject, known.dataVersion == version { return cancel() }
    if let running, running.subject == subject, running.version == version { return }
    cancel()
    let store = context.store
    let work = application.performWhileVisible({ work in
      let reading = TotalsReading(store: store)
      work.onCancel { reading.cancel() }
      return switch subject {
      case .list(let query): try reading.totals(of: query)
      case .marked(let marked):
        try reading.totals(of: marked.identifiers.compactMap(UUID.init(uuidString:)))
      }
    }) { [weak self] result in
      self?.didEnd(subject, version, result)
    }
    running = (subject, version, work)
  }

  /// Cancels the work.
  func cancel() {
    running?.work.cancel()
    running = nil
  }

  private func didEnd(
    _ subject: Subject, _ version: Int64, _ result: Result<Totals?, any Error>
  ) {
    running = nil
    guard let totals = context.notices.attempt({ try result.get() }) ?? nil else { return }
    known = Known(subject: subject, dataVersion: version, totals: totals)
    didChange()
  }

  // MARK: - Preservation

  /// Encodes the result of the subject on the screen, if that is the subject it is of.
  func encode(_ subject: Subject, with coder: Coder, as name: String) {
    guard let known, let totals = totals(of: subject) else { return }
    coder.encode(totals.words, forKey: name)
    coder.encode(Int(known.dataVersion), forKey: "\(name).dataVersion")
  }

  /// Restores the result of a subject; with `nil`, of the subject that is asked for first.
  func decode(from coder: Coder, as name: String, of subject: Subject?) {
    guard let totals = coder.decodeString(forKey: name).flatMap(Totals.init(words:)),
      let version = coder.decodeInt(forKey: "\(name).dataVersion")
    else { return }
    known = Known(
      subject: subject?.unordered, dataVersion: Int64(version), totals: totals)
  }
}

extension ListTotals.Subject {
  /// The same subject in the default order: a sum does not depend on it.
  fileprivate var unordered: Self {
    switch self {
    case .list(let query): .list(ItemQuery(scope: query.scope, filter: query.filter))
    case .marked: self
    }
  }
}

nonisolated extension Totals {
  /// The totals as one text for saved state.
  var words: String { "\(sum) \(count) \(unvalued) \(estimated)" }

  /// Parses ``words``; `nil` for anything else.
  init?(words: String) {
    let numbers = words.split(separator: " ").compactMap { Int64($0) }
    guard numbers.count == 4, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    self.init(
      sum: numbers[0], count: Int(numbers[1]), unvalued: Int(numbers[2]), estimated: Int(numbers[3])
    )
  }

  /// The sum without a sign for estimates: `€10,412.90`; `—` if nothing is known.
  func amount(_ currency: Currency, _ customs: LocaleFormat) -> String {
    var certain = self
    certain.estimated = 0
    return certain.text(currency, customs)
  }

  /// The sum for a title: `€10,412.90 est.` if it includes estimates.
  func title(_ currency: Currency, _ customs: LocaleFormat) -> String {
    amount(currency, customs) + (estimated > 0 ? " est." : "")
  }

  /// `2 without value`; empty if all values are known.
  var missing: String { unvalued == 0 ? "" : "\(Figures.count(unvalued)) without value" }
}

/// Counts and total values in the bar.
extension ListViewController {
  /// Adds up the marked items, if there are any.
  func updateMarkedSums() {
    guard isInFront else { return }
    hasMarks ? markedSums.update(to: .marked(marked)) : markedSums.cancel()
  }

  /// The marked items to add up.
  var marked: ListTotals.MarkedItems {
    ListTotals.MarkedItems(
      version: marksVersion, identifiers: list.table.modelIdentifiersOfMarks)
  }

  /// The total value of the rows, as far as it is known.
  var listTotals: Totals? { sums.totals(of: .list(listed.query)) }

  /// The number of items: `1,204`, or `128+` while they are counted.
  var countText: String {
    guard listed.isUpToDate, listed.known != nil else { return "…" }
    return context.notices.attempt { try listed.countText() } ?? Figures.count(0)
  }

  /// Shows a count and the total value in the bar, as far as it is known; with marks, those of the marked
  /// rows.
  ///
  /// A narrow bar first leaves out what is without value, then the counts.
  func showTotals(_ count: String, _ totals: @autoclosure () -> Totals?) {
    let marked = hasMarks ? "\(Figures.count(markCount)) marked" : ""
    let known = hasMarks ? markedTotals : totals()
    let totals = known.flatMap { $0.count > 0 ? $0 : nil }
    let hasSum = totals.map { $0.unvalued < $0.count } ?? false
    let sum =
      hasSum
      ? totals?.title(context.store.database.currency, context.preferences.customs) ?? "" : ""
    let forms = [
      [count, marked, sum, totals?.missing ?? ""], [count, marked, sum], [marked, sum],
      [sum.isEmpty ? marked : sum],
    ].map { $0.filter { !$0.isEmpty }.joined(separator: " · ") }
    navigationItem.detail = forms[0]
    navigationItem.shorterDetails = forms.dropFirst().filter { !$0.isEmpty }
  }
}
