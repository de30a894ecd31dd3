import Sync
import Foundation
import Inventory
import Reprise

/// Changes of the item by other windows: nothing is overwritten before the person has seen both
/// values.
extension ItemFormModel {
  /// Whether the item exists already.
  var isStored: Bool { itemUUID != nil }

  /// Whether the person can take the stored value of a field: it changed elsewhere while they typed here,
  /// whether or not that was reported.
  func canTakeStored(_ field: ItemField) -> Bool {
    isInConflict(field) || problems[field] == words(aboutStored: field)
      || !others(of: field).isEmpty
  }

  /// Whether a field was changed both here and elsewhere.
  func isInConflict(_ field: ItemField) -> Bool { form.isInConflict(field) }

  /// Whether any field was.
  var hasConflicts: Bool { !form.conflicts.isEmpty }

  /// The stored text of a field, which may differ from the form's.
  func stored(_ field: ItemField) -> String { form.shown[field] ?? "" }

  /// The stored choice of a field.
  func stored(choice field: ItemField) -> UUID? { form.shown[choice: field] ?? nil }

  /// Reads the item again after a change: typed fields stay, the others follow.
  ///
  /// - Returns: Whether the item still exists.
  @discardableResult
  func takeOver() -> Bool {
    guard let itemUUID, !isSaving else { return true }
    guard let item = context.notices.attempt({ try context.store.items.fetch(itemUUID) }) else {
      return false
    }
    guard let item, item.deletedAt == nil else {
      if let item { noteTrashed(item) }
      return false
    }
    if isInTrash {
      isInTrash = false
      setNeedsPreservation()
    }
    let isInNewConflict = noteSyncConflicts()
    guard item.rev != form.item.rev else {
      if isInNewConflict { didChange() }
      return true
    }
    form = form.moved(onto: item)
    activity.needsSave = true
    // Store the draft again with the new revision, even if it no longer differs from the item.
    isUnsaved = isUnsaved || hasDraft || isTouched
    if !form.conflicts.isEmpty {
      context.notices.show("Changed elsewhere: both values are shown")
    }
    didChange()
    return true
  }

  /// Reports once that the item was trashed; the form stays open.
  private func noteTrashed(_ item: Item) {
    guard !isInTrash else { return }
    isInTrash = true
    setNeedsPreservation()
    context.news.reportTrashedElsewhere(item, rest: fateOfTyped)
  }

  /// Reports after a launch that the item was trashed in the meantime, unless that was already reported.
  func noteTrashedMeanwhile(wasInTrash: Bool) {
    isInTrash = form.item.deletedAt != nil
    if isInTrash, !wasInTrash { context.launchNotices.noteTrashed(form.item, rest: fateOfTyped) }
  }

  private var fateOfTyped: String { isTouched ? "; what you typed is kept" : "" }

  /// Replaces what was typed into a field by the stored value, or what is shown by what another home has.
  func takeStored(_ field: ItemField) {
    if isInConflict(field) || others(of: field).isEmpty {
      form.revert(field)
    } else {
      takeOther(field)
    }
    problems[field] = nil
    isUnsaved = true
    didChange()
  }

  /// Warns once of fields changed on both sides; a second attempt to save comes from a person who has
  /// seen both.
  func warnOfConflicts() -> Bool {
    let conflicts = form.conflicts
    guard !conflicts.isEmpty else { return false }
    for field in conflicts { problems[field] = words(aboutElsewhere: field) }
    newSyncConflicts.removeAll { value in conflicts.contains { value.subject == .field($0) } }
    form.settleConflicts()
    isUnsaved = true
    context.notices.show(
      "Changed elsewhere: save again to keep yours, ^T takes the other")
    didChange()
    return true
  }

  /// Updates what is wrong with a field before it is saved.
  ///
  /// - Parameter isLeft: Whether the person has left the field.
  func check(_ field: ItemField, isLeft: Bool) {
    form.reading = context.preferences.reading
    if let error = form.problem(in: field, isLeft: isLeft) { problems[field] = error.words }
  }

