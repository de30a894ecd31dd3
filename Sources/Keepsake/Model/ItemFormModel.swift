import Foundation
import Inventory
import Reprise

/// What is being typed into one form, shared by the form and the pickers pushed on it.
///
/// Everything that changes here is kept in a draft before the turn ends, never in the item behind
/// the person's back (design 3).
final class ItemFormModel {
  /// What a form starts from.
  enum Start {
    /// Nothing but perhaps a place.
    case new(place: UUID?)
    /// What things that are listed one after the other have in common.
    case another(Batch)
    /// An item as it is, with what was typed about it some other time.
    case item(UUID)
    /// What was typed some other time.
    case draft(Draft)
  }

  /// What the next of several new items takes over from the one before.
  struct Batch {
    var place: UUID?
    var category: UUID?
    var tags: [String] = []
  }

  /// Whether something was typed that the draft on disk does not have yet.
  var isUnsaved = false

  /// Whether the item was seen in the trash while the form was open.
  var isInTrash = false

  /// What the last attempt to save found wrong, by field.
  var problems: [ItemField: String] = [:]

  /// Called when something other than typing changed the fields.
  var didChange: () -> Void = {}

  /// Called when something else changed that the state tells of the form.
  var setNeedsPreservation: () -> Void = {}

  /// Whether a draft was ever stored.
  private(set) var hasDraft: Bool

  /// Whether the item is being changed by this form itself.
  private(set) var isSaving = false

  let draftID: UUID
  let context: AppContext
  let itemUUID: UUID?

  /// What stands in the form, and the item below it.
  var form: ItemForm

  init(_ draft: Draft, isStored: Bool, base item: Item, context: AppContext) {
    self.context = context
    draftID = draft.uuid
    itemUUID = draft.itemUUID
    hasDraft = isStored
    form = ItemForm(
      item: item, draft: draft.fields, baseRev: draft.baseRev, currency: context.store.currency)
    form.reading = context.reading
  }

  /// Opens what a form starts from.
  ///
  /// A draft that is opened is this window's from now on, before anything is typed.
  ///
  /// - Throws: When the item is gone or cannot be read, and when another window has the draft.
  convenience init(_ start: Start, context: AppContext) throws {
    switch start {
    case .new(let place): try self.init(.another(Batch(place: place)), context: context)
    case .another(let batch):
      let draft = Draft()
      self.init(draft, isStored: false, base: Self.blank(draft.uuid, batch), context: context)
    case .item(let uuid):
      let item = try Self.item(uuid, context)
      let stored = try context.claimDraft(of: uuid)
      self.init(
        stored ?? Draft(itemUUID: uuid, baseRev: item.rev), isStored: stored != nil, base: item,
        context: context)
    case .draft(let listed):
      guard var draft = try context.claim(listed) else {
        throw UsageFailure(status: .failure, message: AppContext.isElsewhere)
      }
      // What was typed about an item that is gone for good is the beginning of a new one.
      let item = try draft.itemUUID.flatMap { try context.store.item($0) }
      if item == nil { draft.itemUUID = nil }
      self.init(
        draft, isStored: true, base: item ?? Self.blank(draft.uuid, Batch()), context: context)
      if item?.deletedAt != nil {
        isInTrash = true
        context.problem("This item is in the trash; what you typed is kept")
      }
    }
  }

  /// A new item takes the identity of its draft, so that saving twice never makes two.
  static func blank(_ uuid: UUID, _ batch: Batch) -> Item {
    var item = Item(uuid: uuid, name: "")
    (item.place, item.category, item.tags) = (batch.place, batch.category, batch.tags)
    return item
  }

  private static func item(_ uuid: UUID, _ context: AppContext) throws -> Item {
    guard let item = try context.store.item(uuid), item.deletedAt == nil else { throw isGone }
    return item
  }

  static let isGone = UsageFailure(
    status: .failure, message: "This item is no longer there")

  // MARK: - Fields

  /// The text of a field, as it was typed.
  subscript(field: ItemField) -> String {
    get { form.fields[field] ?? "" }
    set {
      guard newValue != self[field] else { return }
      form.fields[field] = newValue
      problems[field] = nil
      isUnsaved = true
    }
  }

