import Foundation
import Inventory
import Sync

/// A line of the item's screen: a label, a text, and what Enter does there.
nonisolated struct DetailLine: Equatable, Identifiable {
  /// The action of Enter.
  enum Target: Equatable {
    /// Edits the field.
    case field(ItemField)
    /// Opens the place.
    case place(UUID)
    /// Shows the attachment.
    case attachment(UUID)
    /// Nothing: a custom field, which only the command line sets.
    case custom
    /// Nothing: the value came with an import.
    case fixed
    /// Asks whether to keep the shown value, which no form can edit.
    case conflict
  }

  /// Identifies the line across launches and items, whatever other lines there are.
  let id: String
  let label: String
  var text: String
  let target: Target
  /// The part of the text that warns, such as an overdue loan; empty without a warning.
  var warning = ""
}

/// Lines of the item's screen under one heading.
nonisolated struct DetailGroup: Equatable {
  /// The heading; empty for the first group.
  let heading: String
  var lines: [DetailLine]
}

/// The lines of the item's screen under their headings: name, place and value, then every field of the
/// catalogue in the order of ``FieldWords/all``.
struct DetailLines: Equatable {
  /// The identifier of the line with the item's value.
  static let valueID = "value"

  private(set) var groups: [DetailGroup] = []

  /// All lines without the headings.
  var lines: [DetailLine] { groups.flatMap(\.lines) }

  /// Makes the lines.
  ///
  /// - Parameters:
  ///   - showsName: Whether the name is a line, for output that has no title.
  ///   - proof: The attachments.
  ///   - conflicts: The values that other homes wrote at the same time.
  ///   - day: The day for which dates warn; `nil` for no warnings.
  ///   - seal: The reason why a private item does not open here.
  init(
    item: Item, relations: ItemRelations, currency: Currency, customs: LocaleFormat = .plain,
    showsName: Bool = true, proof: [DetailLine] = [], conflicts: [ItemConflict] = [],
    on day: CalendarDate? = nil,
    seal: @autoclosure () -> String = "sealed"
  ) {
    for words in FieldWords.all {
      if words.group.rawValue != groups.last?.heading {
        groups.append(DetailGroup(heading: words.group.rawValue, lines: []))
        if words.group == .proof { proof.forEach { add($0) } }
        if words.group == .more {
          if item.isKeptPrivate { add(Self.privacy(of: item, seal)) }
          item.shownFields.forEach { add(Self.line(of: $0)) }
        }
      }
      if words.field == .place, let trashed = item.deletedAt { add(Self.trash(trashed, customs)) }
      if words.field == .name, !showsName { continue }
      let text = Self.text(words, item, relations, currency, customs)
      if let warning = day.flatMap({ item.warning(of: words.field, on: $0) }) {
        add("\(text) (\(warning.words))", words, in: item, isWarning: true)
      } else if !text.isEmpty {
        add(text, words, in: item)
      }
      if words.field == .place { add(Self.value(of: item, currency, customs)) }
    }
    for value in conflicts.reversed() { insert(value, currency, customs) }
    groups.removeAll(where: \.lines.isEmpty)
  }

  /// Inserts the value of another home below the shown one.
  private mutating func insert(
    _ value: ItemConflict, _ currency: Currency, _ customs: LocaleFormat
  ) {
    let (id, heading) = Self.place(of: value.subject)
    let group = groups.firstIndex { $0.heading == heading } ?? 0
    guard groups.indices.contains(group) else { return }
    let above = groups[group].lines.firstIndex { $0.id == id }
    var target = DetailLine.Target.conflict
    var label = ""
    if case .field(let field) = value.subject {
      if field.isTypedIn { target = .field(field) }
      if above == nil { label = FieldWords.of(field)?.line.label ?? "" }
    }
    groups[group].lines.insert(
      DetailLine(
        id: "conflict \(id) \(value.device)", label: label,
        text: Self.bounded("⇄ " + AspectWords.words(value, currency, customs)), target: target),
      at: above.map { $0 + 1 }
        ?? (id == ItemField.name.rawValue ? 0 : groups[group].lines.count))
  }

  /// The line that a part of an item is in, and the heading above.
  private static func place(of aspect: ItemAspect) -> (id: String, heading: String) {
    switch aspect {
    case .field(let field):
      let words = FieldWords.of(field)
      return (words?.lineID ?? field.rawValue, words?.group.rawValue ?? "")
    case .tag:
      return place(of: .field(.tags))
    case .custom(let name): return ("own \(name)", FieldWords.Group.more.rawValue)
    case .privacy: return ("private", FieldWords.Group.more.rawValue)
    case .trash, .file, .column: return place(of: .field(.name))
    }
  }

