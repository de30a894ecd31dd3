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
    /// An item as it is, with what was typed about it some other time.
    case item(UUID)
    /// What was typed some other time.
    case draft(Draft)
  }

  /// Whether something was typed that the draft on disk does not have yet.
  var isUnsaved = false

  /// Whether the item was seen in the trash while the form was open.
  var isInTrash = false

  /// What the last attempt to save found wrong, by field.
  var problems: [ItemField: String] = [:]

  /// Called when something other than typing changed the fields.
  var didChange: () -> Void = {}

  /// Called when the draft was stored, so that the state says which one it goes with.
  var didStore: () -> Void = {}

  /// How often the draft was stored.
  private(set) var turn: Int

  /// Whether the item is being changed by this form itself.
  private(set) var isSaving = false

  let draftID: UUID
  let context: AppContext
  let itemUUID: UUID?

  /// What stands in the form, and the item below it.
  var form: ItemForm

  private init(_ draft: Draft, base item: Item, context: AppContext) {
    self.context = context
    draftID = draft.uuid
    itemUUID = draft.itemUUID
    turn = draft.turn
    form = ItemForm(
      item: item, draft: draft.fields, baseRev: draft.baseRev, currency: context.store.currency)
  }

  /// Opens what a form starts from.
  ///
  /// A draft that is opened is this window's from now on, before anything is typed.
  ///
  /// - Throws: When the item is gone or cannot be read, and when another window has the draft.
  convenience init(_ start: Start, context: AppContext) throws {
    switch start {
    case .new(let place):
      let draft = Draft()
      self.init(draft, base: Self.blank(draft.uuid, place: place), context: context)
    case .item(let uuid):
      let item = try Self.item(uuid, context)
      let draft =
        try context.claimDraft(of: uuid)
        ?? Draft(itemUUID: uuid, baseRev: item.rev)
      self.init(draft, base: item, context: context)
    case .draft(let listed):
      let item =
        try listed.itemUUID.map { try Self.item($0, context) }
        ?? Self.blank(listed.uuid, place: nil)
      guard let draft = try context.claim(listed) else {
        throw UsageFailure(status: .failure, message: AppContext.isElsewhere)
      }
      self.init(draft, base: item, context: context)
    }
  }

  /// A new item takes the identity of its draft, so that saving twice never makes two.
  private static func blank(_ uuid: UUID, place: UUID?) -> Item {
    var item = Item(uuid: uuid, name: "")
    item.place = place
    return item
  }

  private static func item(_ uuid: UUID, _ context: AppContext) throws -> Item {
    guard let item = try context.store.item(uuid), item.deletedAt == nil else {
      throw UsageFailure(status: .failure, message: "This item is no longer there")
    }
    return item
  }

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

  /// What was picked for a field.
  subscript(choice field: ItemField) -> UUID? {
    get { form.fields[choice: field] ?? nil }
    set {
      form.fields[choice: field] = .some(newValue)
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
    if itemUUID == nil { fields[choice: .place] = .some(self[choice: .place]) }
    return Draft(
      uuid: draftID, itemUUID: itemUUID, baseRev: form.baseRev, fields: fields,
      session: context.session)
  }

  /// Whether the form says anything that the item does not.
  var isTouched: Bool { !form.draft.isEmpty }

  // MARK: - Ending

  /// Writes the item, then drops the draft.
  ///
  /// Says what is wrong when it cannot.
  func save() -> Bool {
    context.commitDrafts()
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
      discard()
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
    turn += 1
    didStore()
  }

  /// Forgets everything typed.
  func discard() {
    isUnsaved = false
    _ = context.attempt { try context.drafts.delete(draftID, of: context.session) }
  }

  /// Leaves the form: what was typed waits as a draft; a form without anything typed leaves none.
  ///
  /// - Returns: Whether it may be closed: what was typed exists nowhere else until it is stored.
  func leave() -> Bool {
    guard isTouched else {
      discard()
      return true
    }
    guard context.commitDrafts(),
      context.attempt({ try context.drafts.release(draftID, of: context.session) }) != nil
    else {
      context.problem("Not closed: what you typed could not be kept as a draft")
      return false
    }
    return true
  }
}

