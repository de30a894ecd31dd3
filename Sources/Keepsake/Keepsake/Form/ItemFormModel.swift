import Foundation
import Inventory
import Reprise
import Sync

/// The model of a form, shared by the form and the pickers that it pushes.
///
/// Every change is in a draft before the turn ends, and in the item only when the person saves.
final class ItemFormModel: DraftForm {
  /// The start of a form.
  enum Start {
    /// A new item, in a place perhaps.
    case new(place: UUID?)
    /// Another new item with what the previous one of a batch shares.
    case another(Batch)
    /// A stored item, with its draft if there is one.
    case item(UUID)
    /// A draft.
    case draft(Draft)
  }

  /// The values that the next new item copies.
  struct Batch {
    var place: UUID?
    var category: UUID?
    var tags: [String] = []
    var isPrivate = false
  }

  /// The values of the item that other homes wrote at the same time as the stored ones.
  var syncConflicts: [ItemConflict] = []

  /// Those of them that came while the form was open: saving decides only what the person can have seen.
  var newSyncConflicts: [ItemConflict] = []

  /// Whether something typed is not in the stored draft yet.
  var isUnsaved = false

  /// Whether the item was found in the trash while the form was open.
  var isInTrash = false

  /// The problems that the last attempt to save found, by field.
  var problems: [ItemField: String] = [:]

  /// Whether the user asked for the age rating, which a form of an inventory without any leaves out.
  private(set) var asksForRating = false

  /// Whether any item has an age rating, or the login is limited by them.
  private lazy var usesRatings =
    !context.store.database.limits.isNone
    || context.notices.attempt { try context.store.items.haveRatings() } == true

  /// Called when fields changed other than by typing.
  var didChange: () -> Void = {}

  /// Called when something else in the state of the form changed.
  var setNeedsPreservation: () -> Void = {}

  /// Whether a draft was ever stored.
  private(set) var hasDraft: Bool

  /// Whether this form is changing the item now.
  private(set) var isSaving = false

  /// The person's activity in the form and its pickers.
  let activity = UserActivity(activityType: "keepsake.edit")

  let draftID: UUID
  /// The context holds the open forms, so they must not hold it: what closes no form, as an app that is dropped, would keep all
  /// of it for ever.
  unowned let context: AppContext
  let itemUUID: UUID?

  /// The fields of the form that aren't fields of the item.
  var form: ItemForm

  init(_ draft: Draft, isStored: Bool, base item: Item, context: AppContext) {
    self.context = context
    draftID = draft.uuid
    itemUUID = draft.itemUUID
    hasDraft = isStored
    form = ItemForm(
      item: item, draft: draft.fields, baseRev: draft.baseRev,
      currency: context.store.database.currency)
    form.reading = context.preferences.reading
    activity.delegate = self
    if draft.itemUUID == nil, draft.isPrivate { form.setPrivate(true) }
    if let itemUUID { syncConflicts = context.conflicts.values(of: itemUUID) }
  }

  /// Opens what a form starts from.
  ///
  /// Takes an opened draft for this window at once, before anything is typed.
  ///
  /// - Throws: If the item is gone, sealed or cannot be read, or if another window has the draft.
  convenience init(_ start: Start, context: AppContext) throws {
    switch start {
    case .new(let place): try self.init(.another(Batch(place: place)), context: context)
    case .another(let batch):
      let draft = Draft()
      self.init(draft, isStored: false, base: Self.blank(draft.uuid, batch), context: context)
    case .item(let uuid):
      let item = try Self.item(uuid, context)
      let stored = try context.drafts.claimDraft(of: uuid)
      self.init(
        stored ?? Draft(itemUUID: uuid, baseRev: item.rev), isStored: stored != nil, base: item,
        context: context)
    case .draft(let listed):
      guard !listed.isSealed else { throw Self.isSealed(context.privacy.whySealed) }
      guard var draft = try context.drafts.claim(listed) else {
        throw UsageFailure(status: .failure, message: DraftController.isElsewhere)
      }
      // A draft about an item that is gone for good becomes a new item.
      let item = try draft.itemUUID.flatMap { try context.store.items.fetch($0) }
      if let item, item.isMasked { throw Self.isSealed(context.privacy.whySealed(item.uuid)) }
      if item == nil { draft.itemUUID = nil }
      self.init(
        draft, isStored: true, base: item ?? Self.blank(draft.uuid, Batch()), context: context)
      if item?.deletedAt != nil {
        isInTrash = true
        context.notices.warn("This item is in the trash; what you typed is kept")
      }
    }
  }

