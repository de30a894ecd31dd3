import Foundation

@testable import Inventory
@testable import Sync

/// The values of rows that a home shows, in the oracle's form.
///
/// They are read as screens read them, not as homes exchange them, so a column that is never sent is noticed.
struct ShownValues {
  private let store: InventoryStore
  private let settings: InventorySettings
  private let lives: [String: Int64]

  init(_ store: InventoryStore) throws {
    self.store = store
    settings = try store.settings.fetch()
    lives = try store.items.categories().reduce(into: [:]) { lives, category in
      lives[Item.asciiLowercased(category.name)] = category.usefulLifeMonths.map { Int64($0) }
    }
  }

  func of(_ setting: InventorySetting) -> RowImage {
    ["value": SharedValue(settings.stored(setting))].meaningful
  }

  func of(category key: String) -> RowImage {
    ["useful_life_months": SharedValue(lives[key])].meaningful
  }

  func of(place uuid: UUID) throws -> RowImage {
    guard let place = try store.places.fetch(uuid) else { return [:] }
    return [
      "name": .text(place.name), "notes": Self.text(place.notes),
      "photo": SharedValue(place.photo?.text),
      "parent": SharedValue(place.parent.map(SharedKey.text)),
      MergedRow.life: SharedValue(place.deletedAt),
    ].meaningful
  }

  func of(item uuid: UUID) throws -> RowImage {
    guard let item = try store.items.fetch(uuid) else { return [:] }
    let colour = item.fields.first { $0.name == "Colour" }
    return [
      "notes": Self.text(item.notes), "manufacturer": Self.text(item.manufacturer),
      "field:colour": SharedValue(colour.map { $0.name + "\0" + $0.value }),
      MergedRow.life: SharedValue(item.deletedAt),
    ].meaningful
  }

  func of(file uuid: UUID) throws -> RowImage {
    let found = try store.database.file.read {
      try StoredAttachment.fetch($0, uuid: uuid)?.attachment
    }
    guard let file = found else { return [:] }
    return [
      "title": Self.text(file.title), "kind": .text(file.kind.rawValue),
      MergedRow.life: SharedValue(file.deletedAt),
    ].meaningful
  }

  private static func text(_ text: String) -> SharedValue { text.isEmpty ? .null : .text(text) }
}
