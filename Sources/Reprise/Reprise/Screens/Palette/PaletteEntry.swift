import Foundation

/// An action in a palette, with all its keys.
struct PaletteEntry {
  /// The ``Action/id``; for a key without an action, its label and title.
  let id: String

  /// The title at the moment.
  let title: String

  /// The keys as a person writes them, the hinted one first.
  var keys: [String]

  /// The heading above the action.
  let group: String

  /// Performs the action; `nil` if it is unavailable.
  let perform: (() -> Void)?

  /// Whether a screen that the action dismisses is asked first.
  var asksBeforeDismissing = false

  /// Why the action is unavailable, in a few words.
  var reason = ""

  /// Whether the action can be performed now.
  var isAvailable: Bool { perform != nil }

  /// All keys in one text.
  var keyText: String { keys.joined(separator: "  ") }
}

extension PaletteEntry {
  /// An entry that a query found, and the letters of its title that matched.
  struct Match {
    let entry: PaletteEntry
    let match: FuzzyMatch
  }

  /// The entries that match a query, the best first, unavailable ones last.
  ///
  /// A query that is one of the keys of an action finds that action first.
  static func matches(of typed: String, in entries: [PaletteEntry]) -> [Match] {
    let query = FuzzyQuery(typed)
    let key = typed.trimmingCharacters(in: .whitespaces)
    let found = entries.compactMap { entry -> Match? in
      let isKey = entry.keys.contains(key)
      guard var match = query.match(FuzzyTitle(entry.title)) ?? (isKey ? .none(score: 0) : nil)
      else { return nil }
      if isKey { match.score += 1_000_000 }
      if !entry.isAvailable { match.score -= 10_000_000 }
      return Match(entry: entry, match: match)
    }
    return found.enumerated().sorted {
      ($1.element.match.score, $0.offset) < ($0.element.match.score, $1.offset)
    }.map(\.element)
  }
}

extension FuzzyMatch {
  fileprivate static func none(score: Int) -> FuzzyMatch { FuzzyMatch(score: score, indices: []) }
}
