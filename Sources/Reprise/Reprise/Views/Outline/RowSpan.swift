import Foundation

/// Rows that an item of an outline shows or hides.
struct RowSpan: RowPaths {
  let kind: RowChanges.Kind
  let movesTop = true

  /// The row of the item.
  let item: Int
  let count: Int

  init(_ kind: RowChanges.Kind, in item: Int, count: Int) {
    (self.kind, self.item, self.count) = (kind, item, count)
  }

  func place(of path: IndexPath) -> IndexPath? {
    guard path.row > item else { return path }
    switch kind {
    case .insertion: return IndexPath(row: path.row + count, section: path.section)
    case .deletion:
      let isHidden = path.row <= item + count
      return isHidden ? nil : IndexPath(row: path.row - count, section: path.section)
    }
  }

  /// Instead of a hidden row, the item is selected.
  func gap(at path: IndexPath) -> IndexPath { IndexPath(row: item, section: path.section) }
}
