import Foundation

/// The two forms of a private item.
///
/// *Masked*, as the database, the log of changes, exports and backups have it, it is a name that says nothing, its
/// number and its dates in the inventory; everything else is sealed in a custom field. *Open* it is an item as any other, in
/// memory alone.
extension Item {
  /// The masked form.
  ///
  /// - Throws: What sealing throws, and `badData` for values that no item may have.
  func masked(with sealing: any ItemSealing) throws -> Item {
    let blank = Item(uuid: uuid, name: Self.privateName)
    var content = try normalized()
    content.keepRow(of: blank)
    let values = ItemValues.differences(from: blank, to: content).after
    return masked(sealed: try sealing.text(sealing: values, of: uuid))
  }

  /// The masked form around what is sealed already.
  public func masked(sealed text: String) -> Item {
    var item = Item(uuid: uuid, name: Self.privateName)
    item.keepRow(of: self)
    item.fields = [CustomField(name: Self.sealedField, value: text)]
    return item
  }

  /// The open form of a masked item; any other item as it is.
  ///
  /// - Throws: What opening throws, and `badData` where what is sealed is damaged.
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
    .badData, "what is sealed of a private item is damaged")

  /// Takes over what is never sealed: what the inventory itself says of a row.
  private mutating func keepRow(of other: Item) {
    assetNumber = other.assetNumber
    position = other.position
    archivedAt = other.archivedAt
    deletedAt = other.deletedAt
    createdAt = other.createdAt
    updatedAt = other.updatedAt
    rev = other.rev
  }

  /// Whether both say the same, wherever the inventory keeps it.
  func saysTheSame(as other: Item) -> Bool {
    ItemValues.differences(from: self, to: other).after.isEmpty
  }
}

/// What tells a private item without its keys.
extension Item {
  /// The name of the custom field with what is sealed.
  public static let sealedField = "keepsake-private"

  /// What a private item is called by everything that cannot open it.
  public static let privateName = "Private item"

  /// The most characters of what is sealed: all texts of an item as long as they may be.
  public static let maximumSealedCharacters = 16 << 20

  /// Whether it is private and masked.
  public var isMasked: Bool { sealedText != nil }

  /// Whether it is private, in either form.
  public var isKeptPrivate: Bool { isPrivate || isMasked }

  /// The custom fields that a person made.
  public var shownFields: [CustomField] { fields.filter { $0.name != Self.sealedField } }

  var sealedText: String? { fields.first { $0.name == Self.sealedField }?.value }
}

/// A private item as it is in memory, with the path of its place.
struct OpenItem: Sendable {
  let item: Item
  let placePath: String?
}
