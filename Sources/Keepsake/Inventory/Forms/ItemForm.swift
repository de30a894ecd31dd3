import Foundation

/// The form of an item as texts.
///
/// Opening fills it from the item and applies the draft; saving parses it into an item, or reports the
/// errors.
public struct ItemForm: Hashable, Sendable {
  /// The item when the form was opened.
  public private(set) var item: Item
  /// The currency of prices.
  public let currency: Currency
  /// The rules for parsing the texts.
  public var reading: FieldReading
  /// The content of the form.
  public var fields: DraftFields
  /// The item's values, which the form showed before anything was typed.
  public let shown: DraftFields
  /// The revision of the item on which the fields in `unclear` are based.
  public internal(set) var baseRev: Int64
  /// The fields of an older draft whose former values are unknown while the item has changed.
  var unclear: Set<String> = []

  /// A form for an item.
  public init(item: Item, currency: Currency) {
    self.item = item
    self.currency = currency
    reading = FieldReading(currency: currency)
    baseRev = item.rev
    var fields = DraftFields()
    for field in ItemField.inForm {
      let definition = field.definition
      if definition.kind == .choice {
        fields[choice: field] = .some(definition.value(of: item).uuid)
      } else {
        fields[field] = definition.text(of: item, currency: currency)
      }
    }
    self.fields = fields
    shown = fields
  }

  /// A form for a draft; fields that the draft lacks come from the item.
  ///
  /// - Parameter baseRev: The revision on which the draft is based; `nil` for the item's.
  public init(item: Item, draft: DraftFields, baseRev: Int64? = nil, currency: Currency) {
    self.init(item: item, currency: currency)
    fields.texts.merge(draft.texts) { $1 }
    fields.choices.merge(draft.choices) { $1 }
    fields.was = draft.was
    noteUnclear(since: baseRev ?? item.rev)
  }

  /// Makes a new item private, or open again, before it is saved.
  public mutating func setPrivate(_ isPrivate: Bool) { item.isPrivate = isPrivate }

  /// Whether a draft does not differ from this form.
  public func isUnchanged(by draft: DraftFields) -> Bool {
    draft.texts.allSatisfy { fields.texts[$0.key] == $0.value }
      && draft.choices.allSatisfy { fields.choices[$0.key] == .some($0.value) }
  }
}

/// Shows how the program understands a text.
extension ItemForm {
  /// The rules for a field: a warranty of two years counts from the day of the purchase.
  func reading(of field: ItemField) -> FieldReading {
    var reading = reading
    guard field == .warrantyUntil, var clock = reading.clock,
      let typed = fields[.purchaseDate],
      let bought = try? CalendarDate(parsing: typed, order: reading.customs.dateOrder, clock: clock)
    else { return reading }
    clock.start = bought
    reading.clock = clock
    return reading
  }

  /// How a text is understood, to be shown while the person types: `€1,299.00` for `1.299,00`, `Fri
  /// 2026-11-20` for `last friday`.
  ///
  /// - Returns: `nil` if the text is obvious or cannot be parsed.
  public func understood(_ field: ItemField) -> String? {
    guard let text = fields[field]?.trimmedOfBlanks, !text.isEmpty, text != shown[field],
      let value = try? field.definition.kind.parse(text, reading(of: field))
    else { return nil }
    switch field.definition.kind {
    case .money:
      guard let minor = value.integer, !isPlainNumber(text, usual: currency.usualDecimals) else {
        return nil
      }
      return MoneyText.text(Money(minor: minor, currency: currency), reading.customs)
    case .quantity:
      guard let number = value.real, !isPlainNumber(text, usual: .three) else { return nil }
      return Quantity.text(number)
    case .date:
      guard let date = value.text.flatMap(CalendarDate.init(iso:)), date.text != text else {
        return nil
      }
      return date.textWithWeekday(reading.customs)
    case .text, .lines, .flag, .moment, .assetNumber, .tags, .code, .rating, .interval, .choice,
      .position:
      return nil
    }
  }

  /// Whether a date of the past is in the future.
  ///
  /// That is usually a slip, but not an error: an ordered item may come next week.
  public func isToCome(_ field: ItemField) -> Bool {
    guard field.hasHappened, let text = fields[field]?.trimmedOfBlanks, !text.isEmpty,
      let today = reading.clock?.today,
      let value = try? field.definition.kind.parse(text, reading(of: field)),
      let day = value.text.flatMap(CalendarDate.init(iso:))
    else { return false }
    return day > today
  }

  private func isPlainNumber(_ text: String, usual: AmountText.Decimals) -> Bool {
    (try? AmountText(text, usual: usual, customs: reading.customs))?.isPlain ?? false
  }

