/// What a terminal can show.
public struct TerminalCapabilities: Hashable, Sendable {
  /// The number of colours: 0 without colour, else 8, 16 or 256.
  public var colors: Int

  /// The name of the terminal type, as in `TERM`.
  public var name: String

  /// Whether the machine has no description of the type, so that the built-in one of xterm-256color is used.
  public var isDescriptionBuiltIn = false

  /// The name that the terminal gave itself when somebody last came back to it; `nil` until then, and where it does not say.
  public var reportedName: String?

  /// What roles look like on it.
  public var theme: Theme

  /// Whether the theme is the one that the person named in the environment.
  public var isThemeChosen = false

  /// The pixels of a cell, where graphics are wanted and shown; `nil` elsewhere.
  public var cellPixels: Size?

  /// The form in which pixels are shown then.
  public var graphicForm = GraphicForm.pixels

  /// Makes capabilities.
  public init(colors: Int, name: String, theme: Theme? = nil) {
    self.colors = colors
    self.name = name
    self.theme = theme ?? Theme(.dark, colors: colors)
  }
}
