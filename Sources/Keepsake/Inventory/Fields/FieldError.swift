/// Why the text of a field cannot be saved; the interface puts it into words.
public struct FieldError: Error, Hashable, Codable, Sendable {
  /// The problem.
  public enum Reason: Hashable, Codable, Sendable {
    /// A required field is empty.
    case missing
    /// Not an amount of money.
    case notAPrice
    /// A number whose separator may be for thousands or decimals: `1.299`.
    case ambiguousNumber
    /// An amount in another currency than the inventory's.
    case otherCurrency(wanted: String)
    /// More decimals than the currency has.
    case tooManyDecimals(allowed: Int)
    /// Too large to be stored.
    case tooLarge
    /// Not a date.
    case notADate
    /// A date that the calendar does not have.
    case noSuchDay
    /// A date that may be two days: with the month first, or the day first.
    case ambiguousDate(CalendarDate, CalendarDate)
    /// Not a quantity.
    case notAQuantity
    /// Not an asset number.
    case notAnAssetNumber
    /// Neither yes nor no.
    case notAFlag
    /// Not a time between two dates.
    case notAnInterval
    /// Not a rating.
    case rating(RatingProblem)
    /// Not a currency of ISO 4217.
    case notACurrency
    /// A character that cannot be stored.
    case forbiddenCharacter
  }

  /// The field.
  public var field: ItemField
  /// The problem.
  public var reason: Reason

  /// Makes an error.
  public init(field: ItemField, reason: Reason) {
    self.field = field
    self.reason = reason
  }
}

extension FieldError.Reason: Error {}
