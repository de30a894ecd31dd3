/// How an operator of a filter compares a field with a value: `price>300`.
enum FilterComparison: String, CaseIterable, Sendable {
  case atMost = "<="
  case atLeast = ">="
  case less = "<"
  case more = ">"
  case equal = "="
  /// For a text, a word that begins so; otherwise the same as `=`.
  case contains = ":"

  /// The comparison in SQL; the text of a field is compared by the word index instead.
  var sql: String { self == .contains ? "=" : rawValue }

  /// Whether two values compare so.
  func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .less: left < right
    case .atMost: left <= right
    case .equal, .contains: left == right
    case .atLeast: left >= right
    case .more: left > right
    }
  }

  /// Takes the sign at the start of a text.
  static func take(from text: inout Substring) -> FilterComparison? {
    guard let found = allCases.first(where: { text.hasPrefix($0.rawValue) }) else { return nil }
    text.removeFirst(found.rawValue.count)
    return found
  }
}
