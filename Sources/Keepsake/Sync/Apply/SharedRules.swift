import Inventory

/// The rules that an inventory has for the values of shared rows.
///
/// A rule considers only the value itself, so all homes reject the same values. Columns that this version
/// doesn't know are kept.
enum SharedRules {
  /// The values of a write that an inventory can store.
  static func storable(_ write: RowWrite) -> [String: SharedValue] {
    guard let kind = SyncedTable(rawValue: write.row.kind) else { return write.cells }
    guard kind == .item else {
      return write.cells.filter { column, value in
        !kind.knows(column) || isStorable(value, in: column, of: kind)
      }
    }
    // Two cells with the same tag or field name are valid alone, but no item can have both.
    let cells = write.cells.filter { !kind.knows($0.key) || isUnderItsKey($0.value, $0.key) }
    if isStorable(item: cells) { return cells }
    return cells.filter { column, value in
      !kind.knows(column) || isStorable(item: [column: value])
    }
  }

  /// Whether a tag or field is in the column of its own name; true for every other column.
  private static func isUnderItsKey(_ value: SharedValue, _ column: String) -> Bool {
    let prefix: String
    let name: Substring?
    if column.hasPrefix(Item.tagPrefix) {
      prefix = Item.tagPrefix
      name = value.text?[...]
    } else if column.hasPrefix(Item.fieldPrefix) {
      prefix = Item.fieldPrefix
      name = value.text.flatMap { text in text.firstIndex(of: "\0").map { text[..<$0] } }
    } else {
      return true
    }
    guard let name else { return value == .null }
    return prefix + Item.asciiLowercased(String(name).trimmedOfBlanks) == column
  }

  private static func isStorable(item cells: RowImage) -> Bool {
    var item = Item(uuid: Item.blank.uuid, name: "-")
    item.apply(cells.filter { SyncedTable.item.knows($0.key) })
    return (try? item.normalized()) != nil
  }

  private static func isStorable(
    _ value: SharedValue, in column: String, of kind: SyncedTable
  ) -> Bool {
    switch kind {
    case .setting: return isText(value, atMost: Bounds.settingBytes)
    case .category:
      return column == "name" ? isText(value, atMost: Bounds.nameBytes) : true
    case .view:
      switch column {
      case "name": return isText(value, atMost: Bounds.nameBytes)
      case "filter": return isText(value, atMost: Bounds.settingBytes)
      default: return isText(value, atMost: Bounds.nameBytes)
      }
    case .item: return true
    case .place:
      switch column {
      case "name": return value.text.map { (try? Place.checkedName($0)) != nil } ?? false
      case "notes": return value.text.map { (try? Place.check(notes: $0)) != nil } ?? true
      case "photo":
        return value == .null || value.text.map { PlacePhoto(text: $0) != nil } ?? false
      default: return true
      }
    case .attachment:
      // Making an item private empties the rows of its trashed files.
      if value == .null { return true }
      switch column {
      case "sha256": return value.text.map(SHA256Text.isOne) ?? false
      case "bytes": return value.integer.map { $0 >= 0 } ?? false
      case "file_name":
        guard let name = value.text, !name.isEmpty, !name.contains("/") else { return false }
        return isText(value, atMost: Bounds.nameBytes)
      case "title": return isText(value, atMost: Item.maximumSealedCharacters)
      default: return isText(value, atMost: Bounds.nameBytes)
      }
    }
  }

  /// Whether a text is short enough and contains no NUL; `true` for values that aren't texts.
  private static func isText(_ value: SharedValue, atMost bytes: Int) -> Bool {
    guard let text = value.text else { return true }
    return text.utf8.count <= bytes && !text.utf8.contains(0)
  }
}

/// Masks the merged row of a private item.
///
/// Another home may have changed the item before it learned that it is private. It can't seal these values, and they must
/// not appear next to sealed ones: a user who can open the item resolves the conflict.
extension SharedRow {
  /// Whether the row is of an item with sealed values.
  private func isMasked(_ kind: SyncedTable) -> Bool {
    kind == .item && value(Item.fieldPrefix + Item.sealedField) != .null
  }

  /// The values that the tables should have and do not.
  func changes(of kind: SyncedTable) -> RowImage {
    if isGone(kind) {
      // The tables have no other column of it.
      let isShown = applied.isEmpty || applied[MergedRow.life] == MergedRow.gone
      return isShown ? [:] : [MergedRow.life: MergedRow.gone]
    }
    var changes = changes(where: kind.knows)
    guard isMasked(kind) else { return changes }
    for column in Set(changes.keys).union(applied.keys) {
      guard let mask = Item.mask(column) else { continue }
      changes[column] = applied[column, default: .null] == mask ? nil : mask
    }
    return changes
  }

  /// Whether it is an item that was deleted for good.
  private func isGone(_ kind: SyncedTable) -> Bool {
    kind == .item && value(MergedRow.life) == MergedRow.gone
  }

  /// All values that the tables should have.
  func whole(of kind: SyncedTable) -> RowImage {
    var bare = self
    bare.applied = [:]
    var image = bare.changes(of: kind)
    for column in waiting.keys where kind.knows(column) { image[column] = applied[column] }
    return image.meaningful
  }

  /// The columns with conflicts, and their values.
  func conflicts(of kind: SyncedTable) -> [String: [MergedRow.Head]] {
    if isGone(kind) { return [:] }
    return isMasked(kind) ? conflicts(showing: Item.mask) : conflicts()
  }
}

extension SharedRow {
  /// The digests of files that aren't shown now and may be again: those of an attachment that other homes sealed at the
  /// same time, and other photos of a place.
  var hiddenContents: Set<String> { hiddenFiles.union(hiddenPhotos) }

  private var hiddenPhotos: Set<String> {
    let shown = value("photo")
    return Set(
      merged.cells["photo", default: []].filter { $0.value != shown }
        .compactMap { $0.value.text.flatMap(PlacePhoto.init(text:))?.sha256 })
  }

  private var hiddenFiles: Set<String> {
    let sealed = sealedTitles
    let shown = value("sha256")
    let digests = merged.cells["sha256", default: []].filter { head in
      head.value != shown && sealed.contains { $0.operationID.device == head.operationID.device }
    }
    return Set(digests.compactMap(\.value.text))
  }

  /// Whether the row is of a file of a private item.
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

  /// The value that masks a column of a private item; `nil` for a column that stays readable.
  fileprivate static func mask(_ column: String) -> SharedValue? {
    if openColumns.contains(column) { return nil }
    return column == "name" ? .text(privateName) : .null
  }
}
