import Foundation

/// One thing of the household, or several of a kind.
///
/// An empty text means "nothing known"; numbers and dates use nil for that, because a price of zero
/// (a gift) is not an unknown price.
public struct Item: Hashable, Codable, Sendable {
  /// Its identity, kept through sorting, moving, export and import.
  public var uuid: UUID
  /// The number on its label; given out by the store when nil.
  public var assetNumber: Int64?
  /// What it is called; the only thing that must be there.
  public var name: String
  /// One line about it.
  public var description = ""
  /// As many lines as wanted.
  public var notes = ""
  /// Its category.
  public var category: UUID?
  /// The place it is in; nil: unplaced.
  public var place: UUID?
  /// The item it belongs to or lies in.
  public var parent: UUID?
  /// How many, zero or more.
  public var quantity = 1.0
  /// What the quantity counts.
  public var unit = ""
  /// Who made it.
  public var manufacturer = ""
  /// The maker's model number.
  public var modelNumber = ""
  /// The serial number.
  public var serialNumber = ""
  /// The state it is in.
  public var condition = ""
  /// What was paid for one, in minor units.
  public var purchasePrice: Int64?
  /// When it was bought.
  public var purchaseDate: CalendarDate?
  /// Where it was bought.
  public var purchaseFrom = ""
  /// The order or invoice number.
  public var orderReference = ""
  /// A web address about it.
  public var link = ""
  /// What buying it anew would cost, in minor units.
  public var replacementValue: Int64?
  /// When that was looked up.
  public var replacementDate: CalendarDate?
  /// Whether a policy covers it.
  public var isInsured = false
  /// The last day of the warranty.
  public var warrantyUntil: CalendarDate?
  /// Whether the warranty never ends.
  public var hasLifetimeWarranty = false
  /// What the warranty says.
  public var warrantyDetails = ""
  /// When it was sold.
  public var soldDate: CalendarDate?
  /// Who bought it.
  public var soldTo = ""
  /// What was received for it, in minor units.
  public var soldPrice: Int64?
  /// About the sale.
  public var soldNotes = ""
  /// When it was put out of sight without being thrown away.
  public var archivedAt: Timestamp?
  /// When it went to the trash.
  public internal(set) var deletedAt: Timestamp?
  /// Its name in the file that it came from; at most 100 characters.
  public var importReference: String?
  /// When it was entered.
  public internal(set) var createdAt: Timestamp = 0
  /// When it was last changed.
  public internal(set) var updatedAt: Timestamp = 0
  /// Grows with every change; equal numbers mean equal content.
  public internal(set) var rev: Int64 = 0
  /// The names of its tags, in alphabetical order.
  public var tags: [String] = []
  /// What else is known about it.
  public var fields: [CustomField] = []

  /// Makes an item that is not stored yet.
  public init(uuid: UUID = UUID(), name: String) {
    self.uuid = uuid
    self.name = name
  }

  /// Neither archived nor in the trash.
  public var isLive: Bool { archivedAt == nil && deletedAt == nil }

  /// What one of them would cost today, as far as is known: the replacement value, else the price.
  public var unitValue: Int64? { replacementValue ?? purchasePrice }
}
