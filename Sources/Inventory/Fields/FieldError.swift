/// Why the text of one field cannot be saved; the interface finds the words.
public struct FieldError: Error, Hashable, Codable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Codable, Sendable {
    /// Nothing was typed where something is needed.
    case missing
    /// No amount of money.
    case notAPrice
    /// A number of which nobody knows whether it has thousands or decimals: `1.299`.
    case ambiguousNumber
    /// An amount in another currency than the inventory's.
    case otherCurrency(wanted: String)
    /// More decimals than the currency has.
    case tooManyDecimals(allowed: Int)
    /// Beyond what can be stored.
    case tooLarge
    /// Nothing that looks like a date.
    case notADate
    /// A date that the calendar does not have.
    case noSuchDay
    /// A date that could be two days: with the month first, and with the day first.
    case ambiguousDate(CalendarDate, CalendarDate)
    /// No quantity.
    case notAQuantity
    /// No asset number.
    case notAnAssetNumber
    /// Neither yes nor no.
    case notAFlag
    /// No currency of ISO 4217.
    case notACurrency
    /// A character that cannot be stored there.
    case forbiddenCharacter
  }

  /// The field.
  public var field: ItemField
  /// What is wrong with it.
  public var reason: Reason

  /// Makes an error.
  public init(field: ItemField, reason: Reason) {
    self.field = field
    self.reason = reason
  }
}

extension FieldError.Reason: Error {}
