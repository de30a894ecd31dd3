import Inventory
import Reprise

/// The row of an item.
final class ItemCell: ColumnCell {
  private var row: ItemRow?
  private weak var context: AppContext?
  private var root: String?

  /// The words of the filter, which are highlighted.
  private var matches = FilterMatches("")

  /// Category, maker, tags and date, looked up only if there is room for them.
  private var traits: ItemTraits?

  /// The meaning of the sign before the name.
  private enum Mark {
    case missingFile, conflict, due, draft, secret

    var sign: String {
      switch self {
      case .missingFile, .due: "!"
      case .conflict: "⇄"
      case .draft: "✎"
      case .secret: "⚷"
      }
    }

    var style: Style {
      switch self {
      case .missingFile, .conflict, .due: .warning
      case .draft, .secret: .secondary
      }
    }
  }
  private var mark: Mark?
  private var value = ""

  /// Whether the value is known, and not estimated from the price.
  private var isConfirmed = false

  /// Shows an item.
  ///
  /// - Parameters:
  ///   - row: The item.
  ///   - matches: The words of the list's filter.
  ///   - root: The first name of all places, which is left out.
  ///   - context: The services of the window.
  func show(
    _ row: ItemRow, matching matches: FilterMatches = FilterMatches(""), below root: String? = nil,
    in context: AppContext
  ) {
    self.row = row
    self.matches = matches
    self.root = root
    self.context = context
    traits = nil
    mark = Self.mark(of: row, in: context)
    showValue(of: row, in: context)
    reloadColumns()
  }

  private static func mark(of row: ItemRow, in context: AppContext) -> Mark? {
    if context.attachments.incompleteItems.contains(row.uuid) { return .missingFile }
    if context.conflicts.marks.items.contains(row.uuid) { return .conflict }
    if row.warning(on: context.preferences.today()) != nil { return .due }
    if context.drafts.draftedItems.contains(row.uuid) { return .draft }
    return row.isPrivate ? .secret : nil
  }

  // MARK: - Columns

  override func text(inColumn id: String) -> String {
    guard let row, context != nil else { return "" }
    switch id {
    case ItemColumns.ID.name: return row.name + quantity
    case ItemColumns.ID.place:
      return PathText.shown(row.placePath ?? "", withoutRoot: root)
    case ItemColumns.ID.value: return value
    default: return trait(id)
    }
  }

  /// `×12` after the name of several.
  private var quantity: String {
    guard let row, row.quantity != 1 else { return "" }
    return " ×" + Quantity.text(row.quantity)
  }

  /// Takes over the value, without a sign for an estimate: most values are estimates, and are drawn quietly.
  private func showValue(of row: ItemRow, in context: AppContext) {
    (value, isConfirmed) = ("sold", false)
    if row.isSold { return }
    let valuation = row.valuation(in: context.store.database.currency)
    value = valuation.text(context.preferences.customs)
    if case .known = valuation { isConfirmed = true }
    guard valuation.isEstimated, let money = valuation.money else { return }
    let isColorless = context.application?.theme.name == .monochrome
    value = (isColorless ? "~" : "") + MoneyText.text(money, context.preferences.customs)
  }

  private func trait(_ id: String) -> String {
    if traits == nil, let row, let context {
      traits = context.notices.attempt { try context.store.items.traits(of: row.uuid) } ?? nil
    }
    guard let traits else { return "" }
    switch id {
    case ItemColumns.ID.category: return traits.category
    case ItemColumns.ID.maker: return traits.manufacturer
    case ItemColumns.ID.tags: return traits.tags
    default: return traits.purchaseDate.flatMap { context?.preferences.customs.text(of: $0) } ?? ""
    }
  }

  /// A place keeps its last names, and a name its quantity.
  override func fitted(_ text: String, inColumn id: String, width: Int) -> CellText {
    switch id {
    case ItemColumns.ID.place:
      return PathText.fitting(text, width: width)
    case ItemColumns.ID.name where !quantity.isEmpty:
      let suffix = CellText(quantity)
      guard let row, suffix.width < width else { break }
      let name = CellText(row.name, width: width - suffix.width)
      return CellText(name.string + quantity)
    default: break
    }
    return super.fitted(text, inColumn: id, width: width)
  }

  // MARK: - Matches of the filter

  override func decorated(_ text: CellText, inColumn id: String, width: Int) -> AttributedText? {
    guard !matches.isEmpty else { return nil }
    var shown = AttributedText(text.string)
    if let part = Self.part(ofColumn: id) {
      shown = shown.adding([.bold, .underline], in: matches.ranges(in: text.string, of: part))
    }
    switch id {
    case ItemColumns.ID.name:
      let room = width - text.width
      hasQuoted = room >= Self.leastRoom
      if hasQuoted { shown += "  " + quotation(in: room - 2) }
    case ItemColumns.ID.place where !hasQuoted:
      let quotation = quotation(in: width)
      if !quotation.isEmpty { return quotation }
    default: break
    }
    return shown
  }

  /// A match in a text that no column shows: `Notes: …the lid is broken`, without the label if there is little room.
  private func quotation(in room: Int) -> AttributedText {
    let isNarrow = room < Self.labeledRoom
    guard let row, let context,
      let hidden = matches.hidden(
        in: context.notices.attempt { try context.store.items.fetch(row.uuid) } ?? nil,
        besides: shownTexts(of: row), lead: isNarrow ? 0 : 8)
    else { return "" }
    let excerpt = AttributedText(hidden.excerpt, style: .secondary)
      .adding([.bold, .underline], in: matches.ranges(in: hidden.excerpt, of: hidden.part))
    guard case .field(let field) = hidden.part, !isNarrow else { return excerpt }
    return AttributedText("\(field.label): ", style: .secondary) + excerpt
  }

  /// The fewest cells after a name in which a quotation says something; with fewer, it replaces the place.
  private static let leastRoom = 16

  /// The fewest cells for a quotation with the label of its field.
  private static let labeledRoom = 24

  /// Whether the column of the name had room for a quotation.
  private var hasQuoted = false

  /// The texts in the shown columns.
  private func shownTexts(of row: ItemRow) -> [FilterMatches.Part: String] {
    var texts: [FilterMatches.Part: String] = [.place: row.placePath ?? ""]
    for column in shownColumns {
      guard let part = Self.part(ofColumn: column.id), part != .place else { continue }
      texts[part] = text(inColumn: column.id)
    }
    return texts
  }

  /// The part of an item in a column; `nil` if a filter doesn't search it for words.
  private static func part(ofColumn id: String) -> FilterMatches.Part? {
    switch id {
    case ItemColumns.ID.name: .field(.name)
    case ItemColumns.ID.place: .place
    case ItemColumns.ID.maker: .field(.manufacturer)
    case ItemColumns.ID.tags: .field(.tags)
    default: nil
    }
  }

  override func style(ofColumn id: String) -> Style {
    switch id {
    case ItemColumns.ID.name: .plain
    case ItemColumns.ID.value: isConfirmed ? .plain : .secondary
    default: .secondary
    }
  }

  // MARK: - Drawing

  override func draw(_ canvas: Canvas) {
    super.draw(canvas)
    guard let mark else { return }
    canvas.draw(mark.sign, at: .zero, style: rowStyle == .plain ? mark.style : rowStyle)
  }
}
