import Preservation

nonisolated extension Value {
  /// The longest text that is printed whole, in characters.
  private static let limit = 120

  /// The value in a line for a person, however large it is.
  ///
  /// - Parameter other: The value that it differs from: a long text is shown around the first difference.
  func brief(unlike other: Value? = nil) -> String {
    switch self {
    case .string(let text):
      if case .string(let rest)? = other { return Self.excerpt(text, unlike: rest) }
      return Self.excerpt(text, unlike: "")
    case .data(let data):
      guard data.count > Self.limit else { return "\(self)" }
      let start = data.prefix(16).map { String($0, radix: 16) }.joined(separator: " ")
      return "data(\(start)… (\(data.count) bytes in all))"
    case .array(let values):
      var others: [Value] = []
      if case .array(let list)? = other { others = list }
      let same = zip(values, others).prefix { $0 == $1 }.count
      let start = max(0, min(same, values.count - 1))
      let shown = values.dropFirst(start).prefix(4).enumerated().map { offset, value in
        let index = start + offset
        return value.brief(unlike: others.indices.contains(index) ? others[index] : nil)
      }
      guard start > 0 || shown.count < values.count else {
        return "[\(shown.joined(separator: ", "))]"
      }
      return "[…, \(shown.joined(separator: ", ")), … (\(values.count) values, from \(start) on)]"
    case .dictionary(let values):
      var others: [String: Value] = [:]
      if case .dictionary(let entries)? = other { others = entries }
      let different = values.filter { others[$0.key] != $0.value }.sorted { $0.key < $1.key }
      let shown = different.prefix(4).map {
        "\($0.key.debugDescription.shortened(to: 40)): \($0.value.brief(unlike: others[$0.key]))"
      }
      let rest = values.count - shown.count
      return "[\(shown.joined(separator: ", "))\(rest > 0 ? ", … (\(rest) more)" : "")]"
    case .null, .bool, .int, .double, .date, .reference: return "\(self)"
    }
  }

  /// A text, or the part of it around the first difference from another one.
  private static func excerpt(_ text: String, unlike other: String) -> String {
    guard text.utf8.count > limit else { return "string(\(text.debugDescription))" }
    let same = other.isEmpty ? 0 : zip(text, other).prefix { $0 == $1 }.count
    let start = text.index(text.startIndex, offsetBy: max(0, same - 20))
    let part = String(text[start...].prefix(limit)).debugDescription
    let place = same > 20 ? ", from character \(same - 20) on" : ""
    return "string(\(part)… (\(text.utf8.count) bytes in all\(place)))"
  }
}
