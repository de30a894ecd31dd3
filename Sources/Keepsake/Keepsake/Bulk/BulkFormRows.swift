import Foundation
import Inventory
import Reprise

/// The rows of the form of several items.
final class BulkFormRows {
  /// The segments of a yes or no; the first one leaves it unchanged.
  private static let answers = ["unchanged", "yes", "no"]
  private static let answerTexts = ["", "true", "false"]

  private let context: AppContext
  private var model: BulkFormModel { context.bulkForm }
  private var rows: [ItemField: Field] = [:]
  private var values = BulkValues()

  /// Makes the rows.
  ///
  /// - Parameters:
  ///   - delegate: Hears of the texts.
  ///   - pick: Opens the picker of a field, narrowed to a text.
  init(
    _ context: AppContext, delegate: any TextFieldDelegate & TextViewDelegate,
    pick: @escaping (ItemField, String) -> Void
  ) {
    self.context = context
    for field in BulkForm.fields {
      let control = makeControl(field, delegate, pick)
      rows[field] = Field(field.label, control.named("bulk \(field.rawValue)"))
    }
  }

  private func makeControl(
    _ field: ItemField, _ delegate: any TextFieldDelegate & TextViewDelegate,
    _ pick: @escaping (ItemField, String) -> Void
  ) -> View {
    if field.isChoice {
      let choice = Choice { pick(field, "") }
      choice.didType = { pick(field, $0) }
      return choice
    }
    if field.isFlag {
      let answer = SegmentedControl(Self.answers)
      answer.addAction(for: .valueChanged) { [weak self, unowned answer] in
        self?.model[field] = Self.answerTexts[answer.selectedIndex]
        self?.show(field)
      }
      return answer
    }
    if field.hasLines {
      let text = TextView()
      text.delegate = delegate
      text.lineLimit = 1...4
      return text
    }
    let text = TextField()
    text.delegate = delegate
    return text
  }

  /// The rows from the top.
  var views: [View] { BulkForm.fields.compactMap { rows[$0] } }

  /// The control of a field.
  func control(of field: ItemField) -> View? { rows[field]?.content }

  /// The field of a control.
  func field(of control: View?) -> ItemField? {
    rows.first { $0.value.content === control }?.key
  }

  // MARK: - Showing

  /// Shows what the items have in fields without an entry.
  func show(_ values: BulkValues) {
    self.values = values
    BulkForm.fields.forEach(show)
  }

  /// Shows what was typed and chosen.
  func showAll() {
    for (field, row) in rows {
      switch row.content {
      case let text as TextField: text.text = model[field]
      case let text as TextView: text.text = model[field]
      case let answer as SegmentedControl:
        answer.selectedIndex = Self.answerTexts.firstIndex(of: model[field]) ?? 0
      default: break
      }
      show(field)
    }
  }

  /// Shows how a field was understood, what is wrong with it, or what the items have.
  func show(_ field: ItemField) {
    guard let row = rows[field] else { return }
    row.remark = model.problems[field] ?? ""
    row.hint = model.hint(on: field)
    switch row.content {
    case let text as TextField: text.placeholder = placeholder(for: field)
    case let text as TextView: text.placeholder = placeholder(for: field)
    case let choice as Choice:
      choice.text = (model.choice(of: field) ?? nil).map { context.name(ofChoice: field, $0) } ?? ""
      let common = placeholder(for: field)
      choice.placeholder =
        model.clears(field)
        ? "none, will be empty" : common.isEmpty ? "unchanged" : "(\(common))"
    case is SegmentedControl:
      if model[field].isEmpty, values.count > 0 { row.hint = "now: " + placeholder(for: field) }
    default: break
    }
  }

  /// The common value, or the number of different ones.
  private func placeholder(for field: ItemField) -> String {
    guard values.count > 0 else { return "" }
    guard let value = values.common(field) else {
      if field.isFlag { return "some yes, some no" }
      return Figures.count(values.variety(of: field), "different value", "different values")
    }
    if field.isChoice {
      let name = context.name(ofChoice: field, value.uuid)
      return name.isEmpty ? "none" : name
    }
    if field.isFlag { return value.integer == 1 ? "yes" : "no" }
    let text = field.definition.kind.text(value, currency: context.store.database.currency)
    return text.isEmpty ? field.placeholder : CellText(firstLine(of: text), width: 60).string
  }

  private func firstLine(of text: String) -> String {
    text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }
}
