/// How a cell looks: attributes and two palette colours.
public struct Style: Hashable, Sendable {
  /// Attributes that do not need colour.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits; see the static members.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Heavier or brighter letters.
    public static let bold = Attributes(rawValue: 1 << 0)
    /// Fainter letters.
    public static let dim = Attributes(rawValue: 1 << 1)
    /// A line under the letters.
    public static let underline = Attributes(rawValue: 1 << 2)
    /// Foreground and background swapped: how the selection is shown.
    public static let reverse = Attributes(rawValue: 1 << 3)
    /// Slanted letters.
    public static let italic = Attributes(rawValue: 1 << 4)
  }

  /// The attributes.
  public var attributes: Attributes

  /// The colour of the letters.
  public var foreground: Color

  /// The colour behind the letters.
  public var background: Color

  /// The terminal's own colours, no attribute.
  public static let plain = Style()

  /// Makes a style; omitted parts are the terminal's default.
  public init(
    _ attributes: Attributes = [], foreground: Color = .default, background: Color = .default
  ) {
    self.attributes = attributes
    self.foreground = foreground
    self.background = background
  }

  /// This style with more attributes.
  public func adding(_ attributes: Attributes) -> Style {
    var style = self
    style.attributes.formUnion(attributes)
    return style
  }
}