  /// The value of the item; Enter on an unknown one edits the replacement cost.
  private static func value(
    of item: Item, _ currency: Currency, _ customs: LocaleFormat
  ) -> DetailLine {
    DetailLine(
      id: valueID, label: "Value",
      text: item.isSold ? "sold" : words(for: item.valuation(in: currency), customs),
      target: .field(.replacementValue))
  }

  private static func words(for valuation: Valuation, _ customs: LocaleFormat) -> String {
    guard valuation.isEstimated, let money = valuation.money else { return valuation.text(customs) }
    return MoneyText.text(money, customs) + " (estimate)"
  }

  private static func trash(_ moment: Timestamp, _ customs: LocaleFormat) -> DetailLine {
    let day = customs.text(of: CalendarDate(at: moment))
    return DetailLine(
      id: "trashed", label: "Trash", text: "in the trash since \(day)", target: .fixed)
  }

  private static func privacy(of item: Item, _ seal: () -> String) -> DetailLine {
    DetailLine(
      id: "private", label: "Private",
      text: item.isMasked ? seal() : "encrypted with the passphrase", target: .fixed)
  }

  private static func line(of field: CustomField) -> DetailLine {
    DetailLine(id: "own \(field.name)", label: field.name, text: field.value, target: .custom)
  }

  /// The text for a field; empty without a value.
  private static func text(
    _ words: FieldWords, _ item: Item, _ relations: ItemRelations, _ currency: Currency,
    _ customs: LocaleFormat
  ) -> String {
    let definition = words.field.definition
    let value = definition.value(of: item)
    var text: String
    switch definition.kind {
    case .money:
      let isLeftOut = isUnsold(words.field, item)
      let amount = value.integer.map { Money(minor: $0, currency: currency) }
      text = isLeftOut ? "" : amount.map { MoneyText.text($0, customs) } ?? ""
    case .moment:
      text = value.integer.map { "since " + customs.text(of: CalendarDate(at: $0)) } ?? ""
    case .flag: text = value == .null || value.integer == 0 ? "" : words.line.yes
    case .tags: text = item.tags.joined(separator: ", ")
    case .choice: text = relations.shownText(of: words.field) ?? ""
    case .position: text = ""
    case .date:
      text = value.text.flatMap(CalendarDate.init(iso:)).map(customs.text) ?? ""
    case .text, .lines, .quantity, .assetNumber, .code, .rating, .interval:
      text = definition.text(of: item, currency: currency)
    }
    if text.isEmpty { return words.line.no }
    return words.line.lead + text
  }

  /// Whether a sold price is Homebox's 0, which means that the item was never sold.
  private static func isUnsold(_ field: ItemField, _ item: Item) -> Bool {
    field == .soldPrice && item.soldDate == nil && item.soldTo.isEmpty && item.soldPrice ?? 0 == 0
  }

  /// Appends to the last line if the field shares it, otherwise adds a line.
  private mutating func add(
    _ text: String, _ words: FieldWords, in item: Item, isWarning: Bool = false
  ) {
    let id = words.lineID
    let warning = isWarning ? text : ""
    guard let last = groups.last?.lines.last, last.id == id else {
      return add(
        DetailLine(
          id: id, label: words.line.label, text: text, target: Self.target(of: words.field, item),
          warning: warning))
    }
    let group = groups.count - 1
    let place = groups[group].lines.count - 1
    if isWarning { groups[group].lines[place].warning = warning }
    groups[group].lines[place].text = Self.bounded(last.text + words.line.joint + text)
  }

  private static func target(of field: ItemField, _ item: Item) -> DetailLine.Target {
    if field == .place, let place = item.place { return .place(place) }
    return field.isTypedIn ? .field(field) : .fixed
  }

  private mutating func add(_ line: DetailLine) {
    var line = line
    line.text = Self.bounded(line.text)
    if !line.text.isEmpty { groups[groups.count - 1].lines.append(line) }
  }

  /// Truncates a text that is longer than any valid one, and adds its size.
  ///
  /// Only a damaged file contains one.
  private static func bounded(_ text: String) -> String {
    let size = text.utf8.count
    guard size > Item.maximumTextBytes else { return text }
    let shown = String(decoding: text.utf8.prefix(10_000), as: UTF8.self)
    return shown + "…\n(\(Figures.bytes(size)) in total; `keepsake list --json` prints it)"
  }
}

extension DueWarning {
  /// The warning in parentheses next to the date.
  fileprivate var words: String {
    switch self {
    case .overdue: "overdue"
    case .warrantyEnded: "ended"
    case .warrantyEnds(0): "ends today"
    case .warrantyEnds(1): "ends tomorrow"
    case .warrantyEnds(let days): "ends in \(days) days"
    }
  }
}
