import Foundation
import GRDB
import Household

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
  static let sharedNames = Set(sharedColumns.map(\.name))

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
    for (name, value) in values {
      if name.hasPrefix(Self.tagPrefix) {
        setTag(String(name.dropFirst(Self.tagPrefix.count)), value.text)
      } else if name.hasPrefix(Self.fieldPrefix) {
        setField(String(name.dropFirst(Self.fieldPrefix.count)), value.text)
      }
    }
  }

  private mutating func setTag(_ key: String, _ spelling: String?) {
    tags.removeAll { Self.asciiLowercased($0) == key }
    if let spelling { tags.append(spelling) }
  }

  private mutating func setField(_ key: String, _ text: String?) {
    fields.removeAll { Self.asciiLowercased($0.name) == key }
    guard let text, let end = text.firstIndex(of: "\0") else { return }
    fields.append(
      CustomField(name: String(text[..<end]), value: String(text[text.index(after: end)...])))
  }
}