  /// Writes a date that was said in words as the day it means.
  ///
  /// - Returns: Whether that is another text.
  @discardableResult
  func settleDate(_ field: ItemField) -> Bool {
    let typed = self[field]
    form.settleDate(field)
    guard self[field] != typed else { return false }
    isUnsaved = true
    return true
  }

  /// Whether a field says something that a new item does not.
  func isFilled(_ field: ItemField) -> Bool {
    if field.isChoice { return self[choice: field] != nil }
    return switch field.definition.kind {
    case .flag, .moment: self[field] == "true"
    case .quantity: self[field] != "1" && !self[field].isEmpty
    default: self[field].contains { !$0.isWhitespace }
    }
  }

  /// What a text is understood as, where it does not say so itself: `= €1,299.00`.
  func hint(on field: ItemField) -> String { form.understood(field).map { "= " + $0 } ?? "" }

  /// What was picked for a field.
  subscript(choice field: ItemField) -> UUID? {
    get { form.fields[choice: field] ?? nil }
    set {
      form.fields[choice: field] = .some(newValue)
      problems[field] = nil
      isUnsaved = true
      didChange()
    }
  }

  /// What the form is called.
  var title: String {
    let name = self[.name]
    if itemUUID == nil { return name.isEmpty ? "New item" : "New: \(name)" }
    return name.isEmpty ? "Edit" : "Edit: \(name)"
  }

  /// What is kept of the form: the fields that say something else than the item.
  var draft: Draft {
    var fields = form.draft
    if itemUUID == nil {
      // What the item begins with is known to the form on the screen only.
      fields[choice: .place] = .some(self[choice: .place])
      if form.item.category != nil { fields[choice: .category] = .some(self[choice: .category]) }
      if !form.item.tags.isEmpty { fields[.tags] = self[.tags] }
    }
    return Draft(
      uuid: draftID, itemUUID: itemUUID, baseRev: form.baseRev, fields: fields,
      session: context.session)
  }

  /// What the next item of a batch begins with.
  var batch: Batch {
    Batch(
      place: self[choice: .place], category: self[choice: .category],
      tags: FieldKind.tags(in: self[.tags]))
  }

  /// Whether the form says anything that the item does not.
  var isTouched: Bool { !form.draft.isEmpty }

  // MARK: - Ending

  /// Writes the item, then drops the draft.
  ///
  /// Says what is wrong when it cannot.
  func save() -> Bool {
    form.reading = context.reading
    context.storeDrafts()
    guard takeOver() else {
      context.problem("Not saved: it is in the trash now; what you typed stays here as a draft")
      return false
    }
    guard !warnOfConflicts() else { return false }
    switch form.validated() {
    case .valid(let item):
      isSaving = true
      defer { isSaving = false }
      guard context.perform(itemUUID == nil ? .createItem(item) : .updateItem(item)) else {
        return false
      }
      drop()
      return true
    case .invalid(let errors):
      problems = Dictionary(errors.map { ($0.field, $0.words) }) { first, _ in first }
      context.notice(
        errors.count == 1 ? "Not saved: one field needs mending" : "Not saved: fields need mending")
      didChange()
      return false
    }
  }

  /// Takes note that the draft was stored.
  func noteStored() {
    isUnsaved = false
    guard !hasDraft else { return }
    hasDraft = true
    setNeedsPreservation()
  }

  /// Throws away what was typed; undo brings it back.
  ///
  /// - Returns: Whether the form may be closed; says why not.
  func discard() -> Bool {
    guard isTouched else {
      drop()
      return true
    }
    guard context.storeDrafts() else {
      context.problem("Not discarded: what you typed could not be kept for undo")
      return false
    }
    return context.discard(draftID, called: self[.name])
  }

  /// Forgets everything typed: it was saved, or there is nothing.
  private func drop() {
    isUnsaved = false
    context.end(draftID, .dropped(of: context.session))
  }

  /// Leaves the form: what was typed waits as a draft; a form without anything typed leaves none.
  ///
  /// - Returns: Whether it may be closed: what was typed exists nowhere else until it is stored.
  func leave() -> Bool {
    for field in ItemField.inForm { settleDate(field) }
    guard isTouched else {
      drop()
      return true
    }
    guard context.storeDrafts(),
      context.attempt({ try context.drafts.release(draftID, of: context.session) }) != nil
    else {
      context.problem("Not closed: what you typed could not be kept as a draft")
      return false
    }
    return true
  }
}
