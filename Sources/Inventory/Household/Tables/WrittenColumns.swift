import Household

/// What somebody wrote of a row at once, for history.
struct WrittenColumns {
  /// The columns.
  ///
  /// Of a new row it is the time of its creation alone. Where that comes first, a home that joined brought the row, which the
  /// household had already: the others are those that it has otherwise.
  private(set) var columns: [String]
  /// The values that are known and not too long.
  private(set) var values: [String: WrittenValue] = [:]

  /// The columns of files that a screen shows.
  private static let fileColumns: Set = ["title", "kind", MergedRow.life]

  /// Makes one; `nil` for what is no news to anybody.
  ///
  /// - Parameter former: The row before, if there was any.
  init?(_ write: RowWrite, over former: MergedRow?) {
    // Whoever refers to a row says that it is there, and nothing else.
    let isMention = write.cells.keys.elementsEqual([MergedRow.life])
    let wasThere = former?.value(MergedRow.life) ?? .null
    guard !isMention || write.cells[MergedRow.life] != wasThere else { return nil }
    guard let kind = SharedKind(rawValue: write.row.kind) else { return nil }
    var cells = write.cells
    // What every row of a kind has once it is there.
    let mark = Self.mark(of: kind)
    let isWhole = mark.map { cells[$0] != nil } ?? false
    if isWhole, let mark {
      guard let former, former.value(mark) != nil else {
        columns = [Item.createdColumn]
        noteName(of: kind, cells)
        return
      }
    }
    let isBrought = cells.removeValue(forKey: Item.createdColumn) != nil
    if isBrought || kind != .item {
      cells = cells.filter { $0.value != former?.value($0.key) ?? .null }
    }
    if kind == .attachment { cells = cells.filter { Self.fileColumns.contains($0.key) } }
    guard !cells.isEmpty else { return nil }
    let names = Self.open(cells, kind, former)
    columns = (isBrought ? [Item.createdColumn] : []) + names
    guard former != nil || kind == .setting else { return }
    // With a seal nothing is told but that it was put there or taken away.
    guard kind != .item || names != [Self.sealed] else { return }
    for column in names where column != Self.sealed {
      values[column] = WrittenValue(
        before: former?.value(column) ?? .null, after: cells[column, default: .null])
    }
  }

  private static let sealed = Item.fieldPrefix + Item.sealedField

  /// The columns without those that are sealed, or were: that they became so stands in their place.
  private static func open(
    _ cells: [String: SharedValue], _ kind: SharedKind, _ former: MergedRow?
  ) -> [String] {
    switch kind {
    // Which fields became sealed or open, nobody need know.
    case .item: return cells[sealed] == nil ? cells.keys.sorted() : [sealed]
    case .attachment, .place:
      guard isSealed(kind, cells, former) else { return cells.keys.sorted() }
      let open = cells.keys.filter { !["name", "notes", "title"].contains($0) }
      return open.sorted() + (open.count < cells.count ? [sealed] : [])
    case .category, .setting: return cells.keys.sorted()
    }
  }

  /// The column whose first value says that a row is new; `nil` for settings, which are always there.
  private static func mark(of kind: SharedKind) -> String? {
    switch kind {
    case .item, .attachment: Item.createdColumn
    case .place, .category: "name"
    case .setting: nil
    }
  }

  /// Keeps what a new file was called: it may be gone when somebody reads of it.
  private mutating func noteName(of kind: SharedKind, _ cells: [String: SharedValue]) {
    guard kind == .attachment, !Self.isSealed(kind, cells, nil), let name = cells["file_name"]
    else { return }
    values["title"] = WrittenValue(before: .null, after: name)
  }

  /// Whether a place or a file is sealed, or was.
  private static func isSealed(
    _ kind: SharedKind, _ cells: [String: SharedValue], _ former: MergedRow?
  ) -> Bool {
    let (column, prefix) =
      kind == .place ? ("notes", Place.sealedPrefix) : ("title", Attachment.sealedPrefix)
    return [cells[column], former?.value(column)].contains {
      $0?.text?.hasPrefix(prefix) == true
    }
  }
}
