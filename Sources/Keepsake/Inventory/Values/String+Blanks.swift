extension String {
  /// The text without leading and trailing white space.
  public var trimmedOfBlanks: String {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last,
      first.isBlank || last.isBlank
    else { return self }
    var scalars = Substring(self).unicodeScalars
    while let scalar = scalars.first, scalar.isBlank { scalars.removeFirst() }
    while let scalar = scalars.last, scalar.isBlank { scalars.removeLast() }
    return String(scalars)
  }

  /// The text without leading and trailing white space, and with one space for each longer run of white space.
  var singleSpaced: String {
    let text = trimmedOfBlanks
    var scalars = String.UnicodeScalarView()
    var wasBlank = false
    for scalar in text.unicodeScalars {
      if scalar.isBlank, wasBlank {
        scalars.removeLast()
        scalars.append(" ")
      } else {
        scalars.append(scalar)
      }
      wasBlank = scalar.isBlank
    }
    return scalars.count == text.unicodeScalars.count ? text : String(scalars)
  }

  /// Whether the text is empty or only white space.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.isBlank) }
}

extension Unicode.Scalar {
  /// Whether the scalar is white space; most are ASCII and need no look-up.
  var isBlank: Bool {
    value < 128 ? value == 32 || (9...13).contains(value) : properties.isWhitespace
  }
}
