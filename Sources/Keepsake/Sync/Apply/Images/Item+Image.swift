import Foundation
import GRDB
import Inventory

/// An item as homes share it: only what differs from a new item is said.
extension Item {
  static let tagPrefix = "tag:"
  static let fieldPrefix = "field:"
  static let lifeColumn = "deleted_at"
  static let createdColumn = "created_at"

  /// What every column of an item is that nobody has written.
  static let blank = Item(uuid: UUID(), name: "")
  private static let sharedColumns = ItemColumn.all.filter { $0.name != lifeColumn }
  private static let blankValues = sharedColumns.map { $0.get(blank) }

  /// - Parameter categoryKey: The shared key of a category, which has another identity in each home.
  func image(categoryKey: (UUID) throws -> String?) rethrows -> RowImage {
    var image: RowImage = [:]
    for (column, blank) in zip(Self.sharedColumns, Self.blankValues) {
      let value = column.get(self)
      guard value != blank else { continue }
      image[column.name] = SharedValue(value)
    }
    if let category { image["category_id"] = SharedValue(try categoryKey(category)) }
    for tag in tags { image[Self.tagPrefix + Self.asciiLowercased(tag)] = .text(tag) }
    for field in fields {
      // The spelling of the name travels with the value.
      image[Self.fieldPrefix + Self.asciiLowercased(field.name)] = .text(
        field.name + "\0" + field.value)
    }
    image[MergedRow.life] = SharedValue(deletedAt)
    image[Self.createdColumn] = .integer(createdAt)
    return image.meaningful
  }

  /// Takes over shared values of columns that refer to nothing.
  mutating func apply(_ values: RowImage) {
    for column in Self.sharedColumns where column.target == nil {
      guard let value = values[column.name] else { continue }
      column.set(&self, value == .null ? column.get(Self.blank) : value.column)
    }
    if let life = values[MergedRow.life] { deletedAt = life.integer }
    if let time = values[Self.createdColumn]?.integer { createdAt = time }
    applyTags(values)
    applyFields(values)
  }

  private mutating func applyTags(_ values: RowImage) {
    let changed = Self.named(Self.tagPrefix, values)
    guard !changed.isEmpty else { return }
    tags.removeAll { changed[Self.asciiLowercased($0)] != nil }
    tags += changed.values.compactMap(\.text)
  }

  private mutating func applyFields(_ values: RowImage) {
    let changed = Self.named(Self.fieldPrefix, values)
    guard !changed.isEmpty else { return }
    fields.removeAll { changed[Self.asciiLowercased($0.name)] != nil }
    fields += changed.values.compactMap { value in
      guard let text = value.text, let end = text.firstIndex(of: "\0") else { return nil }
      return CustomField(
        name: String(text[..<end]), value: String(text[text.index(after: end)...]))
    }
  }

  /// The values of the columns with a prefix, by what follows it.
  private static func named(_ prefix: String, _ values: RowImage) -> RowImage {
    var named: RowImage = [:]
    for (column, value) in values where column.hasPrefix(prefix) {
      named[String(column.dropFirst(prefix.count))] = value
    }
    return named
  }
}
