/// What the program makes of a text that says it in a way of its own.
extension ItemForm {
  /// By which rules a field is read: a warranty of two years counts from the day of the purchase.
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

  /// What a text is understood as, for the person to see while they type: `€1,299.00` for `1.299,00`,
  /// `Fri 2026-11-20` for `last friday`.
  ///
  /// - Returns: nil where the text says it itself, or cannot be read.
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
      return date.textWithWeekday
    case .text, .lines, .flag, .moment, .assetNumber, .tags, .code, .choice: return nil
    }
  }

  private func isPlainNumber(_ text: String, usual: AmountText.Decimals) -> Bool {
    (try? AmountText(text, usual: usual, customs: reading.customs))?.isPlain ?? false
  }

  /// Writes a date that was said in words as the day it means: tomorrow `today` is another one.
  public mutating func settleDate(_ field: ItemField) {
    guard field.definition.kind == .date, let text = fields[field]?.trimmedOfBlanks,
      !text.isEmpty, (try? CalendarDate(parsing: text)) == nil,
      let value = try? field.definition.kind.parse(text, reading(of: field)),
      let day = value.text
    else { return }
    fields[field] = day
  }
}
