import Foundation

/// The two forms of a private item.
///
/// The *masked* form is in the database, the change log, exports and backups: a generic name, the
/// item's number and its dates in the inventory, with everything else sealed in a custom field. The
/// *open* form is an ordinary item, and exists only in memory.
extension Item {
  /// The masked form.
  ///
  /// - Throws: Any error of sealing, and `badData` for values that no item may have.
  func masked(with sealing: any ItemSealing) throws -> Item {
    let blank = Item(uuid: uuid, name: Self.privateName)
    var content = try normalized()
    content.keepRow(of: blank)
    let values = ItemValues.differences(from: blank, to: content).after
    return masked(sealed: try sealing.text(sealing: values, of: uuid))
  }

  /// The masked form with the sealed content.
  public func masked(sealed text: String) -> Item {
    var item = Item(uuid: uuid, name: Self.privateName)
    item.keepRow(of: self)
    item.fields = [CustomField(name: Self.sealedField, value: text)]
    return item
  }

  /// The open form of a masked item; other items are unchanged.
  ///
  /// - Throws: Any error of opening, and `badData` if the sealed content is damaged.
  public func opened(
    with sealing: any ItemSealing, currency: Currency
  ) throws -> Item {
    guard let text = sealedText else { return self }
    guard let sealed = Data(base64Encoded: text) else { throw Self.damaged }
    let bytes = try sealing.open(Array(sealed), of: uuid)
    guard
      let values = try? JSONDecoder().decode([String: ColumnValue].self, from: Data(bytes))
    else { throw Self.damaged }
    var item = ItemValues.applying(
      values, insteadOf: [:], to: Item(uuid: uuid, name: Self.privateName), currency: currency,
      at: createdAt)
    item.keepRow(of: self)
    item.isPrivate = true
    return item
  }

  private static let damaged = InventoryError(
    .badData, "the encrypted content of a private item is damaged")

  /// Copies the values that are never sealed: the inventory's own values of a row.
  private mutating func keepRow(of other: Item) {
    assetNumber = other.assetNumber
    position = other.position
    archivedAt = other.archivedAt
    deletedAt = other.deletedAt
    createdAt = other.createdAt
    updatedAt = other.updatedAt
    rev = other.rev
  }

  /// Whether both have the same content, wherever it is stored.
  func saysTheSame(as other: Item) -> Bool {
    ItemValues.differences(from: self, to: other).after.isEmpty
  }
}

/// The marks of a private item that are readable without its keys.
extension Item {
  /// The name of the custom field with the sealed content.
  public static let sealedField = "keepsake-private"

  /// The name of a private item for code that cannot open it.
  public static let privateName = "Private item"

  /// The maximum length of the sealed content, reached if all texts of an item have their maximum length.
  public static let maximumSealedCharacters = 16 << 20

  /// Whether it is private and masked.
  public var isMasked: Bool { sealedText != nil }

  /// Whether it is private, in either form.
  public var isKeptPrivate: Bool { isPrivate || isMasked }

  /// The user's custom fields.
  public var shownFields: [CustomField] { fields.filter { $0.name != Self.sealedField } }

  var sealedText: String? { fields.first { $0.name == Self.sealedField }?.value }
}

/// A private item in memory, with the path of its place.
struct OpenItem: Sendable {
  let item: Item
  let placePath: String?
}
