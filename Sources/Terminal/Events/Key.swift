/// A key on the keyboard, as far as a terminal can tell.
public enum Key: Hashable, Sendable {
  /// A character that was typed; never a control character.
  case character(Character)
  /// Return or Enter.
  case enter
  /// The tabulator.
  case tab
  /// The key that deletes to the left.
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
  /// The key that deletes to the right.
  case delete
  /// A function key, from 1.
  case function(Int)
}
