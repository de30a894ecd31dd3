/// How something looks: what part it plays, and attributes.
///
/// Screens name a role and leave it to the ``Theme`` what that looks like, so that it can be read on
/// every terminal. The ``Canvas`` makes a look of it when it draws; a cell never has a role.
///
/// ```swift
/// canvas.draw(name, at: .zero, style: .title)
/// canvas.draw(place, at: Point(x: 20, y: 0), style: .secondary.adding(.underline))
/// ```
public struct Style: Hashable, Sendable {
  /// Attributes that do not need color.
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

  /// The meaning of a piece of text or decoration on the screen: a theme has a look for each.
  ///
  /// Ten are for text, which is readable on each level; three are the levels; the others are for frames and for
  /// everything behind a sheet.
  public enum Role: UInt8, CaseIterable, Sendable {
    /// Text like any other.
    case plain
    /// The name of a screen or of a thing.
    case title
    /// Supplementary text next to it.
    case secondary
    /// The target of the next key press.
    case selected
    /// An element to follow or fill in, such as a label or the back button.
    case accent
    /// Something that needs attention.
    case warning
    /// An error or a destructive action.
    case destructive
    /// An element that is unavailable at the moment.
    case disabled
    /// Something that is done or in order.
    case success
    /// The heading of a group of rows.
    case heading
    /// Everything behind a sheet: still legible, but nothing in it competes with the sheet.
    case quiet
    /// A frame without the focus, or a line between two parts.
    case border
    /// The frame that has the focus.
    case borderFocused
    /// The background of the screen.
    case base
    /// The background of sheets and popups.
    case raised
    /// The background of the row of tabs and of the bottom row.
    case bar
  }

  /// A level of the screen: which background views are drawn on.
  ///
  /// With 256 colors each is a shade; with fewer, all are the terminal's own background.
  public enum Level: UInt8, CaseIterable, Sendable {
    /// The screen itself.
    case base
    /// Sheets and popups.
    case raised
    /// The row of tabs and the bottom row.
    case bar

    /// The role whose look is the background.
    public var role: Role {
      switch self {
      case .base: .base
      case .raised: .raised
      case .bar: .bar
      }
    }
  }

  /// The attributes, in addition to those of the role.
  public var attributes: Attributes

  /// The part that it plays; plain in every cell.
  public var role: Role

  /// The color of the letters.
  public var foreground: Color

  /// The background color.
  public var background: Color

  /// The terminal's own colors, no attribute.
  public static let plain = Style()

  /// A name or heading.
  public static let title = Style(role: .title)

  /// Supplementary text.
  public static let secondary = Style(role: .secondary)

  /// The target of the next key press.
  public static let selected = Style(role: .selected)

  /// An element to follow or fill in.
  public static let accent = Style(role: .accent)

  /// Something that needs attention.
  public static let warning = Style(role: .warning)

  /// An error or a destructive action.
  public static let destructive = Style(role: .destructive)

  /// An element that is unavailable at the moment.
  public static let disabled = Style(role: .disabled)

  /// Something that is done or in order.
  public static let success = Style(role: .success)

  /// The heading of a group of rows.
  public static let heading = Style(role: .heading)

  /// A frame without the focus, or a line between two parts.
  public static let border = Style(role: .border)

  /// The frame that has the focus.
  public static let borderFocused = Style(role: .borderFocused)

  /// Makes a style; omitted parts are the terminal's default.
  public init(
    _ attributes: Attributes = [], role: Role = .plain, foreground: Color = .default,
    background: Color = .default
  ) {
    self.attributes = attributes
    self.role = role
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

extension Style {
  /// The closest style that a terminal with fewer colors can show.
  ///
  /// With 8 colors a bright one becomes bold; without color only the attributes stay.
  func reduced(toColors count: Int) -> Style {
    guard count < 256, foreground != .default || background != .default else { return self }
    guard count > 0 else { return Style(attributes) }
    var style = self
    style.foreground = foreground.reducedTo16()
    style.background = background.reducedTo16()
    if count < 16 {
      if style.foreground.index >= 8 { style.attributes.insert(.bold) }
      style.foreground = style.foreground.withoutBrightness
      style.background = style.background.withoutBrightness
    }
    return style
  }
}

extension Color {
  /// The ANSI color closest to a color of the large palette.
  fileprivate func reducedTo16() -> Color {
    switch index {
    case ..<16:
      return self
    case 232...:
      let grey = (index - 232) / 6
      return [.black, .brightBlack, .white, .palette(15)][Int(min(grey, 3))]
    default:
      let steps = [(Int(index) - 16) / 36, (Int(index) - 16) / 6 % 6, (Int(index) - 16) % 6]
      let strongest = steps.max() ?? 0
      guard strongest > 0 else { return .black }
      var ansi = strongest > 3 ? 8 : 0
      for (bit, step) in steps.enumerated() where step * 2 > strongest { ansi |= 1 << bit }
      return .palette(UInt8(ansi))
    }
  }

  fileprivate var withoutBrightness: Color {
    index >= 8 ? .palette(UInt8(index - 8)) : self
  }
}
