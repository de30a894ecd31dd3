/// Whether a window has room to spare in one direction.
public nonisolated enum SizeClass: Hashable, Sendable {
  /// Little room: one thing below the other, captions above their fields.
  case compact
  /// The room of an ordinary terminal.
  case regular

  /// Columns from which on a window is wide.
  public static let regularColumns = 60

  /// Rows from which on a window is high.
  public static let regularRows = 20

  /// The class of a number of columns.
  static func horizontal(_ columns: Int) -> SizeClass {
    columns < regularColumns ? .compact : .regular
  }

  /// The class of a number of rows.
  static func vertical(_ rows: Int) -> SizeClass { rows < regularRows ? .compact : .regular }
}
