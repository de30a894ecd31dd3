import Foundation
import Inventory
import Reprise

/// What happens to values that other homes wrote at the same time: the form shows them, and saving it decides about the fields
/// that were changed in it. The others stay undecided.
extension ItemFormModel {
  /// The values of other homes for a field, and the stored one, that the form does not have now.
  func others(of field: ItemField) -> [UndecidedValue] {
    candidates(for: field).filter { !isShown($0, in: field) }
  }

  /// Whether there is nothing else to say of a field than that other homes have other values.
  func isOnlyUndecided(_ field: ItemField) -> Bool {
    !others(of: field).isEmpty && !isInConflict(field)
      && (problems[field] ?? words(aboutOthers: field)) == words(aboutOthers: field)
  }

  /// All values that stand for a field, the stored one first; empty if there is but one.
  private func candidates(for field: ItemField) -> [UndecidedValue] {
    let values = undecided.filter { $0.subject == .field(field) }
    guard !values.isEmpty else { return [] }
    let text = field.isChoice ? name(ofChoice: field, stored(choice: field)) : stored(field)
    let own = UndecidedValue(
      subject: .field(field), text: text.isEmpty ? nil : text, choice: stored(choice: field))
    return [own] + values
  }

  private func isShown(_ value: UndecidedValue, in field: ItemField) -> Bool {
    field.isChoice ? value.choice == self[choice: field] : value.text ?? "" == self[field]
  }

  /// The remark about the values of other homes; empty if there are none.
  func words(aboutOthers field: ItemField) -> String {
    let (currency, customs) = (context.store.database.currency, context.preferences.customs)
    return others(of: field).map { value in
      value.device.isEmpty
        ? "stored: \(AspectWords.text(value.text, of: field, currency, customs))"
        : AspectWords.words(value, currency, customs)
    }.joined(separator: "; ")
  }

  /// Fills in the next of the values that stand for a field.
  func takeOther(_ field: ItemField) {
    let values = candidates(for: field)
    guard !values.isEmpty else { return }
    let index = values.firstIndex { isShown($0, in: field) } ?? 0
    let next = values[(index + 1) % values.count]
    if field.isChoice {
      form.fields[choice: field] = .some(next.choice)
    } else {
      form.fields[field] = next.text ?? ""
    }
  }

  /// Reads what other homes have.
  ///
  /// - Returns: Whether it is something else than before.
  func noteUndecided() -> Bool {
    guard let itemUUID else { return false }
    let now = context.conflicts.values(of: itemUUID)
    guard now != undecided else { return false }
    // A launch shows all of it in its first frame.
    newlyUndecided =
      context.updater.isStarting
      ? [] : now.filter { !undecided.contains($0) || newlyUndecided.contains($0) }
    undecided = now
    return true
  }

  /// Warns once of values beside a changed field that nobody can have seen: in folded groups, and those that have just come.
  ///
  /// A second attempt to save decides.
  func warnOfUndecided() -> Bool {
    let unseen = undecided.compactMap { value -> ItemField? in
      guard case .field(let field) = value.subject, isTouched(field), !others(of: field).isEmpty
      else { return nil }
      let isFolded = !ItemField.leading.contains(field) && !context.folding[field.group]
      return newlyUndecided.contains(value) || isFolded && problems[field] == nil ? field : nil
    }
    newlyUndecided = []
    guard !unseen.isEmpty else { return false }
    for field in unseen { problems[field] = words(aboutOthers: field) }
    context.notices.warn(
      "Other homes have other values: save again to keep yours, ^T takes the other")
    didChange()
    return true
  }

  /// The values of other homes for the fields that were changed here.
  var undecidedOfTouchedFields: [UndecidedValue] {
    undecided.filter { value in
      if case .field(let field) = value.subject { isTouched(field) } else { false }
    }
  }
}
