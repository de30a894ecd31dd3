/// The size of a terminal.
struct ScreenSize: CustomStringConvertible {
  let columns: Int32
  let rows: Int32

  /// Keepsake shows the item next to the list.
  static let wide = ScreenSize(columns: 120, rows: 40)

  /// Keepsake shows the list alone, as the other programs do at any size.
  static let narrow = ScreenSize(columns: 80, rows: 24)

  var description: String { "\(columns)×\(rows)" }
}
