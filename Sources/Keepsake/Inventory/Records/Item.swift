import Foundation

/// A thing of the household, or several of a kind.
///
/// An empty text is unknown. Numbers and dates use `nil` for that: a price of zero (a gift) is not an
/// unknown price.
public struct Item: Hashable, Codable, Sendable {
  /// Its identity, kept through sorting, moving, export and import.
  public var uuid: UUID
  /// The number on its label; the store assigns one to an item without.
  public var assetNumber: Int64?
  /// Its name, the only required field.
  public var name: String
  /// One line about it.
  public var description = ""
  /// Several lines of notes.
  public var notes = ""
  /// Its category.
  public var category: UUID?
  /// Its place; `nil` if it is unplaced.
  public var place: UUID?
  /// The item that it belongs to or is in.
  public var parent: UUID?
  /// The quantity, zero or more.
  public var quantity = 1.0
  /// The unit of the quantity.
  public var unit = ""
  /// The maker.
  public var manufacturer = ""
  /// The maker's model number.
  public var modelNumber = ""
  /// The serial number.
  public var serialNumber = ""
  /// The rating of a medium, as a ``MediaKind`` and a level: `film:FSK 16`.
  public var rating = ""
  /// Its condition.
  public var condition = ""
  /// The price paid for one, in minor units.
  public var purchasePrice: Int64?
  /// When it was bought.
  public var purchaseDate: CalendarDate?
  /// Where it was bought.
  public var purchaseFrom = ""
  /// The order or invoice number.
  public var orderReference = ""
  /// A web address about it.
  public var link = ""
  /// The cost of buying a new one, in minor units.
  public var replacementValue: Int64?
  /// The date of the replacement value.
  public var replacementDate: CalendarDate?
  /// Whether it is insured.
  public var isInsured = false
  /// The last day of the warranty.
  public var warrantyUntil: CalendarDate?
  /// Whether it has a lifetime warranty.
  public var hasLifetimeWarranty = false
  /// The terms of the warranty.
  public var warrantyDetails = ""
  /// A task that recurs, such as `Descale`.
  public var maintenance = ""
  /// The time from one maintenance to the next, as a ``MaintenanceInterval`` writes it; empty without one.
  public var maintenanceInterval = ""
  /// The day of the next maintenance.
  public var maintenanceDue: CalendarDate?
  /// A line for each maintenance that was done, the latest first.
  public var maintenanceLog = ""
  /// The borrower.
  public var lentTo = ""
  /// Since when.
  public var lentDate: CalendarDate?
  /// The day by which it should be back.
  public var dueBack: CalendarDate?
  /// When it was sold.
  public var soldDate: CalendarDate?
  /// The buyer.
  public var soldTo = ""
  /// The price received, in minor units.
  public var soldPrice: Int64?
  /// Notes about the sale.
  public var soldNotes = ""
  /// When it was archived: hidden, but kept.
  public var archivedAt: Timestamp?
  /// When it went to the trash.
  public var deletedAt: Timestamp?
  /// Its position in the order that the user gave the items; 0 if it was never moved.
  public internal(set) var position: Int64 = 0
  /// Its identifier in the file that it was imported from; at most 100 characters.
  public var importReference: String?
  /// When it was entered.
  public var createdAt: Timestamp = 0
  /// When it was last changed.
  public internal(set) var updatedAt: Timestamp = 0
  /// Grows with every change; equal revisions have equal content.
  public internal(set) var rev: Int64 = 0
  /// The names of its tags, sorted.
  public var tags: [String] = []
  /// Its custom fields.
  public var fields: [CustomField] = []

  /// Whether it is private and open in memory; written, it is sealed.
  public var isPrivate = false

  /// Makes an item that is not stored yet.
  public init(uuid: UUID = UUID(), name: String) {
    self.uuid = uuid
    self.name = name
  }

  /// Whether it is neither archived nor in the trash.
  public var isLive: Bool { archivedAt == nil && deletedAt == nil }

  /// The cost of one today, as far as known: the replacement value, or else the price.
  public var unitValue: Int64? { replacementValue ?? purchasePrice }
}

/// A property that the user added to an item: `Colour: red`.
///
/// Names are unique within an item, ignoring case.
public struct CustomField: Hashable, Codable, Sendable {
  /// The name, not blank.
  public var name: String
  /// The value, not empty: an empty field is removed.
  public var value: String

  /// Makes a field.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// Where an item is kept; the raw value is that of the column `shelf`.
public enum ItemShelf: Int, Hashable, Sendable {
  /// In the lists.
  case lists = 0
  /// In the archive: hidden, but kept.
  case archive = 1
  /// In the trash.
  case trash = 2

  /// The condition in SQL for the items of the shelf.
  var condition: String { "item.shelf = \(rawValue)" }

  /// The operators of the filter, by the shelf that they list.
  private static let operators: [String: ItemShelf] = [
    "is:archived": .archive, "is:trash": .trash, "is:trashed": .trash,
  ]

  /// The shelf that a word of a filter selects; `nil` for any other word.
  init?(operator word: String) {
    guard let shelf = Self.operators[word.lowercased()] else { return nil }
    self = shelf
  }

  /// The operator that lists the shelf; empty for the lists.
  public var filterOperator: String {
    switch self {
    case .lists: ""
    case .archive: "is:archived"
    case .trash: "is:trash"
    }
  }
}
