extension String {
  /// The text without leading and trailing white space.
  var trimmedOfBlanks: String {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last,
      first.isBlank || last.isBlank
    else { return self }
    var scalars = Substring(self).unicodeScalars
    while let scalar = scalars.first, scalar.isBlank { scalars.removeFirst() }
    while let scalar = scalars.last, scalar.isBlank { scalars.removeLast() }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is white space; most are ASCII and need no look-up.
  fileprivate var isBlank: Bool {
    value < 128 ? value == 32 || (9...13).contains(value) : properties.isWhitespace
  }
}
