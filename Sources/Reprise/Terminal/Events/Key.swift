/// A key, as far as a terminal can report it.
public enum Key: Hashable, Sendable {
  /// A typed character; never a control character.
  case character(Character)
  /// Return or Enter.
  case enter
  /// The tab key.
  case tab
  /// The key that deletes to the left of the caret.
  case backspace
  /// The escape key.
  case escape
  /// Cursor up.
  case up
  /// Cursor down.
  case down
  /// Cursor left.
  case left
  /// Cursor right.
  case right
  /// The home key.
  case home
  /// The end key.
  case end
  /// A screen up.
  case pageUp
  /// A screen down.
  case pageDown
  /// The insert key.
  case insert
  /// The key that deletes to the right of the caret.
  case delete
  /// A function key, from 1.
  case function(Int)
}
