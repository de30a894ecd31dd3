import Foundation
import Inventory

/// One item as `list --json` prints it: every field that an export writes.
///
/// The names are stable; what is unknown is left out. A new field of an item belongs here and into
/// ``DetailLines``: a test compares both with the columns of an export.
nonisolated struct JSONRecord: Encodable {
  var uuid: String
  var importReference: String?
  var parentReference: String?
  var assetNumber: String?
  var name: String
  var place: String?
  var category: String?
  var tags: [String]
  var archived: Bool
  var quantity: Double
  var unit: String?
  var description: String?
  var notes: String?
  var manufacturer: String?
  var modelNumber: String?
  var serialNumber: String?
  var condition: String?
  var currency: String
  var purchasePrice: String?
  var purchaseDate: String?
  var purchaseFrom: String?
  var orderReference: String?
  var link: String?
  var replacementValue: String?
  var replacementDate: String?
  var insured: Bool
  var lifetimeWarranty: Bool
  var warrantyUntil: String?
  var warrantyDetails: String?
  var soldDate: String?
  var soldTo: String?
  var soldPrice: String?
  var soldNotes: String?
  /// The custom fields by their names; left out when there are none.
  var fields: [String: String]?

  init(item: Item, relations: ItemRelations, currency: Currency) {
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    func money(_ minor: Int64?) -> String? {
      minor.map { Money(minor: $0, currency: currency).plainText }
    }
    uuid = item.uuid.digits
    importReference = item.importReference
    parentReference = relations.parent?.reference
    assetNumber = item.assetNumber.map(AssetNumber.text)
    name = item.name
    place = relations.placePath
    category = relations.category
    tags = item.tags
    archived = item.archivedAt != nil
    quantity = item.quantity
    unit = known(item.unit)
    description = known(item.description)
    notes = known(item.notes)
    manufacturer = known(item.manufacturer)
    modelNumber = known(item.modelNumber)
    serialNumber = known(item.serialNumber)
    condition = known(item.condition)
    self.currency = currency.code
    purchasePrice = money(item.purchasePrice)
    purchaseDate = item.purchaseDate?.text
    purchaseFrom = known(item.purchaseFrom)
    orderReference = known(item.orderReference)
    link = known(item.link)
    replacementValue = money(item.replacementValue)
    replacementDate = item.replacementDate?.text
    insured = item.isInsured
    lifetimeWarranty = item.hasLifetimeWarranty
    warrantyUntil = item.warrantyUntil?.text
    warrantyDetails = known(item.warrantyDetails)
    soldDate = item.soldDate?.text
    soldTo = known(item.soldTo)
    soldPrice = money(item.soldPrice)
    soldNotes = known(item.soldNotes)
    let named = item.fields.map { ($0.name, $0.value) }
    fields = named.isEmpty ? nil : Dictionary(named) { first, _ in first }
  }
}

nonisolated extension UUID {
  /// The same as `uuidString`, which prints each byte by a format: a list of all items waits for that.
  fileprivate var digits: String {
    let digits = Array("0123456789ABCDEF".utf8)
    return withUnsafeBytes(of: uuid) { bytes in
      String(unsafeUninitializedCapacity: 36) { text in
        var end = 0
        for (index, byte) in bytes.enumerated() {
          if index == 4 || index == 6 || index == 8 || index == 10 {
            text[end] = UInt8(ascii: "-")
            end += 1
          }
          text[end] = digits[Int(byte >> 4)]
          text[end + 1] = digits[Int(byte & 15)]
          end += 2
        }
        return end
      }
    }
  }
}
