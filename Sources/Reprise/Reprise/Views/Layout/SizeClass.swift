/// Whether a window has room to spare in a direction.
public nonisolated enum SizeClass: Hashable, Sendable {
  /// Little room: show one thing below the other, captions above their fields.
  case compact
  /// The room of an ordinary terminal.
  case regular

  /// The columns from which on a window is regular.
  public static let regularColumns = 60

  /// The rows from which on a window is regular.
  public static let regularRows = 20

  /// The class of a number of columns.
  static func horizontal(_ columns: Int) -> SizeClass {
    columns < regularColumns ? .compact : .regular
  }

  /// The class of a number of rows.
  static func vertical(_ rows: Int) -> SizeClass { rows < regularRows ? .compact : .regular }
}