extension ItemFormModel {
  /// Writes what ``decodeReference(from:)`` needs to find or rebuild this model.
  func encodeReference(with coder: Coder) {
    coder.encode(draftID.uuidString, forKey: "draft")
    coder.encode(itemUUID?.uuidString, forKey: "item")
    coder.encode(turn, forKey: "turn")
    coder.encode(Int(form.item.rev), forKey: "revision")
    if itemUUID == nil { coder.encode(form.item.place?.uuidString, forKey: "place") }
    let problems = problems.map { ($0.key.rawValue, Value.string($0.value)) }
    if !problems.isEmpty {
      coder.encode(
        value: .dictionary(Dictionary(uniqueKeysWithValues: problems)), forKey: "problems")
    }
  }

  /// The model that a form or picker was about: the one on screen, else the draft, else a form in
  /// which nothing was typed yet.
  ///
  /// `nil` when its item is gone.
  static func decodeReference(from coder: Coder) -> (context: AppContext, model: ItemFormModel)? {
    guard let context = coder.environment[AppContext.self],
      let draftID = coder.decodeString(forKey: "draft").flatMap(UUID.init(uuidString:))
    else { return nil }
    if let open = context.openForms[draftID] { return (context, open) }
    guard let model = try? rebuild(draftID, from: coder, context: context) else { return nil }
    if case .dictionary(let problems) = coder.value(forKey: "problems") {
      for (key, value) in problems {
        if let field = ItemField(rawValue: key), case .string(let text) = value {
          model.problems[field] = text
        }
      }
    }
    return (context, model)
  }

  private static func rebuild(
    _ draftID: UUID, from coder: Coder, context: AppContext
  ) throws -> ItemFormModel {
    let stored = try context.drafts.draft(draftID)
    let newest = try stored.flatMap { try context.claim($0) }
    if stored != nil, newest == nil {
      context.isFormElsewhere = true
      throw UsageFailure(status: .failure, message: AppContext.isElsewhere)
    }
    let turn = coder.decodeInt(forKey: "turn") ?? 0
    let model = try rebuild(
      draftID, newest.flatMap { asOf(turn, $0) }, from: coder, context: context)
    if let newest {
      model.turn = newest.turn
      // What was taken back is stored again, so that draft and state agree from the first turn on.
      model.isUnsaved = newest.turn == turn + 1
    }
    return model
  }

  private static func rebuild(
    _ draftID: UUID, _ stored: Draft?, from coder: Coder, context: AppContext
  ) throws -> ItemFormModel {
    func uuid(_ key: String) -> UUID? {
      coder.decodeString(forKey: key).flatMap(UUID.init(uuidString:))
    }
    if let itemUUID = uuid("item") {
      let item = try Self.item(itemUUID, context)
      let draft = stored ?? Draft(uuid: draftID, itemUUID: itemUUID, baseRev: item.rev)
      let isSaved =
        stored == nil
        ? lostItsDraft(coder, to: item)
        : draft.baseRev != item.rev
          && ItemForm(item: item, currency: context.store.currency).isUnchanged(by: draft.fields)
      if isSaved { throw UsageFailure(status: .failure, message: "This form was saved") }
      return ItemFormModel(draft, base: item, context: context)
    }
    guard try context.store.item(draftID) == nil else {
      throw UsageFailure(status: .failure, message: "This form was saved")
    }
    let item = blank(draftID, place: uuid("place"))
    return ItemFormModel(stored ?? Draft(uuid: draftID), base: item, context: context)
  }

  /// Whether what was typed is gone and the item is another one: a kill came after both were stored
  /// and before the state was.
  private static func lostItsDraft(_ coder: Coder, to item: Item) -> Bool {
    guard let revision = coder.decodeInt(forKey: "revision") else { return false }
    return (coder.decodeInt(forKey: "turn") ?? 0) > 0 && revision != item.rev
  }

  /// A draft as it was when the state was stored: a kill between the two leaves the draft one turn
  /// ahead, and that turn was never on the screen.
  private static func asOf(_ turn: Int, _ draft: Draft) -> Draft? {
    guard draft.turn == turn + 1 else { return draft }
    var draft = draft
    guard let fields = draft.previousFields else { return nil }
    draft.fields = fields
    return draft
  }
}
