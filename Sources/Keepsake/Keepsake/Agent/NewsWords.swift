import Inventory
import Sync
import Terminal

/// The texts of the agent's notifications: a few short lines, in which control characters that others
/// typed have no effect.
nonisolated enum NewsWords {
  /// The maximum width of a name, in columns.
  private static let width = 50
  /// The maximum number of lines.
  private static let lines = 4
  /// The maximum number of names in a line; the rest is counted.
  private static let names = 2

  /// The changes made by others, one line for each author.
  static func changes(_ news: [SyncNews]) -> String {
    var authors: [String] = []
    for entry in news where !authors.contains(entry.author) { authors.append(entry.author) }
    return joined(
      authors.map { author in line(of: author, news.filter { $0.author == author }) },
      "others made changes, too")
  }

  private static func line(of author: String, _ news: [SyncNews]) -> String {
    let deeds = Set(news.map(\.deed))
    let verb =
      switch deeds.count == 1 ? deeds.first : nil {
      case .added: "added"
      case .trashed: "discarded"
      default: "changed"
      }
    let things = news.map(thing)
    let who = "\(brief(author)) \(verb)"
    guard things.count > 1 else { return "\(who) \(things.joined())" }
    let areItems = news.allSatisfy { if case .item = $0.subject { true } else { false } }
    return "\(who) \(things.count) \(areItems ? "items" : "things"): \(list(things))"
  }

  private static func thing(_ news: SyncNews) -> String {
    switch news.subject {
    case .item(_, let name): name.map(brief) ?? "a private item"
    case .other(let name): brief(name)
    }
  }

  /// The warranties that end soon.
  static func warranties(_ ending: [EndingWarranty], _ customs: LocaleFormat) -> String {
    guard ending.count > 1 else {
      return ending.map {
        "The warranty of \(brief($0.name)) ends on \(customs.text(of: $0.lastDay))"
      }.joined()
    }
    return "\(ending.count) warranties end soon: "
      + list(ending.map { "\(brief($0.name)) on \(customs.text(of: $0.lastDay))" })
  }

  /// The lent items that are due back.
  static func loans(
    _ due: [DueLoan], _ customs: LocaleFormat, today: CalendarDate
  ) -> String {
    guard due.count > 1 else { return due.map { loan($0, customs, today: today) }.joined() }
    return "\(due.count) lent things should be back: "
      + list(due.map { "\(brief($0.name)) (\(brief($0.borrower)))" })
  }

  private static func loan(
    _ loan: DueLoan, _ customs: LocaleFormat, today: CalendarDate
  ) -> String {
    let (name, borrower) = (brief(loan.name), brief(loan.borrower))
    return loan.day == today
      ? "\(name) is due back from \(borrower) today"
      : "\(name) was due back from \(borrower) on \(customs.text(of: loan.day))"
  }

  /// A list of names, such as `Drill, Saw and one more`.
  private static func list(_ things: [String]) -> String {
    let rest = things.count - names
    guard rest > 0 else { return things.joined(separator: " and ") }
    return things.prefix(names).joined(separator: ", ") + " and "
      + (rest == 1 ? "one more" : "\(rest) more")
  }

  private static func joined(_ texts: [String], _ rest: String) -> String {
    guard texts.count > lines else { return texts.joined(separator: "\n") }
    return (texts.prefix(lines - 1) + [rest]).joined(separator: "\n")
  }

  /// A name in one line, shortened, without control characters.
  private static func brief(_ text: String) -> String { CellText(text, width: width).string }
}
