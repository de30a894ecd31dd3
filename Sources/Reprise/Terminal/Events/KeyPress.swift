/// A key together with the modifiers held down.
public struct KeyPress: Hashable, Sendable {
  /// Modifier keys that terminals report.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits; see the static members.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Shift; not reported for characters, which arrive shifted.
    public static let shift = Modifiers(rawValue: 1 << 0)
    /// Alt, Option or Meta.
    public static let alt = Modifiers(rawValue: 1 << 1)
    /// Control; with a letter it is reported with the lowercase letter.
    public static let control = Modifiers(rawValue: 1 << 2)
  }

  /// The key.
  public var key: Key

  /// The modifiers held with it.
  public var modifiers: Modifiers

  /// Whether the terminal sent the key in a form that only this key has (`CSI 27 u`); an ESC alone may be
  /// a piece of another key.
  ///
  /// It makes no difference to what was pressed, so equal keys may differ in it.
  package var isUnambiguous = false

  /// Makes a key press.
  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Compares the key and its modifiers.
  public static func == (one: KeyPress, other: KeyPress) -> Bool {
    one.key == other.key && one.modifiers == other.modifiers
  }

  /// Hashes the key and its modifiers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(modifiers)
  }

  /// A character typed without modifiers.
  public static func character(_ character: Character) -> KeyPress {
    KeyPress(.character(character))
  }

  /// A control character by its lowercase letter, as in `control("s")` for `^S`.
  public static func control(_ character: Character) -> KeyPress {
    KeyPress(.character(character), .control)
  }

  /// A key with Alt held.
  public static func alt(_ character: Character) -> KeyPress {
    KeyPress(.character(character), .alt)
  }
}

extension KeyPress {
  /// The key that a terminal without Kitty's keyboard protocol reports, so that keys mean the same everywhere.
  ///
  /// There Control makes a control character of a letter, of which some are other keys, and Enter, Tab and Esc
  /// know fewer modifiers.
  var asOnOtherTerminals: KeyPress {
    var press = self
    switch key {
    case .enter, .escape: press.modifiers.formIntersection(.alt)
    case .tab: press.modifiers.remove(.control)
    case .character(let character) where modifiers.contains(.control):
      press.modifiers.remove(.shift)
      let same: [Character: Key] = [
        "[": .escape, "h": .backspace, "i": .tab, "m": .enter, "/": .character("_"),
      ]
      guard let other = same[character] else { return press }
      press.key = other
      if case .character = other { return press }
      press.modifiers.remove(.control)
    default: break
    }
    return press
  }
}

/// A key that a terminal can report.
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
