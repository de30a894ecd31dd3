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

  /// A way to write days in ten columns, by an example, as a person names it.
  public enum DateFormat: String, CaseIterable, Sendable {
    /// As everywhere, and in files.
    case standard = "2024-05-31"
    /// As in Japan.
    case slashes = "2024/05/31"
    /// As in German.
    case dayFirstPoints = "31.05.2024"
    /// As in British English.
    case dayFirstSlashes = "31/05/2024"
    /// As in Dutch.
    case dayFirstDashes = "31-05-2024"
    /// As in the United States.
    case monthFirstSlashes = "05/31/2024"
  }

  /// Writes days in a way that a person chose, and reads them in its order.
  public mutating func adopt(_ format: DateFormat) {
    dateFormat = format
    switch format {
    case .standard, .slashes: break
    case .dayFirstPoints, .dayFirstSlashes, .dayFirstDashes: dateOrder = .dayFirst
    case .monthFirstSlashes: dateOrder = .monthFirst
    }
  }

  /// A day, as screens and reports show it.
  ///
  /// Forms, drafts and files have the ISO text, which reads the same whatever a person chooses later.
  public func text(of day: CalendarDate) -> String {
    let parts = day.text.split(separator: "-")
    guard parts.count == 3 else { return day.text }
    let (year, month, number) = (parts[0], parts[1], parts[2])
    return switch dateFormat {
    case .standard: day.text
    case .slashes: "\(year)/\(month)/\(number)"
    case .dayFirstPoints: "\(number).\(month).\(year)"
    case .dayFirstSlashes: "\(number)/\(month)/\(year)"
    case .dayFirstDashes: "\(number)-\(month)-\(year)"
    case .monthFirstSlashes: "\(month)/\(number)/\(year)"
    }
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
