import Inventory

extension FieldError {
  /// What is wrong, and what to type instead.
  var words: String { reason.words }
}

nonisolated extension FieldError.Reason {
  /// What is wrong, and what to type instead.
  var words: String {
    switch self {
    case .missing: "An item needs a name"
    case .notAPrice: "Not a price: type digits, as in 129.00"
    case .tooManyDecimals(let allowed): "Too many decimals: at most \(allowed)"
    case .tooLarge: "Too much to keep: type less"
    case .ambiguousNumber: "Thousands or decimals? Type it without thousands, as in 1299.00"
    case .otherCurrency(let wanted): "Another currency: type what it is in \(wanted)"
    case .notADate: "Not a date: type one like 2024-05-01, may 2024 or 2024"
    case .noSuchDay: "There is no such day"
    case .ambiguousDate(let first, let second): "Which one: \(first.text) or \(second.text)?"
    case .notAQuantity: "Not a quantity: type a number, as in 2 or 0.5"
    case .notAnAssetNumber: "Not an asset number: type digits, as in 000-123"
    case .rating(let problem): problem.words
    case .notAFlag: "Neither yes nor no"
    case .notACurrency: "Not a currency of ISO 4217: type its three letters, as in EUR"
    case .forbiddenCharacter: "Holds a character that cannot be kept"
    }
  }
}
