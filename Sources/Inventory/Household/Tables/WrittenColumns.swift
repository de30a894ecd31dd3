import Household

/// What somebody wrote of an item at once, for its history.
struct WrittenColumns {
  /// The columns.
  ///
  /// Of a new item it is the time of its creation alone. Where that comes first, a home that joined brought the item, which the
  /// household had already: the others are those that it has otherwise.
  private(set) var columns: [String]
  /// The values that are known and not too long.
  private(set) var values: [String: WrittenValue] = [:]

  /// Makes one; `nil` for what is no news to anybody.
  ///
  /// - Parameter former: The item before, if there was any.
  init?(_ write: RowWrite, over former: MergedRow?) {
    // Whoever refers to a row says that it is there, and nothing else.
    let isMention = write.cells.keys.elementsEqual([MergedRow.life])
    guard !isMention || write.cells[MergedRow.life] != .null else { return nil }
    var cells = write.cells
    let isWhole = cells.removeValue(forKey: Item.createdColumn) != nil
    if isWhole {
      guard let former, former.value(Item.createdColumn) != nil else {
        columns = [Item.createdColumn]
        return
      }
      cells = cells.filter { $0.value != former.value($0.key) ?? .null }
      guard !cells.isEmpty else { return nil }
    }
    // Which fields became sealed or open, nobody need know.
    let sealed = Item.fieldPrefix + Item.sealedField
    let isSealed = cells[sealed] != nil
    columns = (isWhole ? [Item.createdColumn] : []) + (isSealed ? [sealed] : cells.keys.sorted())
    guard let former, !isSealed else { return }
    for (column, after) in cells where column != MergedRow.life {
      values[column] = WrittenValue(before: former.value(column) ?? .null, after: after)
    }
  }
}
