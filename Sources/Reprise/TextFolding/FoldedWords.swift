/// The folded words of a text, which know the characters that they come from.
///
/// For showing where a search found its words:
///
/// ```swift
/// let found = FoldedWords("Crème brûlée").ranges(of: "brul", isPrefix: true)  // [6..<10]
/// ```
public struct FoldedWords: Sendable {
  /// The words as ``TextFold/words(_:)`` separates them.
  private let bytes: [UInt8]

  /// The character that each byte comes from.
  private let origins: [Int]

  /// Folds a text.
  public init(_ text: String) {
    var folding = Folding(separating: true)
    var starts: [Int] = []
    for character in text {
      starts.append(folding.lengthBeforeNextCharacter())
      for scalar in character.unicodeScalars { folding.add(scalar.value) }
    }
    bytes = folding.finish()
    var origins: [Int] = []
    origins.reserveCapacity(bytes.count)
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1] : bytes.count
      if start < end { origins += repeatElement(index, count: end - start) }
    }
    self.origins = origins
  }

  /// Where words occur one after the other.
  ///
  /// - Parameters:
  ///   - phrase: The words.
  ///   - isPrefix: Whether the last word may continue after what was looked for.
  /// - Returns: Ranges of characters of the text, from the start, which don't overlap.
  public func ranges(of phrase: String, isPrefix: Bool) -> [Range<Int>] {
    let wanted = Array(TextFold.words(phrase).utf8)
    guard let first = wanted.first, origins.count == bytes.count else { return [] }
    var ranges: [Range<Int>] = []
    var start = 0
    while start + wanted.count <= bytes.count {
      defer { start += 1 }
      guard bytes[start] == first, isBoundary(start), bytes[start...].starts(with: wanted) else {
        continue
      }
      let end = start + wanted.count
      guard isPrefix || isBoundary(end + 1) else { continue }
      ranges.append(origins[start]..<origins[end - 1] + 1)
      start = end - 1
    }
    return ranges
  }

  /// Whether a word begins at a byte, or would if there were one.
  private func isBoundary(_ index: Int) -> Bool {
    index == 0 || index > bytes.count || bytes[index - 1] == UInt8(ascii: " ")
  }
}
