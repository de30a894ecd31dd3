import Inventory
import Reprise

/// Fits the path of a place into a column.
enum PathText {
  /// As many of the last names as fit, after `…`: the innermost place tells more than the house.
  static func fitting(_ path: String, width: Int) -> CellText {
    // Longer than any valid path: only its end can fit.
    let path = path.utf8.count <= 65_536 ? path : "…" + String(path.suffix(max(0, width)))
    let whole = CellText(path)
    guard whole.width > width else { return whole }
    var rest = path[...]
    while let next = afterSeparator(rest) {
      rest = rest[next...]
      let cut = CellText("…" + Place.separator + String(rest))
      if cut.width <= width { return cut }
    }
    return CellText(rest).truncated(toWidth: width)
  }

  private static let separator = Array(Place.separator.utf8)

  /// Where the second name of a path begins; nil: there is one name.
  ///
  /// By bytes: a search by characters takes most of the time of a row.
  private static func afterSeparator(_ path: Substring) -> Substring.Index? {
    var bytes = path.utf8
    while let first = bytes.first {
      if first == separator[0], bytes.starts(with: separator) {
        return bytes.index(bytes.startIndex, offsetBy: separator.count)
      }
      bytes = bytes.dropFirst()
    }
    return nil
  }
}