  /// Replaces a date in words by its day: `today` means another one tomorrow.
  public mutating func settleDate(_ field: ItemField) {
    guard field.definition.kind == .date, let text = fields[field]?.trimmedOfBlanks,
      !text.isEmpty, (try? CalendarDate(parsing: text)) == nil,
      let value = try? field.definition.kind.parse(text, reading(of: field)),
      let day = value.text
    else { return }
    fields[field] = day
  }
}

extension ItemForm {
  /// The item to store, or all errors in the order of the form.
  public enum Outcome: Hashable, Sendable {
    /// The item with the form's content, and the `rev` with which it was opened.
    case valid(Item)
    /// The errors.
    case invalid([FieldError])
  }

  /// Parses the texts.
  public func validated() -> Outcome {
    var item = item
    var errors: [FieldError] = []
    for field in ItemField.inForm {
      if field.isChoice {
        guard let choice = fields[choice: field] else { continue }
        field.definition.store(choice.map(ColumnValue.uuid) ?? .null, in: &item)
      } else if let text = fields[field] {
        do {
          try put(text, into: &item, field)
        } catch {
          errors.append(FieldError(field: field, reason: error))
        }
      }
    }
    if item.name.isEmpty, !errors.contains(where: { $0.field == .name }) {
      errors.insert(FieldError(field: .name, reason: .missing), at: 0)
    }
    if !self.item.lentTo.isEmpty, item.lentTo.isEmpty { giveBack(&item) }
    planMaintenance(&item)
    return errors.isEmpty ? .valid(item) : .invalid(errors)
  }

  /// Clears the details of a loan that is over, unless they were just typed.
  private func giveBack(_ item: inout Item) {
    if item.lentDate == self.item.lentDate { item.lentDate = nil }
    if item.dueBack == self.item.dueBack { item.dueBack = nil }
  }

  /// Plans the first maintenance of an interval that was just typed without a date.
  private func planMaintenance(_ item: inout Item) {
    guard item.maintenanceDue == nil, self.item.maintenanceDue == nil,
      item.maintenanceInterval != self.item.maintenanceInterval,
      let interval = MaintenanceInterval(item.maintenanceInterval), let clock = reading.clock
    else { return }
    item.maintenanceDue = interval.day(after: clock.today)
  }

  /// The error of a field before the form is saved.
  ///
  /// - Parameter isLeft: Whether the user has left the field; during typing, only input that more typing can't correct
  ///   is an error. An empty field is valid, unless the name was deleted.
  public func problem(in field: ItemField, isLeft: Bool) -> FieldError? {
    guard let text = fields[field], !field.isChoice else { return nil }
    if text.trimmedOfBlanks.isEmpty {
      let isTakenAway = field == .name && isLeft && !item.name.isEmpty
      return isTakenAway ? FieldError(field: field, reason: .missing) : nil
    }
    if !isLeft, field.definition.kind.canBecome(from: text, reading(of: field)) { return nil }
    do {
      var item = item
      try put(text, into: &item, field)
      return nil
    } catch {
      return FieldError(field: field, reason: error)
    }
  }

  private func put(
    _ text: String, into item: inout Item, _ field: ItemField
  ) throws(FieldError.Reason) {
    guard !text.utf8.contains(0) else { throw .forbiddenCharacter }
    guard text.utf8.count <= Item.maximumTextBytes else { throw .tooLarge }
    let definition = field.definition
    let value = try definition.kind.parse(text, reading(of: field))
    definition.put(value, in: &item, at: currentTimestamp())
    if field == .name {
      item.name = item.name.trimmedOfBlanks
      if item.name.isEmpty { throw .missing }
    }
  }
}

extension ItemForm {
  /// The fields that differ from the item, each with the item's value when it was first touched.
  public var draft: DraftFields {
    var draft = DraftFields(
      texts: fields.texts.filter { shown.texts[$0.key] != $0.value },
      choices: fields.choices.filter { shown.choices[$0.key] != .some($0.value) })
    // No other session can have changed an item that is not stored.
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
  public var conflicts: [ItemField] { ItemField.inForm.filter(isInConflict) }

  /// Whether a field was changed here and elsewhere to different values.
  public func isInConflict(_ field: ItemField) -> Bool {
    let key = field.rawValue
    let isTyped = fields.texts[key].map { $0 != shown.texts[key] } ?? false
    let isChosen = fields.choices[key].map { .some($0) != shown.choices[key] } ?? false
    if unclear.contains(key) { return isTyped || isChosen }
    // No other session can have changed an item that is not stored.
    guard item.rev > 0 else { return false }
    if isTyped { return fields.was.texts[key].map { $0 != shown.texts[key] } ?? false }
    return isChosen && fields.was.choices[key].map { .some($0) != shown.choices[key] } ?? false
  }

  /// Records that the user has seen the item's present values.
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
