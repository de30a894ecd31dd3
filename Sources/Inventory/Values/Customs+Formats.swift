extension Customs {
  /// A way to write amounts, by an example, as a person names it.
  ///
  /// Where the currency sign stands is left to the locale.
  public enum NumberFormat: String, CaseIterable, Sendable {
    /// As in English.
    case commaThenPoint = "1,299.00"
    /// As in German.
    case pointThenComma = "1.299,00"
    /// As in French.
    case spaceThenComma = "1 299,00"
    /// As in Switzerland.
    case apostropheThenPoint = "1’299.00"
    /// The same with the apostrophe that keyboards have.
    case plainApostropheThenPoint = "1'299.00"
  }

  /// Which number of `5/1/2024` is the day, as a person names it.
  public enum DateOrder: String, CaseIterable, Sendable {
    /// It is 5 January.
    case dayFirst = "day-first"
    /// It is 1 May.
    case monthFirst = "month-first"
  }

  /// Writes amounts in a way that a person chose.
  public mutating func adopt(_ format: NumberFormat) {
    (grouping, decimal) =
      switch format {
      case .commaThenPoint: (",", ".")
      case .pointThenComma: (".", ",")
      case .spaceThenComma: ("\u{A0}", ",")
      case .apostropheThenPoint, .plainApostropheThenPoint: ("’", ".")
      }
  }

  /// Reads dates in an order that a person chose.
  public mutating func adopt(_ order: DateOrder) {
    dateOrder = order == .dayFirst ? .dayFirst : .monthFirst
  }
}
