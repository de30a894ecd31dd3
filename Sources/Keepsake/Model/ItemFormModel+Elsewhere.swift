import Foundation
import Inventory

/// What happens when the item is changed by another window while it is edited here: nothing is
/// overwritten before both have been on the screen.
extension ItemFormModel {
  /// Whether the form is about an item that is stored already.
  var isStored: Bool { itemUUID != nil }

  /// Whether what the item says in a field can be taken instead: it was changed elsewhere while
  /// something was typed here, whether or not that was noted since.
  func canTakeStored(_ field: ItemField) -> Bool {
    isInConflict(field) || problems[field] == words(aboutStored: field)
  }

  /// Whether a field was changed elsewhere while something was typed into it here.
  func isInConflict(_ field: ItemField) -> Bool { form.conflicts.contains(field) }

  /// What the item says in a field, which may be something else than the form.
  func stored(_ field: ItemField) -> String { form.shown[field] ?? "" }

  /// What the item has for a field of choice.
  func stored(choice field: ItemField) -> UUID? { form.shown[choice: field] ?? nil }

  /// Looks at the item again, since something changed it: what was typed stays, the rest follows.
  ///
  /// - Returns: Whether the item is still there.
  @discardableResult
  func takeOver() -> Bool {
    guard let itemUUID, !isSaving else { return true }
    guard let item = context.attempt({ try context.store.item(itemUUID) }) else { return false }
    guard let item, item.deletedAt == nil else {
      if let item { noteTrashed(item) }
      return false
    }
    if isInTrash {
      isInTrash = false
      setNeedsPreservation()
    }
    guard item.rev != form.item.rev else { return true }
    form = form.moved(onto: item)
    // A draft that is stored goes along with the item, even one that says nothing any more.
    isUnsaved = isUnsaved || hasDraft || isTouched
    if !form.conflicts.isEmpty { context.notice("Changed elsewhere meanwhile: both are shown") }
    didChange()
    return true
  }

  /// Says once that the item went to the trash under the form, which stays as it is.
  private func noteTrashed(_ item: Item) {
    guard !isInTrash else { return }
    isInTrash = true
    setNeedsPreservation()
    context.sayIfTrashedElsewhere(item, rest: fateOfTyped)
  }

  /// Says when the program comes back that the item went to the trash, unless it said so before.
  func noteTrashedMeanwhile(wasInTrash: Bool) {
    isInTrash = form.item.deletedAt != nil
    if isInTrash, !wasInTrash { context.noteTrashedMeanwhile(form.item, rest: fateOfTyped) }
  }

  private var fateOfTyped: String { isTouched ? "; what you typed is kept" : "" }

  /// Does without what was typed into a field.
  func takeStored(_ field: ItemField) {
    form.revert(field)
    problems[field] = nil
    isUnsaved = true
    didChange()
  }

  /// Says once that something was changed elsewhere; whoever saves again has seen both.
  func warnOfConflicts() -> Bool {
    let conflicts = form.conflicts
    guard !conflicts.isEmpty else { return false }
    for field in conflicts { problems[field] = words(aboutStored: field) }
    form.settleConflicts()
    isUnsaved = true
    context.notice("Changed elsewhere meanwhile: save again to keep yours, ^T takes the other")
    didChange()
    return true
  }

  /// Takes note of what is wrong with a field before it is saved.
  ///
  /// - Parameter isLeft: Whether the person has gone on to another field.
  func check(_ field: ItemField, isLeft: Bool) {
    form.reading = context.reading
    if let error = form.problem(in: field, isLeft: isLeft) { problems[field] = error.words }
  }

  /// What is said about a field below it, if anything.
  func remark(on field: ItemField) -> String {
    problems[field] ?? (isInConflict(field) ? words(aboutStored: field) : "")
  }

  private func words(aboutStored field: ItemField) -> String {
    let text = field.isChoice ? name(ofChoice: field, stored(choice: field)) : stored(field)
    return text.isEmpty ? "elsewhere now: nothing" : "elsewhere now: \(text)"
  }

  /// What a picked thing is called; empty when it is none.
  func name(ofChoice field: ItemField, _ uuid: UUID?) -> String {
    guard let uuid else { return "" }
    let found = context.attempt {
      field == .place
        ? try context.store.place(uuid)?.path
        : try context.store.categories().first { $0.uuid == uuid }?.name
    }
    return found.flatMap { $0 } ?? ""
  }
}
