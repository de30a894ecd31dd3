import Foundation

extension ItemForm {
  /// The fields that differ from the item, each with the item's value when it was first touched.
  public var draft: DraftFields {
    var draft = DraftFields(
      texts: fields.texts.filter { shown.texts[$0.key] != $0.value },
      choices: fields.choices.filter { shown.choices[$0.key] != .some($0.value) })
    // Nobody else can have changed an item that is not stored.
    guard item.rev > 0 else { return draft }
    for key in draft.texts.keys where !unclear.contains(key) {
      draft.was.texts[key] = fields.was.texts[key] ?? shown.texts[key]
    }
    for key in draft.choices.keys where !unclear.contains(key) {
      draft.was.choices[key] = fields.was.choices[key] ?? shown.choices[key]
    }
    return draft
  }

  /// The same form on the item's present version: typed fields stay, the others follow the item.
  public func moved(onto item: Item) -> ItemForm {
    var moved = ItemForm(item: item, draft: draft, baseRev: baseRev, currency: currency)
    // A field that now equals the item's no longer counts as typed.
    moved.fields.was = moved.draft.was
    moved.reading = reading
    return moved
  }

  /// The fields that were changed here and elsewhere to different values.
  public var conflicts: [ItemField] {
    let draft = draft
    return ItemField.inForm.filter { field in
      let key = field.rawValue
      if unclear.contains(key) { return draft.texts[key] != nil || draft.choices[key] != nil }
      if let was = draft.was.texts[key] { return was != shown.texts[key] }
      if let was = draft.was.choices[key] { return .some(was) != shown.choices[key] }
      return false
    }
  }

  /// Notes that the person has seen the item's present values.
  public mutating func settleConflicts() {
    fields.was = DraftFields.Earlier()
    settle(unclear)
  }

  /// Finds the fields whose former values are unknown, because the draft is from a version that did not
  /// store them.
  mutating func noteUnclear(since baseRev: Int64) {
    guard baseRev < item.rev else { return }
    let draft = draft
    let texts = draft.texts.keys.filter { fields.was.texts[$0] == nil }
    let choices = draft.choices.keys.filter { fields.was.choices[$0] == nil }
    unclear = Set(texts + choices)
    if !unclear.isEmpty { self.baseRev = baseRev }
  }

  private mutating func settle(_ keys: Set<String>) {
    unclear.subtract(keys)
    if unclear.isEmpty { baseRev = item.rev }
  }

  /// Replaces a typed field by the item's value.
  public mutating func revert(_ field: ItemField) {
    fields.texts[field.rawValue] = shown.texts[field.rawValue]
    fields.choices[field.rawValue] = shown.choices[field.rawValue]
    fields.was.texts[field.rawValue] = nil
    fields.was.choices[field.rawValue] = nil
    settle([field.rawValue])
  }
}
