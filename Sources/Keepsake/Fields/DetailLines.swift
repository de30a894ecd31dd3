import Foundation
import Inventory
import Reprise

/// What the screen of an item says, as lines of a label and a text: every field of the catalogue, in
/// the order of ``FieldWords/all``.
struct DetailLines: Equatable {
  struct Line: Equatable {
    var label = ""
    var text = ""
    var isHeading = false
    /// Whether a person gave it its label.
    var isCustom = false
  }

  private(set) var entries: [Line] = []

  /// Makes the lines.
  ///
  /// - Parameter proof: What is attached.
  init(
    item: Item, relations: ItemRelations, currency: Currency, customs: Customs = .plain,
    proof: [Line] = []
  ) {
    var group = FieldWords.Group.head
    for words in FieldWords.all {
      if words.group != group {
        group = words.group
        heading(group.rawValue)
        if group == .proof {
          for line in proof { add(line.label, line.text, isCustom: true) }
        }
        if group == .more {
          for field in item.fields { add(field.name, field.value, isCustom: true) }
        }
      }
      let text = Self.text(words, item, relations, currency, customs)
      if !text.isEmpty { add(text, to: words.line) }
    }
    removeEmptyHeadings()
  }

  /// What a line says of a field; empty: nothing.
  private static func text(
    _ words: FieldWords, _ item: Item, _ relations: ItemRelations, _ currency: Currency,
    _ customs: Customs
  ) -> String {
    let definition = words.field.definition
    let value = definition.value(of: item)
    var text: String
    switch definition.kind {
    case .money:
      let isLeftOut = isUnsold(words.field, item)
      let amount = value.integer.map { Money(minor: $0, currency: currency) }
      text = isLeftOut ? "" : amount.map { MoneyText.text($0, customs) } ?? ""
    case .flag, .moment: text = value == .null || value.integer == 0 ? "" : words.line.yes
    case .tags: text = item.tags.joined(separator: ", ")
    case .choice: text = relations.shownText(of: words.field) ?? ""
    case .text, .lines, .date, .quantity, .assetNumber, .code:
      text = definition.text(of: item, currency: currency)
    }
    if text.isEmpty { return words.line.no }
    return words.line.lead + text
  }

  /// Homebox writes a price of 0 for what was never sold.
  private static func isUnsold(_ field: ItemField, _ item: Item) -> Bool {
    field == .soldPrice && item.soldDate == nil && item.soldTo.isEmpty && item.soldPrice ?? 0 == 0
  }

  /// Adds a part to the line above when that is the same line, else a line.
  private mutating func add(_ text: String, to line: FieldWords.Line) {
    if let last = entries.last, last.label == line.label, !last.isHeading, !last.isCustom {
      entries[entries.count - 1].text = Self.bounded(last.text + line.joint + text)
    } else {
      add(line.label, text)
    }
  }

  private mutating func add(_ label: String, _ text: String, isCustom: Bool = false) {
    if text.isEmpty { return }
    entries.append(Line(label: label, text: Self.bounded(text), isCustom: isCustom))
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
