/// A report about an optional feature of the terminal; the device handles it without the app.
public enum TerminalReport: Hashable, Sendable {
  /// It has Kitty's keyboard protocol, with these flags on now.
  case keyboard(flags: Int)
  /// The state of a private mode (DECRPM): 1 is set, 2 is reset.
  case mode(Int, state: Int)
  /// It has changed between light and dark.
  case colorScheme
  /// The window's size, reported in the input.
  case windowSize(Size)

  /// The modes that the device asks for.
  static let modes = [2027, 2031, 2048]

  /// The largest window that is believed, in columns or rows.
  static let longestSide = 2000

  /// The most cells of a window that are believed.
  static let mostCells = 400_000
}
