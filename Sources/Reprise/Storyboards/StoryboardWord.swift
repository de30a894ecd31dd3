/// One word or quoted text of a storyboard, and where it stands.
nonisolated struct StoryboardWord: Sendable {
  var text: String
  var line: Int
  var column: Int

  /// An error at this word.
  func error(in file: String, _ reason: String) -> StoryboardError {
    StoryboardError(file: file, line: line, column: column, reason: reason)
  }

  /// The text as an error message quotes it.
  var quoted: String { "\"\(text)\"" }
}

/// One line of a storyboard that says something.
nonisolated struct StoryboardLine: Sendable {
  /// Whether the line belongs to the scene above it.
  var isIndented: Bool

  /// What the line begins with.
  var keyword: StoryboardWord

  /// What follows.
  var values: [StoryboardWord]
}