  /// A new item with the identity of its draft, so that saving twice never makes two items.
  static func blank(_ uuid: UUID, _ batch: Batch) -> Item {
    var item = Item(uuid: uuid, name: "")
    (item.place, item.category, item.tags) = (batch.place, batch.category, batch.tags)
    item.isPrivate = batch.isPrivate
    return item
  }

  private static func item(_ uuid: UUID, _ context: AppContext) throws -> Item {
    guard let item = try context.store.items.fetch(uuid), item.deletedAt == nil else {
      throw isGone
    }
    guard !item.isMasked else { throw isSealed(context.privacy.whySealed(uuid)) }
    return item
  }

  private static func isSealed(_ why: String) -> UsageFailure {
    UsageFailure(status: .failure, message: "This is \(why)")
  }

  static let isGone = UsageFailure(
    status: .failure, message: "This item no longer exists")

  // MARK: - Fields

  /// The text of a field, as typed.
  subscript(field: ItemField) -> String {
    get { form.fields[field] ?? "" }
    set {
      guard newValue != self[field] else { return }
      form.fields[field] = newValue
      problems[field] = nil
      isUnsaved = true
    }
  }

  /// Replaces a date in words, such as `yesterday`, by the day it means.
  ///
  /// - Returns: Whether the text changed.
  @discardableResult
  func settleDate(_ field: ItemField) -> Bool {
    let typed = self[field]
    form.settleDate(field)
    guard self[field] != typed else { return false }
    isUnsaved = true
    return true
  }

  /// Whether a field differs from that of a new item.
  func isFilled(_ field: ItemField) -> Bool {
    if field.isChoice { return self[choice: field] != nil }
    return switch field.definition.kind {
    case .flag, .moment: self[field] == "true"
    case .quantity: self[field] != "1" && !self[field].isEmpty
    default: self[field].contains { !$0.isWhitespace }
    }
  }

  /// Whether the form shows a field: the age rating only if it is used or asked for.
  func shows(_ field: ItemField) -> Bool {
    field != .rating || asksForRating || usesRatings || isFilled(field)
      || !remark(on: field).isEmpty
  }

  /// Shows the age rating.
  func askForRating() {
    asksForRating = true
    didChange()
  }

