import Foundation

@testable import Inventory

/// An item of the test home as a plain scan sees it.
struct FilterThing {
  var item: Item
  /// The names of the places around it, the outermost first.
  var places: [String] = []
  var category: String?
  var attachments: Set<AttachmentKind> = []
  /// Whether it is private, and nothing of it is known.
  var isSealed = false
  var isPrivate = false

  /// The words of each text, by the operator that looks into it alone.
  private(set) var columns: [String: [String]] = [:]
  private(set) var placeWords: [[String]] = []
  private(set) var fieldWords: [(name: String, words: [String])] = []
  private(set) var loanWords: [String] = []

  init(_ item: Item) { self.item = item }

  /// Splits the texts into words, once.
  mutating func readWords() {
    columns = [
      "name": item.name, "description": item.description, "notes": item.notes,
      "maker": item.manufacturer, "model": item.modelNumber, "serial": item.serialNumber,
      "from": item.purchaseFrom, "tag": item.tags.joined(separator: " "),
      "asset": item.assetNumber.map(AssetNumber.text) ?? "",
    ].mapValues(FilterWords.words)
    placeWords = places.map(FilterWords.words)
    fieldWords = item.fields.map {
      (FilterWords.words($0.name).joined(separator: " "), FilterWords.words($0.value))
    }
    loanWords = FilterWords.words(item.lentTo)
  }

  /// All texts that a word without an operator is looked for in.
  var texts: [[String]] {
    let custom = fieldWords.map { FilterWords.words($0.name) + $0.words }
    let loan = loanWords.isEmpty ? [] : [["lent", "to"] + loanWords]
    return Array(columns.values) + placeWords + custom + loan
  }

  /// The shelf that it is on.
  var shelf: ItemShelf {
    if item.deletedAt != nil { return .trash }
    return item.archivedAt != nil ? .archive : .lists
  }

  /// The value in a list, in minor units: all quantities of the test home and prices have whole products.
  var value: Int64? {
    (item.replacementValue ?? item.purchasePrice).map {
      Int64((Double($0) * item.quantity).rounded())
    }
  }

  var isSold: Bool {
    item.soldDate != nil || !item.soldTo.isEmpty || (item.soldPrice ?? 0) > 0
  }

  /// Whether it has a part that `has:` and `no:` ask for.
  func has(_ part: String) -> Bool {
    switch part {
    case "photo": attachments.contains(.photo)
    case "receipt": attachments.contains(.receipt)
    case "manual": attachments.contains(.manual)
    case "file": !attachments.isEmpty
    case "value": item.replacementValue != nil || item.purchasePrice != nil
    case "price": item.purchasePrice != nil
    case "replacement": item.replacementValue != nil
    case "serial": !item.serialNumber.isEmpty
    case "model": !item.modelNumber.isEmpty
    case "maker": !item.manufacturer.isEmpty
    case "description": !item.description.isEmpty
    case "notes": !item.notes.isEmpty
    case "link": !item.link.isEmpty
    case "shop": !item.purchaseFrom.isEmpty
    case "date": item.purchaseDate != nil
    case "warranty": item.warrantyUntil != nil || item.hasLifetimeWarranty
    case "place": !places.isEmpty
    case "tag": !item.tags.isEmpty
    case "category": category != nil
    default: !item.fields.isEmpty
    }
  }

  /// Whether it is in a state that `is:` asks for.
  func isIn(_ state: String, today: CalendarDate) -> Bool {
    switch state {
    case "insured": item.isInsured
    case "sold": isSold
    case "lent": !item.lentTo.isEmpty
    case "overdue": !item.lentTo.isEmpty && !isSold && item.dueBack.map { $0 < today } ?? false
    case "expired": !item.hasLifetimeWarranty && item.warrantyUntil.map { $0 < today } ?? false
    case "unplaced": places.isEmpty
    case "estimated": item.replacementValue == nil && item.purchasePrice != nil
    default: isPrivate
    }
  }
}
