/// A text that a person may edit in their own editor, as the app knows it.
protocol ExternallyEdited: View {
  /// The text.
  var text: String { get }

  /// The most graphemes that the text may have.
  var maximumLength: Int { get }

  /// The extension of the file's name, which tells the editor what kind of text it is.
  var externalFileExtension: String { get }

  /// The name of the file while an editor has the text; saved with the state.
  var externalEdit: String? { get set }

  /// Another program's text in the form that this view holds.
  func usableText(_ text: String) -> String

  /// Replaces the text as if the person had typed it: with undo, and reported to the app.
  func replaceText(with text: String)
}

extension TextBuffer {
  /// Selects the part that differs from another text, to be replaced by the returned part of that text.
  mutating func selectDifference(from text: String) -> String {
    let other = Array(text)
    let most = min(characters.count, other.count)
    var start = 0
    while start < most, characters[start] == other[start] { start += 1 }
    var end = 0
    while end < most - start,
      characters[characters.count - 1 - end] == other[other.count - 1 - end]
    { end += 1 }
    restore(caret: characters.count - end, anchor: start)
    return String(other[start..<(other.count - end)])
  }
}