  /// How a text is understood if that isn't obvious, with any oddity: `= €1,299.00`.
  func hint(on field: ItemField) -> String {
    let understood = form.understood(field).map { "= " + $0 }
    return [understood, form.isToCome(field) ? FieldWords.toCome : nil].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// The choice of a field.
  subscript(choice field: ItemField) -> UUID? {
    get { form.fields[choice: field] ?? nil }
    set {
      form.fields[choice: field] = .some(newValue)
      problems[field] = nil
      isUnsaved = true
      didChange()
    }
  }

  /// The title of the form.
  var title: String {
    let name = self[.name]
    if itemUUID == nil {
      let kind = isPrivate ? "New private item" : "New item"
      return name.isEmpty ? kind : isPrivate ? "\(kind): \(name)" : "New: \(name)"
    }
    return name.isEmpty ? "Edit" : "Edit: \(name)"
  }

  /// The draft to store: the fields that differ from the item's.
  var draft: Draft {
    var fields = form.draft
    if itemUUID == nil {
      // The initial place of a new item is known only to this form.
      fields[choice: .place] = .some(self[choice: .place])
      if form.item.category != nil { fields[choice: .category] = .some(self[choice: .category]) }
      if !form.item.tags.isEmpty { fields[.tags] = self[.tags] }
    }
    var draft = Draft(
      uuid: draftID, itemUUID: itemUUID, baseRev: form.baseRev, fields: fields,
      session: context.drafts.session)
    draft.isPrivate = isPrivate
    return draft
  }

  /// Whether what is typed is sealed with the passphrase.
  var isPrivate: Bool { form.item.isPrivate }

  /// Makes a new item private before it is saved, or open again.
  ///
  /// Stores the draft again, if there is one.
  func setPrivate(_ isPrivate: Bool) {
    form.setPrivate(isPrivate)
    if hasDraft || isTouched { isUnsaved = true }
    didChange()
  }

  /// The values for the next item of a batch.
  var batch: Batch {
    Batch(
      place: self[choice: .place], category: self[choice: .category],
      tags: FieldKind.tags(in: self[.tags]), isPrivate: isPrivate)
  }

  /// The saved item, for a list to select.
  var saved: SavedItem {
    SavedItem(uuid: itemUUID ?? draftID, name: self[.name], isNew: !isStored)
  }

  /// Whether the form differs from the item.
  var isTouched: Bool { !form.draft.isEmpty }

  /// Whether the form has something else in a field than the item.
  func isTouched(_ field: ItemField) -> Bool {
    let draft = form.draft
    return field.isChoice ? draft[choice: field] != nil : draft[field] != nil
  }

  // MARK: - Ending

  /// Writes the item, then drops the draft.
  ///
  /// Shows what is wrong if it cannot.
  func save() -> Bool {
    form.reading = context.preferences.reading
    context.drafts.commit()
    guard takeOver() else {
      context.notices.warn(
        "Not saved: the item is in the trash; what you typed is kept as a draft")
      return false
    }
    guard !warnOfConflicts(), !warnOfSyncConflicts() else { return false }
    switch form.validated() {
    case .valid(let item):
      let decided = syncConflictsOfTouchedFields
      isSaving = true
      defer { isSaving = false }
      guard context.changes.perform(itemUUID == nil ? .createItem(item) : .updateItem(item)) else {
        return false
      }
      if let itemUUID { context.conflicts.keepLocal(of: itemUUID, insteadOf: decided) }
      drop()
      return true
    case .invalid(let errors):
      problems = Dictionary(errors.map { ($0.field, $0.words) }) { first, _ in first }
      context.notices.show(
        "Not saved: \(Figures.count(problems.count, "field", "fields")) to correct")
      didChange()
      return false
    }
  }

  /// Notes that the draft was stored.
  func noteStored() {
    isUnsaved = false
    guard !hasDraft else { return }
    hasDraft = true
    setNeedsPreservation()
  }

  /// Discards what was typed; undo brings it back.
  ///
  /// - Returns: Whether the form may be closed; a failure has been reported.
  func discard() -> Bool {
    guard isTouched else {
      drop()
      return true
    }
    guard context.drafts.commit() else {
      context.notices.warn("Not discarded: what you typed could not be kept for undo")
      return false
    }
    return context.changes.discard(draftID, called: self[.name])
  }

  /// Drops the draft: it is saved, or empty.
  private func drop() {
    isUnsaved = false
    context.drafts.drop(draftID)
  }

  /// Leaves the form: what was typed waits as a draft; an untouched form leaves none.
  ///
  /// - Returns: Whether the form may be closed: until the draft is stored, the text exists nowhere else.
  func leave() -> Bool {
    for field in ItemField.inForm { settleDate(field) }
    guard isTouched else {
      drop()
      return true
    }
    guard context.drafts.commit(),
      context.notices.attempt({ try context.drafts.release(draftID) }) != nil
    else {
      context.notices.warn("Not closed: what you typed could not be kept as a draft")
      return false
    }
    return true
  }
}

extension ItemFormModel: UserActivityDelegate {
  /// Shows the stored name: the typed one changes too often for a list of sessions.
  func userActivityWillSave(_ userActivity: UserActivity) {
    let name = CellText(form.item.name, width: 200).string
    userActivity.title =
      if itemUUID == nil { "adding an item" } else { "editing “\(name)”" }
    userActivity["item"] = itemUUID
  }
}
