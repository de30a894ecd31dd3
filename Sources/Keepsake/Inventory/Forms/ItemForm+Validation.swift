import Foundation

extension ItemForm {
  /// The item to store, or all errors in the order of the form.
  public enum Outcome: Hashable, Sendable {
    /// The item with the form's content, and the `rev` with which it was opened.
    case valid(Item)
    /// The errors.
    case invalid([FieldError])
  }

  /// Parses the texts.
  public func validated() -> Outcome {
    var item = item
    var errors: [FieldError] = []
    for field in ItemField.inForm {
      if field.isChoice {
        guard let choice = fields[choice: field] else { continue }
        field.definition.store(choice.map(ColumnValue.uuid) ?? .null, in: &item)
      } else if let text = fields[field] {
        do {
          try put(text, into: &item, field)
        } catch {
          errors.append(FieldError(field: field, reason: error))
        }
      }
    }
    if item.name.isEmpty, !errors.contains(where: { $0.field == .name }) {
      errors.insert(FieldError(field: .name, reason: .missing), at: 0)
    }
    if !self.item.lentTo.isEmpty, item.lentTo.isEmpty { giveBack(&item) }
    return errors.isEmpty ? .valid(item) : .invalid(errors)
  }

  /// Empties what is said of a loan that is over, unless it was just typed.
  private func giveBack(_ item: inout Item) {
    if item.lentDate == self.item.lentDate { item.lentDate = nil }
    if item.dueBack == self.item.dueBack { item.dueBack = nil }
  }

  /// The error of a field before the form is saved.
  ///
  /// - Parameter isLeft: Whether the person has left the field; while they type, only what more
  ///   typing cannot mend is an error. An empty field is none, unless the name was deleted.
  public func problem(in field: ItemField, isLeft: Bool) -> FieldError? {
    guard let text = fields[field], !field.isChoice else { return nil }
    if text.trimmedOfBlanks.isEmpty {
      let isTakenAway = field == .name && isLeft && !item.name.isEmpty
      return isTakenAway ? FieldError(field: field, reason: .missing) : nil
    }
    if !isLeft, field.definition.kind.canBecome(from: text, reading(of: field)) { return nil }
    do {
      var item = item
      try put(text, into: &item, field)
      return nil
    } catch {
      return FieldError(field: field, reason: error)
    }
  }

  private func put(
    _ text: String, into item: inout Item, _ field: ItemField
  ) throws(FieldError.Reason) {
    guard !text.utf8.contains(0) else { throw .forbiddenCharacter }
    guard text.utf8.count <= Item.maximumTextBytes else { throw .tooLarge }
    let definition = field.definition
    let value = try definition.kind.parse(text, reading(of: field))
    definition.put(value, in: &item, at: currentTimestamp())
    if field == .name {
      item.name = item.name.trimmedOfBlanks
      if item.name.isEmpty { throw .missing }
    }
  }
}
