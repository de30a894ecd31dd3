import Inventory
import Reprise

/// The rows of the form: the main fields first, the others in groups that fold, in two columns where there is room.
final class ItemFormRows {
  /// The fields in order.
  ///
  /// Archiving is missing because it is an action.
  static let fields = ItemField.inForm.filter(\.isTypedIn)

  private let model: ItemFormModel
  private var rows: [ItemField: Field] = [:]
  private var groups: [FieldGroup: DisclosureGroup] = [:]

  /// Makes the rows.
  ///
  /// - Parameters:
  ///   - makeControl: Makes the control of a field.
  init(_ model: ItemFormModel, makeControl: (ItemField) -> View) {
    self.model = model
    for field in Self.fields {
      rows[field] = Field(field.label, makeControl(field).named(field.rawValue))
    }
    for group in FieldGroup.allCases { groups[group] = makeGroup(group) }
  }

  private func makeGroup(_ group: FieldGroup) -> DisclosureGroup {
    let folding = model.context.folding
    let isExpanded = Binding(get: { folding[group] }, set: { folding[group] = $0 })
    return DisclosureGroup(group.label, isExpanded: isExpanded) {
      group.fields.compactMap { rows[$0] }
    }
    .named("group \(group.rawValue)")
  }

  /// The rows and the groups from the top.
  var views: [View] {
    let leading: [View] = ItemField.leading.compactMap { rows[$0] }
    let folding: [View] = FieldGroup.allCases.compactMap { groups[$0] }
    return [Self.inColumns(leading), Self.inColumns(folding)]
  }

  /// The width of two columns; that of the form in a window of 100 columns.
  private static let widthOfColumns = 86

  private static func inColumns(_ views: [View]) -> View {
    let half = (views.count + 1) / 2
    return Column {
      Column { Array(views.prefix(half)) }
      Column { Array(views.dropFirst(half)) }
    }
    .adaptsAxis(from: widthOfColumns)
  }

  /// The control of a field.
  func control(of field: ItemField) -> View? { rows[field]?.content }

  /// The field of a control.
  func field(of control: View?) -> ItemField? {
    rows.first { $0.value.content === control }?.key
  }

  /// Limits the height of text fields, so that the fields around a long text stay visible.
  func limitLines(to highest: Int) {
    for row in rows.values { (row.content as? TextView)?.lineLimit = 3...highest }
  }

  // MARK: - Showing the model

  /// Shows the model's values: at the start, after a picker, after an attempt to save.
  func showAll() {
    for (field, row) in rows {
      show(field)
      row.isHidden = !model.shows(field)
      switch row.content {
      case let text as TextField: text.text = model[field]
      case let text as TextView: text.text = model[field]
      case let flag as Switch: flag.isOn = model[field] == "true"
      case let choice as Choice:
        choice.text = model.name(ofChoice: field, model[choice: field])
      default: break
      }
    }
  }

  /// Shows how a field was interpreted or what is wrong with it, at the field and in its group's heading.
  ///
  /// - Returns: Whether the problem of the field changed.
  @discardableResult
  func show(_ field: ItemField) -> Bool {
    guard let row = rows[field] else { return false }
    var remark = model.remark(on: field)
    if !remark.isEmpty, model.canTakeStored(field) { remark += " — ^T takes it" }
    let isOther = row.remark != remark
    row.hint = model.hint(on: field)
    row.remark = remark
    if let group = groups[field.group], !ItemField.leading.contains(field) {
      showSummary(of: field.group, in: group)
    }
    return isOther
  }

  private func showSummary(of group: FieldGroup, in view: DisclosureGroup) {
    let filled = group.fields.count { rows[$0] != nil && model.isFilled($0) }
    let remarked = group.fields.filter { rows[$0] != nil && !model.remark(on: $0).isEmpty }
    let syncConflicts = remarked.count(where: model.hasSyncConflictsAlone)
    let wrong = remarked.count - syncConflicts
    view.summary = filled == 0 ? "" : "\(filled) filled"
    view.remark = [
      wrong == 0 ? nil : "\(Figures.count(wrong)) to correct",
      syncConflicts == 0 ? nil : Figures.count(syncConflicts, "conflict", "conflicts"),
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// Collapses the groups that the user collapsed.
  func showFolding() {
    for (group, view) in groups { view.isExpanded = model.context.folding[group] }
  }
}
