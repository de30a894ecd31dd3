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
    /// An item as it is.
    case item(UUID)
    /// What was typed some other time.
    case draft(Draft)
  }

  private(set) var draft: Draft

  /// Whether something was typed that the draft on disk does not have yet.
  var isUnsaved = false

  /// What the last attempt to save found wrong, by field.
  private(set) var problems: [ItemField: String] = [:]

  /// Called when something other than typing changed the fields.
  var didChange: () -> Void = {}

  private let context: AppContext

  /// What the fields were when the form had nothing typed into it.
  private let untouched: DraftFields

  var draftID: UUID { draft.uuid }

  init(_ start: Start, context: AppContext) throws {
    self.context = context
    switch start {
    case .new(let place):
      draft = Draft(fields: DraftFields.empty(place: place))
      untouched = draft.fields
    case .item(let uuid):
      guard let item = try context.store.item(uuid) else {
        throw UsageFailure(status: .failure, message: "This item is no longer there")
      }
      untouched = DraftFields(item: item, currency: context.store.currency)
      draft =
        try context.drafts.draft(forItem: uuid)
        ?? Draft(itemUUID: uuid, baseRevision: item.rev, fields: untouched)
    case .draft(let draft):
      self.draft = draft
      let item = try draft.itemUUID.flatMap { try context.store.item($0) }
      untouched =
        item.map { DraftFields(item: $0, currency: context.store.currency) }
        ?? DraftFields.empty(place: nil)
    }
  }

  // MARK: - Fields

  subscript(field: ItemField) -> String {
    get { draft.fields[field] }
    set {
      guard draft.fields[field] != newValue else { return }
      draft.fields[field] = newValue
      problems[field] = nil
      touch()
    }
  }

  var category: UUID? {
    get { draft.fields.category }
    set {
      draft.fields.category = newValue
      touch()
      didChange()
    }
  }

  var place: UUID? {
    get { draft.fields.place }
    set {
      draft.fields.place = newValue
      touch()
      didChange()
    }
  }

  private func touch() {
    draft.updatedAt = Timestamp.now
    isUnsaved = true
  }

  /// Whether the form says anything that the item does not.
  var isTouched: Bool { draft.fields != untouched }

  // MARK: - Ending

  /// Writes the item and drops the draft. Says what is wrong when it cannot.
  func save() -> Bool {
    context.commitDrafts()
    do {
      let values = try ItemFormValues(draft: draft, store: context.store)
      try context.save(values.edit)
      try context.drafts.delete(draftID)
      return true
    } catch let error as ItemFormError {
      problems = error.problems
      context.notice(error.problems.count == 1 ? "One field needs mending" : "Some fields need mending")
      didChange()
    } catch {
      context.notice("\(error)")
    }
    return false
  }

  /// Forgets everything typed.
  func discard() {
    isUnsaved = false
    _ = context.attempt { try context.drafts.delete(draftID) }
  }

  /// Leaves the form: an untouched draft is dropped, another one waits.
  func leave() {
    if isTouched { context.commitDrafts() } else { discard() }
  }
}
