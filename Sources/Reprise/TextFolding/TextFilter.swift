/// A text that was folded once, to be compared with many filters.
///
/// See ``TextFold`` for what is the same.
public struct FoldedText: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Folds a text.
  public init(_ text: String) { bytes = TextFold.bytes(text) }

  /// Whether another text occurs in this one.
  public func contains(_ other: FoldedText) -> Bool {
    guard let first = other.bytes.first else { return true }
    guard other.bytes.count <= bytes.count else { return false }
    for start in 0...(bytes.count - other.bytes.count) where bytes[start] == first {
      if bytes[start...].starts(with: other.bytes) { return true }
    }
    return false
  }
}

/// A typed filter for short texts in memory, such as the options of a picker or the names of files.
///
/// ```swift
/// let matches = TextFilter("lodz kit").matches("Łódź / Kitchen")  // true
/// ```
public struct TextFilter: Sendable {
  private let words: [FoldedText]

  /// Reads a filter: words separated by blanks.
  public init(_ typed: String) {
    words = typed.split(whereSeparator: \.isWhitespace).map { FoldedText(String($0)) }
  }

  /// Whether there is no word, so that every text matches.
  public var isEmpty: Bool { words.isEmpty }

  /// Whether a text contains all words, in any order.
  public func matches(_ text: String) -> Bool { isEmpty || matches(FoldedText(text)) }

  /// Whether a folded text contains all words, in any order.
  public func matches(_ text: FoldedText) -> Bool { words.allSatisfy(text.contains) }
}
