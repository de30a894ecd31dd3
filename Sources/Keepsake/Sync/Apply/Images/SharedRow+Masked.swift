import Inventory

/// What of the merged row of a private item is shown.
///
/// Another home may have changed the item before it learned that it is private. What it wrote cannot be sealed there, and
/// must not stand beside what is sealed: whoever can open the item decides what becomes of it.
extension SharedRow {
  /// Whether the row is that of an item whose values are sealed.
  private func isMasked(_ kind: SyncedTable) -> Bool {
    kind == .item && value(Item.fieldPrefix + Item.sealedField) != .null
  }

  /// The values that the tables should have and do not.
  func changes(of kind: SyncedTable) -> RowImage {
    var changes = changes(where: kind.knows)
    guard isMasked(kind) else { return changes }
    for column in Set(changes.keys).union(shown.keys) {
      guard let mask = Item.mask(column) else { continue }
      changes[column] = shown[column, default: .null] == mask ? nil : mask
    }
    return changes
  }

  /// The columns in which values of others stand beside the one that is shown.
  func undecided(of kind: SyncedTable) -> [String: [MergedRow.Head]] {
    isMasked(kind) ? undecided(showing: Item.mask) : undecided()
  }
}

extension SharedRow {
  /// The files of an attachment that were sealed at the same time as the one that is shown.
  var hiddenContents: Set<String> {
    let sealed = sealedTitles
    let shown = value("sha256")
    let digests = merged.cells["sha256", default: []].filter { head in
      head.value != shown && sealed.contains { $0.operationID.device == head.operationID.device }
    }
    return Set(digests.compactMap(\.value.text))
  }

  /// Whether the row is that of a file of a private item.
  var isSealedFile: Bool { !sealedTitles.isEmpty }

  private var sealedTitles: [MergedRow.Head] {
    merged.cells["title", default: []].filter(\.value.isSealed)
  }
}

extension Item {
  private static let openColumns: Set = [
    MergedRow.life, createdColumn, "asset_no", "order_key", "archived_at",
    fieldPrefix + sealedField,
  ]

  /// What every private item has in a column; `nil` for one that is there for everybody.
  fileprivate static func mask(_ column: String) -> SharedValue? {
    if openColumns.contains(column) { return nil }
    return column == "name" ? .text(privateName) : .null
  }
}
