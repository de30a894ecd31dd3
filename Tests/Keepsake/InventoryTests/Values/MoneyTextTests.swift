import InventorySupport
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct MoneyTextTests {
  private func customs(_ locale: String) -> LocaleFormat {
    LocaleFormat(environment: ["LANG": "en_GB.UTF-8", "LC_MONETARY": locale])
  }

  @Test(arguments: [
    ("C", "EUR", 129_900, "€1,299.00"), ("POSIX", "USD", 129_900, "$1,299.00"),
    ("en_US.UTF-8", "USD", 123_456_789, "$1,234,567.89"),
    ("de_DE", "EUR", 129_900, "1.299,00\u{A0}€"),
    ("fr_FR.UTF-8@euro", "EUR", 129_900, "1\u{A0}299,00\u{A0}€"),
    ("de_CH.UTF-8", "CHF", 129_900, "CHF\u{A0}1’299.00"), ("ja_JP", "JPY", 1299, "¥1,299"),
    ("de_AT", "EUR", 5, "€\u{A0}0,05"), ("pt_BR", "BRL", 100_000_000, "R$\u{A0}1.000.000,00"),
    ("sv_SE", "SEK", 99_900, "999,00\u{A0}kr"), ("ar_KW", "KWD", 1_234_567, "KWD\u{A0}1,234.567"),
    ("en_IE", "EUR", 0, "€0.00"), ("es_MX", "MXN", 129_900, "$1,299.00"),
    ("nl_NL", "EUR", -129_900, "-€\u{A0}1.299,00"), ("ru_RU", "RUB", 100, "1,00\u{A0}₽"),
  ])
  func moneyIsFormattedForTheLocale(
    locale: String, code: String, minor: Int64, text: String
  ) throws {
    let money = Money(minor: minor, currency: try #require(Currency(code: code)))
    #expect(MoneyText.text(money, customs(locale)) == text)
  }

  @Test func unknownLanguagesHaveNoFormat() {
    for name in ["de", "de_CH", "zh_CN", "en", "no_NO", "fil_PH", "gsw_CH", "haw_US", "fil", "gsw"]
    {
      #expect(LocaleFormat(language: name) != nil, "\(name)")
    }
    for name in [
      "xx", "xx_YY", "german", "d", "de_", "DE", "deu", "xxx", "xxx_CH", "und", "gsw_", "GSW",
      "gsww",
    ] {
      #expect(LocaleFormat(language: name) == nil, "\(name)")
    }
  }

  @Test(arguments: [
    ("fil_PH", "₱1,299.00"), ("fil", "₱1,299.00"), ("haw_US", "₱1,299.00"),
    ("gsw_CH", "₱\u{A0}1’299.00"), ("gsw", "₱\u{A0}1’299.00"), ("hsb_DE", "1.299,00\u{A0}₱"),
  ])
  func threeLetterLanguagesUseTheFormatOfTheirCountry(name: String, text: String) throws {
    let money = Money(minor: 129_900, currency: try #require(Currency(code: "PHP")))
    #expect(MoneyText.text(money, try #require(LocaleFormat(language: name))) == text)
  }

  private static let locales = [
    "C", "en_US", "de_DE", "fr_FR", "de_CH", "de_AT", "ja_JP", "pt_BR", "sv_SE", "ru_RU", "es_AR",
    "nl_NL", "nb_NO", "it_IT", "pl_PL", "tr_TR", "ar_KW", "zh_CN", "fr_TN", "vi_VN",
  ]

  /// The program reads everything it prints, in every locale, including estimates.
  @Test(arguments: locales, ["EUR", "JPY", "KWD", "USD", "CHF", "NOK", "ZAR", "BRL", "XAF"])
  func printedAmountsAreReadInEveryLocale(locale: String, code: String) throws {
    var random = SeededGenerator(seed: 17)
    let currency = try #require(Currency(code: code))
    let customs = customs(locale)
    for _ in 0..<200 {
      let top = (0..<Int.random(in: 1...11, using: &random)).reduce(Int64(1)) { power, _ in
        power * 10
      }
      let money = Money(minor: Int64.random(in: 0..<top, using: &random), currency: currency)
      for text in [MoneyText.text(money, customs), "≈" + MoneyText.text(money, customs)] {
        let read = try? Money(parsing: text, currency: currency, customs: customs)
        #expect(read == money, "“\(text)” in \(locale), seed 17")
      }
    }
  }

  @Test(arguments: [
    ("de_DE.UTF-8", "EUR"), ("de_CH", "CHF"), ("en_US", "USD"), ("ja_JP", "JPY"), ("nb_NO", "NOK"),
    ("en_IN", "INR"), ("fr_SN", "XOF"), ("es_AR", "ARS"),
  ])
  func theCurrencyIsThatOfTheCountry(locale: String, code: String) {
    #expect(Currency(environment: ["LC_MONETARY": locale])?.code == code)
    #expect(Currency(environment: ["LANG": locale])?.code == code)
    #expect(Currency(environment: ["LANG": "xx_ZZ", "LC_ALL": locale])?.code == code)
  }

  @Test(arguments: ["C", "C.UTF-8", "POSIX", "", "eo", "en_ZZ", "_", "de_", "Ā_Ā"])
  func withoutACountryThereIsNoCurrency(locale: String) {
    #expect(Currency(environment: ["LANG": locale]) == nil)
    #expect(Currency(environment: [:]) == nil)
  }

  @Test func theFirstNonemptyVariableDecides() {
    let variables = ["LC_ALL": "", "LC_MONETARY": "pl_PL", "LANG": "de_DE"]
    #expect(Currency(environment: variables)?.code == "PLN")
    #expect(LocaleFormat(environment: variables).dateOrder == .dayFirst)
    #expect(LocaleFormat(environment: ["LANG": "en_US.UTF-8"]).dateOrder == .monthFirst)
    #expect(LocaleFormat(environment: ["LANG": "C.UTF-8"]) == .plain)
  }

  @Test func theLocaleResolvesAmbiguousSeparators() throws {
    let (german, english) = (customs("de_DE"), customs("en_GB"))
    #expect(try Money(parsing: "1.299", currency: .euro, customs: german).minor == 129_900)
    #expect(throws: Money.ParseError.ambiguous) {
      try Money(parsing: "1.299", currency: .euro, customs: english)
    }
    #expect(try Quantity.parse("1,500", customs: german) == 1.5)
    let yen = try #require(Currency(code: "JPY"))
    #expect(try Money(parsing: "1.299", currency: yen).minor == 1299)
  }
}
