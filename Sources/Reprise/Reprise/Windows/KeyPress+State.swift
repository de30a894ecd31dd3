extension KeyPress {
  /// The text that stands for a key of an unfinished sequence: only plain characters begin one.
  var stateName: String {
    if case .character(let character) = key, modifiers.isEmpty { String(character) } else { "" }
  }

  init?(stateName: String) {
    guard let character = stateName.first, stateName.count == 1 else { return nil }
    self.init(.character(character))
  }
}
