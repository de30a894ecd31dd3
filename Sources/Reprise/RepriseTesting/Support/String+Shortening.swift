extension String {
  /// The text, or its beginning and its size where it is longer than a number of characters.
  nonisolated func shortened(to limit: Int) -> String {
    guard let end = index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return "\(self[..<end])… (\(utf8.count) bytes in all)"
  }
}
