import Inventory
import Reprise

/// The path of a place in a column that may be too narrow for it.
enum PathText {
  /// The last names of a path that there is room for, after `…`: where a thing lies in the end tells
  /// more than that it is in the house.
  static func fitting(_ path: String, width: Int) -> CellText {
    let whole = CellText(path)
    guard whole.width > width else { return whole }
    var rest = path[...]
    while let separator = rest.firstRange(of: Place.separator) {
      rest = rest[separator.upperBound...]
      let cut = CellText("…" + Place.separator + String(rest))
      if cut.width <= width { return cut }
    }
    return CellText(rest).truncated(toWidth: width)
  }
}
