import Foundation
import Inventory
import Reprise

/// The state of a form holds the draft's identity, never what was typed.
extension ItemFormModel {
  /// Encodes what ``decodeReference(from:)`` needs to find or rebuild this model.
  func encodeReference(with coder: Coder) {
    coder.encode(draftID.uuidString, forKey: "draft")
    coder.encode(itemUUID?.uuidString, forKey: "item")
    coder.encode(hasDraft, forKey: "hasDraft")
    coder.encode(Int(form.item.rev), forKey: "revision")
    if isInTrash { coder.encode(true, forKey: "isInTrash") }
    if asksForRating { coder.encode(true, forKey: "asksForRating") }
    if itemUUID == nil {
      coder.encode(form.item.place?.uuidString, forKey: "place")
      if let category = form.item.category { coder.encode(category.uuidString, forKey: "category") }
      if isPrivate { coder.encode(true, forKey: "isPrivate") }
      if !form.item.tags.isEmpty { coder.encode(form.item.tags, forKey: "tags") }
    }
    let problems = problems.map { ($0.key.rawValue, Value.string($0.value)) }
    if !problems.isEmpty {
      coder.encode(
        value: .dictionary(Dictionary(uniqueKeysWithValues: problems)), forKey: "problems")
    }
  }

  /// The model of a restored form or picker: the one on screen, the draft, or an untouched form.
  ///
  /// `nil` when its item is gone.
  static func decodeReference(from coder: Coder) -> (context: AppContext, model: ItemFormModel)? {
    guard let context = coder.environment[AppContext.self],
      let draftID = coder.decodeString(forKey: "draft").flatMap(UUID.init(uuidString:))
    else { return nil }
    if let open = context.drafts.openForms[draftID] as? ItemFormModel { return (context, open) }
    guard let model = try? rebuild(draftID, from: coder, context: context) else { return nil }
    if case .dictionary(let problems) = coder.value(forKey: "problems") {
      for (key, value) in problems {
        if let field = ItemField(rawValue: key), case .string(let text) = value {
          model.problems[field] = text
        }
      }
    }
    if coder.decodeBool(forKey: "asksForRating") { model.askForRating() }
    return (context, model)
  }

  private static func rebuild(
    _ draftID: UUID, from coder: Coder, context: AppContext
  ) throws -> ItemFormModel {
    guard try !context.changes.wasDiscarded(draftID) else {
      throw UsageFailure(status: .failure, message: "This draft was discarded")
    }
    let stored = try context.drafts.draft(draftID)
    let newest = try stored.flatMap { try context.drafts.claim($0) }
    if stored != nil, newest == nil {
      context.launchNotices.noteFormElsewhere()
      throw UsageFailure(status: .failure, message: DraftController.isElsewhere)
    }
    // The drafts decide, not the state: the newest text is on the disk.
    return try rebuild(draftID, newest, from: coder, context: context)
  }

  private static func rebuild(
    _ draftID: UUID, _ stored: Draft?, from coder: Coder, context: AppContext
  ) throws -> ItemFormModel {
    func uuid(_ key: String) -> UUID? {
      coder.decodeString(forKey: key).flatMap(UUID.init(uuidString:))
    }
    if let itemUUID = uuid("item") {
      guard let item = try context.store.items.fetch(itemUUID) else { throw Self.isGone }
      let draft = stored ?? Draft(uuid: draftID, itemUUID: itemUUID, baseRev: item.rev)
      let isSaved =
        stored == nil
        ? lostItsDraft(coder, to: item)
        : draft.baseRev != item.rev
          && ItemForm(item: item, currency: context.store.database.currency).isUnchanged(
            by: draft.fields)
      if isSaved { throw UsageFailure(status: .failure, message: "This form was saved") }
      let model = ItemFormModel(
        draft, isStored: stored != nil || hadDraft(coder), base: item, context: context)
      model.noteTrashedMeanwhile(wasInTrash: coder.decodeBool(forKey: "isInTrash"))
      return model
    }
    guard try context.store.items.fetch(draftID) == nil else {
      throw UsageFailure(status: .failure, message: "This form was saved")
    }
    let batch = Batch(
      place: uuid("place"), category: uuid("category"),
      tags: coder.decodeStrings(forKey: "tags") ?? [],
      // A draft has precedence.
      isPrivate: stored?.isPrivate ?? coder.decodeBool(forKey: "isPrivate"))
    let item = blank(draftID, batch)
    return ItemFormModel(
      stored ?? Draft(uuid: draftID), isStored: stored != nil || hadDraft(coder), base: item,
      context: context)
  }

  /// Whether the draft was saved into the item: a kill came after both were stored and before the state was.
  private static func lostItsDraft(_ coder: Coder, to item: Item) -> Bool {
    guard let revision = coder.decodeInt(forKey: "revision") else { return false }
    return hadDraft(coder) && revision != item.rev
  }

  /// Whether a draft was stored when the state was; earlier versions stored a count.
  private static func hadDraft(_ coder: Coder) -> Bool {
    coder.decodeBool(forKey: "hasDraft") || (coder.decodeInt(forKey: "turn") ?? 0) > 0
  }
}
