import Foundation

extension ItemForm {
  /// The fields in which the form says something else than its item, each with what the item said
  /// when it was first touched.
  public var draft: DraftFields {
    var draft = DraftFields(
      texts: fields.texts.filter { shown.texts[$0.key] != $0.value },
      choices: fields.choices.filter { shown.choices[$0.key] != .some($0.value) })
    // Nobody else can have changed an item that was never stored.
    guard item.rev > 0 else { return draft }
    for key in draft.texts.keys where !unclear.contains(key) {
      draft.was.texts[key] = fields.was.texts[key] ?? shown.texts[key]
    }
    for key in draft.choices.keys where !unclear.contains(key) {
      draft.was.choices[key] = fields.was.choices[key] ?? shown.choices[key]
    }
    return draft
  }

  /// The form of the same item as it is now: what was typed stays, everything else is the item's.
  public func moved(onto item: Item) -> ItemForm {
    var moved = ItemForm(item: item, draft: draft, baseRev: baseRev, currency: currency)
    // What the item says by itself now was not typed any more.
    moved.fields.was = moved.draft.was
    moved.reading = reading
    return moved
  }

  /// The fields that were typed here and changed elsewhere meanwhile, to different things.
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

  /// Takes note that the person has seen what the item says now.
  public mutating func settleConflicts() {
    fields.was = DraftFields.Earlier()
    settle(unclear)
  }

  /// Finds the fields of which nobody knows whether the item said something else when they were
  /// typed: drafts did not always remember it.
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

  /// Gives up what was typed into a field for what the item says.
  public mutating func revert(_ field: ItemField) {
    fields.texts[field.rawValue] = shown.texts[field.rawValue]
    fields.choices[field.rawValue] = shown.choices[field.rawValue]
    fields.was.texts[field.rawValue] = nil
    fields.was.choices[field.rawValue] = nil
    settle([field.rawValue])
  }
}
