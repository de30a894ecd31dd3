/// How numbers and dates are written where the person lives: what sets thousands apart, what begins
/// the decimals, where the sign of a currency stands, and whether the month comes first.
///
/// Known from the name of the locale alone. The system's own tables would have to be installed for
/// that locale, which Debian leaves to the person, and to open them takes longer than a frame.
///
/// ```swift
/// let customs = Customs(environment: ["LC_MONETARY": "de_DE.UTF-8"])
/// MoneyText.text(Money(minor: 129_900, currency: .euro), customs)  // 1.299,00 €
/// ```
public struct Customs: Hashable, Sendable {
  /// What sets thousands apart: `,`, `.`, `’` or a space that does not break.
  public var grouping = ","
  /// What begins the decimals: `.` or `,`.
  public var decimal = "."
  /// Whether the sign of the currency stands before the amount.
  public var isSignFirst = true
  /// Whether a space stands between a sign that is no word and the amount.
  public var isSignApart = false
  /// How a date that could be two days is read; unknown: it is refused.
  public var dateOrder = CalendarDate.DayOrder.unknown

  /// Those of no country in particular, which is what the locale `C` means: `€1,299.00`.
  public static let plain = Customs()

  private init() {}

  /// The customs of the locale that the environment names for money, and for dates.
  ///
  /// - Parameter environment: The variables of the process; `LC_ALL` beats `LC_MONETARY` and
  ///   `LC_TIME`, which beat `LANG`.
  public init(environment: [String: String]) {
    if let name = LocaleName(for: "LC_MONETARY", environment) { adopt(name) }
    if let name = LocaleName(for: "LC_TIME", environment), let region = name.region {
      dateOrder = Self.monthFirst.contains(region) ? .monthFirst : .dayFirst
    }
  }

  private mutating func adopt(_ name: LocaleName) {
    let (language, region) = (name.language, name.region ?? "")
    if Self.likeEnglish.contains(language) || Self.pointRegions.contains(region) { return }
    if region == "CH" || region == "LI" {
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
    "C",
  ]

  /// Countries that do, whatever their language.
  private static let pointRegions: Set<String> = [
    "MX", "GT", "HN", "NI", "SV", "PA", "DO", "PR", "PE", "US", "PH", "MY", "SG",
  ]

  /// Languages that set thousands apart by a space.
  private static let spaced: Set<String> = [
    "fr", "ru", "uk", "be", "bg", "pl", "cs", "sk", "fi", "sv", "nb", "nn", "no", "hu", "et", "lv",
    "lt", "kk", "hy", "ka", "uz", "ky",
  ]

  /// Locales with the sign first although they write `1.299,00`.
  private static let signFirst: Set<String> = [
    "pt_BR", "de_AT", "es_AR", "es_CL", "es_CO", "es_UY", "es_PY", "es_VE", "es_EC", "es_BO",
    "da_GL", "tr_TR", "id_ID", "nb_NO", "nn_NO", "no_NO",
  ]

  private static let monthFirst: Set<String> = ["US", "PH", "PR", "GU", "AS", "VI", "FM", "MH"]
}

/// The name of a locale, taken apart: `de_AT.UTF-8@euro`.
struct LocaleName {
  /// `de`.
  let language: String
  /// `AT`; nil where the name has none, as `C` and `eo` have.
  let region: String?

  /// The locale of a category, `LC_MONETARY` say; nil where the environment names none.
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
