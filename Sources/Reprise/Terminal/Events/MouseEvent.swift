/// An action of the mouse.
public struct MouseEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// The left button went down.
    case press
    /// The left button went up.
    case release
    /// The pointer moved to another cell while the left button was down.
    case drag
    /// The wheel turned by some notches; negative is up.
    case wheel(Int)
  }

  /// What happened.
  public var kind: Kind

  /// Where, in cells of the screen.
  public var location: Point

  /// The modifiers held.
  public var modifiers: KeyPress.Modifiers

  /// Makes a mouse event.
  public init(_ kind: Kind, at location: Point, modifiers: KeyPress.Modifiers = []) {
    self.kind = kind
    self.location = location
    self.modifiers = modifiers
  }
}
