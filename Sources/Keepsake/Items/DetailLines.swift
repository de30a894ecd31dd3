import Foundation
import Inventory
import Reprise

/// What the screen of an item says, as lines of a label and a text: every field that an export
/// writes.
struct DetailLines: Equatable {
  struct Line: Equatable {
    var label = ""
    var text = ""
    var isHeading = false
  }

  private(set) var entries: [Line] = []

  init(item: Item, relations: ItemRelations, currency: Currency) {
    let money = { (minor: Int64?) in Figures.money(minor, currency: currency) }
    add("Name", item.name)
    add("Asset no.", item.assetNumber.map(AssetNumber.text) ?? "")
    add("Category", relations.category ?? "")
    add("Place", relations.placePath ?? "no place yet")
    add("Part of", relations.parent?.name ?? "")
    add("Quantity", Quantity.text(item.quantity) + (item.unit.isEmpty ? "" : " \(item.unit)"))
    add("Tags", item.tags.joined(separator: ", "))
    add("Description", item.description)
    add("Archived", item.archivedAt == nil ? "" : "yes")
    heading("Proof")
    add("Maker", item.manufacturer)
    add("Model", item.modelNumber)
    add("Serial no.", item.serialNumber)
    add("Condition", item.condition)
    heading("Bought")
    add("Price", money(item.purchasePrice))
    add("Date", item.purchaseDate?.text ?? "")
    add("From", item.purchaseFrom)
    add("Order no.", item.orderReference)
    add("Link", item.link)
    heading("Cover")
    add("Replacement", money(item.replacementValue))
    add("Valued on", item.replacementDate?.text ?? "")
    add("Insured", item.isInsured ? "yes" : "no")
    add("Warranty", Self.warranty(of: item))
    heading("Sold")
    add("Date", item.soldDate?.text ?? "")
    add("To", item.soldTo)
    // Homebox writes a price of 0 for what was never sold.
    let isSold = item.soldDate != nil || !item.soldTo.isEmpty || item.soldPrice ?? 0 != 0
    if isSold { add("Price", money(item.soldPrice)) }
    add("Notes", item.soldNotes)
    heading("More")
    for field in item.fields { add(field.name, field.value) }
    add("Notes", item.notes)
    add("Import ref.", item.importReference ?? "")
    removeEmptyHeadings()
  }

  private static func warranty(of item: Item) -> String {
    let parts = [
      item.hasLifetimeWarranty ? "∞" : "", item.warrantyUntil.map { "until \($0.text)" } ?? "",
      item.warrantyDetails,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private mutating func add(_ label: String, _ text: String) {
    if !text.isEmpty { entries.append(Line(label: label, text: Self.bounded(text))) }
  }

  /// A text as long as one can be; the rest of a longer one, which only a damaged file holds, is told.
  private static func bounded(_ text: String) -> String {
    let size = text.utf8.count
    guard size > Item.maximumTextBytes else { return text }
    let shown = String(decoding: text.utf8.prefix(10_000), as: UTF8.self)
    return shown + "…\n(\(Figures.bytes(size)) in all: `keepsake list --json` prints it)"
  }

  private mutating func heading(_ title: String) {
    entries.append(Line(text: title, isHeading: true))
  }

  private mutating func removeEmptyHeadings() {
    var kept: [Line] = []
    for entry in entries {
      if entry.isHeading, kept.last?.isHeading == true { kept.removeLast() }
      kept.append(entry)
    }
    if kept.last?.isHeading == true { kept.removeLast() }
    entries = kept
  }

  /// The entries broken into rows for a width; a long text goes on in the rows below.
  func rows(forWidth width: Int) -> [Line] {
    entries.flatMap { entry -> [Line] in
      if entry.isHeading { return [Line(), entry] }
      let texts = CellText.wrapped(entry.text, toWidth: max(10, width - Self.labelWidth - 2))
      return texts.enumerated().map { index, text in
        Line(label: index == 0 ? entry.label : "", text: text)
      }
    }
  }

  /// Columns kept for the labels.
  static let labelWidth = 15
}
