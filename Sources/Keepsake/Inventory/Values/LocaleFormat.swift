/// How a locale writes numbers and dates: thousands and decimal separators, the position of the
/// currency sign, and the order of day and month.
///
/// Derived from the name of the locale alone. The system's tables would have to be installed for that
/// locale, which Debian leaves to the person, and opening them takes longer than a frame.
///
/// ```swift
/// let customs = LocaleFormat(environment: ["LC_MONETARY": "de_DE.UTF-8"])
/// MoneyText.text(Money(minor: 129_900, currency: .euro), customs)  // 1.299,00 €
/// ```
public struct LocaleFormat: Hashable, Sendable {
  /// The thousands separator: `,`, `.`, `’` or a no-break space.
  public var grouping = ","
  /// The decimal separator: `.` or `,`.
  public var decimal = "."
  /// Whether the currency sign comes before the amount.
  public var isSignFirst = true
  /// Whether a space separates the amount from a sign that is not a word.
  public var isSignApart = false
  /// The order of ambiguous dates; `unknown` refuses them.
  public var dateOrder = CalendarDate.DayOrder.unknown
  /// How days are written.
  public var dateFormat = DateFormat.standard

  /// The format of a language, in a country if one is named: `de`, `de_CH`, `fil_PH`; `nil` for an invalid name.
  public static let plain = LocaleFormat()

  private init() {}

  /// The customs of the locales that the environment names for money and for dates.
  ///
  /// - Parameter environment: The environment variables; `LC_ALL` overrides `LC_MONETARY` and
  ///   `LC_TIME`, which override `LANG`.
  public init(environment: [String: String]) {
    if let name = LocaleName(for: "LC_MONETARY", environment) { adopt(name) }
    if let name = LocaleName(for: "LC_TIME", environment), let region = name.region {
      dateOrder = Self.monthFirst.contains(region) ? .monthFirst : .dayFirst
    }
  }

  /// The customs of a language, in a country if one is named: `de`, `de_CH`, `fil_PH`; `nil` for what is no such name.
  public init?(language name: String) {
    guard name.wholeMatch(of: /[a-z]{2,3}(_[A-Z]{2})?/) != nil,
      LanguageCodes.isKnown(name.prefix { $0 != "_" })
    else { return nil }
    self.init(environment: ["LC_ALL": name])
  }

  private mutating func adopt(_ name: LocaleName) {
    let (language, region) = (name.language, name.region ?? "")
    if Self.likeEnglish.contains(language) || Self.pointRegions.contains(region) { return }
    if region == "CH" || region == "LI" || language == "gsw" {
      (grouping, isSignApart) = ("’", true)
      return
    }
    decimal = ","
    isSignApart = true
    isSignFirst = Self.signFirst.contains("\(language)_\(region)") || language == "nl"
    let hasSpaces = Self.spaced.contains(language) || (language == "pt" && region != "BR")
    grouping = hasSpaces ? "\u{A0}" : "."
  }

  /// Languages that write `1,299.00`.
  private static let likeEnglish: Set<String> = [
    "en", "ja", "zh", "ko", "th", "he", "hi", "bn", "ta", "te", "ur", "ar", "fa", "ga", "cy", "mt",
    "fil", "ceb", "haw", "chr", "yue", "C",
  ]

  /// Countries that do, whatever the language.
  private static let pointRegions: Set<String> = [
    "MX", "GT", "HN", "NI", "SV", "PA", "DO", "PR", "PE", "US", "PH", "MY", "SG",
  ]

  /// Languages with a space as thousands separator.
  private static let spaced: Set<String> = [
    "fr", "ru", "uk", "be", "bg", "pl", "cs", "sk", "fi", "sv", "nb", "nn", "no", "hu", "et", "lv",
    "lt", "kk", "hy", "ka", "uz", "ky",
  ]

  /// Locales with the sign first that still write `1.299,00`.
  private static let signFirst: Set<String> = [
    "pt_BR", "de_AT", "es_AR", "es_CL", "es_CO", "es_UY", "es_PY", "es_VE", "es_EC", "es_BO",
    "da_GL", "tr_TR", "id_ID", "nb_NO", "nn_NO", "no_NO",
  ]

  private static let monthFirst: Set<String> = ["US", "PH", "PR", "GU", "AS", "VI", "FM", "MH"]
}

/// The parts of a locale's name: `de_AT.UTF-8@euro`.
struct LocaleName {
  /// `de`.
  let language: String
  /// `AT`; `nil` if the name has no country, such as `C` and `eo`.
  let region: String?

  /// The locale of a category, such as `LC_MONETARY`; `nil` if the environment names none.
  init?(for category: String, _ environment: [String: String]) {
    let values = ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }
    guard let name = values.first(where: { !$0.isEmpty }) else { return nil }
    let bare = name.prefix { $0 != "." && $0 != "@" }
    let parts = bare.split(separator: "_", omittingEmptySubsequences: false)
    guard let language = parts.first, !language.isEmpty, language != "POSIX", language != "C"
    else { return nil }
    self.language = String(language)
    let region = parts.count > 1 ? parts[1].uppercased() : ""
    self.region = region.utf8.count == 2 ? region : nil
  }
}

extension LocaleFormat {
  /// A number format, named by an example.
  ///
  /// The locale decides the position of the currency sign.
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

  /// Which number of `5/1/2024` is the day.
  public enum DateOrder: String, CaseIterable, Sendable {
    /// It is 5 January.
    case dayFirst = "day-first"
    /// It is 1 May.
    case monthFirst = "month-first"
  }

  /// A date format of ten columns, named by an example.
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

  /// Adopts a date format for writing, and its order for reading.
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
  /// Forms, drafts and files use ISO text, which reads the same in every date format.
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

  /// Adopts a number format.
  public mutating func adopt(_ format: NumberFormat) {
    (grouping, decimal) =
      switch format {
      case .commaThenPoint: (",", ".")
      case .pointThenComma: (".", ",")
      case .spaceThenComma: ("\u{A0}", ",")
      case .apostropheThenPoint, .plainApostropheThenPoint: ("’", ".")
      }
  }

  /// Adopts an order for reading dates.
  public mutating func adopt(_ order: DateOrder) {
    dateOrder = order == .dayFirst ? .dayFirst : .monthFirst
  }
}
