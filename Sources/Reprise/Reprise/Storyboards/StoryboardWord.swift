/// A word or a quoted text of a storyboard, with its position.
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

/// A line of a storyboard that is neither empty nor a comment.
nonisolated struct StoryboardLine: Sendable {
  /// Whether the line belongs to the scene above.
  var isIndented: Bool

  /// The first word.
  var keyword: StoryboardWord

  /// The other words.
  var values: [StoryboardWord]
}
