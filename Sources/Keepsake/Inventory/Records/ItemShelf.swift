/// Where an item is kept; the raw value is that of the column `shelf`.
public enum ItemShelf: Int, Hashable, Sendable {
  /// In the lists.
  case lists = 0
  /// In the archive: hidden, but kept.
  case archive = 1
  /// In the trash.
  case trash = 2

  /// The condition in SQL for the items of the shelf.
  var condition: String { "item.shelf = \(rawValue)" }

  /// The operators of the filter, by the shelf that they list.
  private static let operators: [String: ItemShelf] = [
    "is:archived": .archive, "is:trash": .trash, "is:trashed": .trash,
  ]

  /// The shelf that a word of a filter asks for; `nil` for any other word.
  init?(operator word: String) {
    guard let shelf = Self.operators[word.lowercased()] else { return nil }
    self = shelf
  }

  /// The operator that lists the shelf; empty for the lists.
  public var filterOperator: String {
    switch self {
    case .lists: ""
    case .archive: "is:archived"
    case .trash: "is:trash"
    }
  }
}