  /// The remark below a field; empty without one.
  func remark(on field: ItemField) -> String {
    problems[field]
      ?? (isInConflict(field) ? words(aboutElsewhere: field) : words(aboutOthers: field))
  }

  /// The remark about what this home and others have for a field that was changed here, too.
  private func words(aboutElsewhere field: ItemField) -> String {
    let others = words(aboutOthers: field)
    return others.isEmpty ? words(aboutStored: field) : others
  }

  private func words(aboutStored field: ItemField) -> String {
    let text = field.isChoice ? name(ofChoice: field, stored(choice: field)) : stored(field)
    return text.isEmpty ? "cleared elsewhere" : "changed elsewhere to: \(text)"
  }

  /// The name of a choice; empty for none.
  func name(ofChoice field: ItemField, _ uuid: UUID?) -> String {
    context.name(ofChoice: field, uuid)
  }
}

extension AppContext {
  /// The name of a chosen place or category; empty for none.
  func name(ofChoice field: ItemField, _ uuid: UUID?) -> String {
    guard let uuid else { return "" }
    let found = notices.attempt {
      field == .place
        ? try store.places.fetch(uuid)?.path
        : try store.items.categories().first { $0.uuid == uuid }?.name
    }
    return found.flatMap { $0 } ?? ""
  }
}

/// Values that other homes wrote at the same time: the form shows them, and saving it resolves the
/// fields that were changed in it. The others stay in conflict.
extension ItemFormModel {
  /// The values of other homes for a field, and the stored one, that the form does not have now.
  func others(of field: ItemField) -> [ItemConflict] {
    candidates(for: field).filter { !isShown($0, in: field) }
  }

  /// Whether the only remark on a field is that other homes have other values.
  func hasSyncConflictsAlone(_ field: ItemField) -> Bool {
    !others(of: field).isEmpty && !isInConflict(field)
      && (problems[field] ?? words(aboutOthers: field)) == words(aboutOthers: field)
  }

  /// All candidate values of a field, the stored one first; empty if there is only one.
  private func candidates(for field: ItemField) -> [ItemConflict] {
    let values = syncConflicts.filter { $0.subject == .field(field) }
    guard !values.isEmpty else { return [] }
    let text = field.isChoice ? name(ofChoice: field, stored(choice: field)) : stored(field)
    let own = ItemConflict(
      subject: .field(field), text: text.isEmpty ? nil : text, choice: stored(choice: field))
    return [own] + values
  }

  private func isShown(_ value: ItemConflict, in field: ItemField) -> Bool {
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

  /// Fills in the next candidate value of a field.
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
  func noteSyncConflicts() -> Bool {
    guard let itemUUID else { return false }
    let now = context.conflicts.values(of: itemUUID)
    guard now != syncConflicts else { return false }
    // A launch shows all of it in its first frame.
    newSyncConflicts =
      context.updater.isStarting
      ? [] : now.filter { !syncConflicts.contains($0) || newSyncConflicts.contains($0) }
    syncConflicts = now
    return true
  }

  /// Warns once about values of other homes for a changed field that the person can't have seen: in
  /// folded groups, or just received.
  ///
  /// A second attempt to save decides.
  func warnOfSyncConflicts() -> Bool {
    let unseen = syncConflicts.compactMap { value -> ItemField? in
      guard case .field(let field) = value.subject, isTouched(field), !others(of: field).isEmpty
      else { return nil }
      let isFolded = !ItemField.leading.contains(field) && !context.folding[field.group]
      return newSyncConflicts.contains(value) || isFolded && problems[field] == nil ? field : nil
    }
    newSyncConflicts = []
    guard !unseen.isEmpty else { return false }
    for field in unseen { problems[field] = words(aboutOthers: field) }
    context.notices.warn(
      "Other homes differ: save again to keep yours, ^T takes the other")
    didChange()
    return true
  }

  /// The values of other homes for the fields that were changed here.
  var syncConflictsOfTouchedFields: [ItemConflict] {
    syncConflicts.filter { value in
      if case .field(let field) = value.subject { isTouched(field) } else { false }
    }
  }
}
