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
    case .text, .lines, .flag, .moment, .assetNumber, .tags, .code, .rating, .choice, .position:
      return nil
    }
  }

  /// Whether a field says of something that has happened that it is still to come.
  ///
  /// That is a slip more often than not, but no error: what is ordered comes next week.
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
