extension String {
  /// The text without leading and trailing white space.
  var trimmedOfBlanks: String {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last,
      first.properties.isWhitespace || last.properties.isWhitespace
    else { return self }
    var scalars = Substring(self).unicodeScalars
    while let scalar = scalars.first, scalar.properties.isWhitespace { scalars.removeFirst() }
    while let scalar = scalars.last, scalar.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}
