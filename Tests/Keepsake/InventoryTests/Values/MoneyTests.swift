import InventorySupport
import Storage
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct MoneyTests {
  @Test(arguments: [
    ("0", 0), ("12", 1200), ("12.5", 1250), ("12.50", 1250), ("12.5000", 1250), (".5", 50),
    ("1299.00", 129_900), ("0.01", 1),
  ])
  func exactAmountsAreRead(text: String, minor: Int64) throws {
    let money = try Money(parsing: text, currency: .euro)
    #expect(money.minor == minor)
    #expect(try Money(parsing: money.plainText, currency: .euro) == money)
  }

  @Test(arguments: [
    "", ".", ",", "1e3", "-1", "12.5.0", "١٢", "1,2,3", "1,29,900", "0,299,000", "x",
  ])
  func invalidAmountsAreRefused(text: String) {
    #expect(throws: Money.ParseError.notANumber) {
      try Money(parsing: text, currency: .euro)
    }
  }

  /// The ways people and programs write 1299 euros.
  @Test(arguments: [
    "1299", "1299.00", "1299,00", "1299,0", "1,299.00", "1 299,00", "1.299,00", "1 299.00", "1,299",
    "1\u{A0}299,00", "1\u{202F}299,00\u{A0}€", "1\u{2009}299", "1'299.00", "1’299,00", "€1299",
    "€ 1,299.00", "1299 €", "1.299,00 EUR", "eur 1299", " 1299 ", "1299,000", "1299.0000",
    "1299,-", "1.299,-", "1299.-", "€ 1299,–", "1299,— €", "1299,--",
  ])
  func amountsInCommonNotationsAreRead(text: String) throws {
    #expect(try Money(parsing: text, currency: .euro).minor == 129_900)
  }

  @Test(arguments: [("129,90", 12990), ("129.9", 12990), ("12 €", 1200), ("€12", 1200), (",5", 50)])
  func decimalsMayHaveACommaOrAPoint(text: String, minor: Int64) throws {
    #expect(try Money(parsing: text, currency: .euro).minor == minor)
  }

  @Test(arguments: ["1.299", "12.500", "999.000"])
  func anAmbiguousSeparatorIsNotGuessed(text: String) {
    #expect(throws: Money.ParseError.ambiguous) { try Money(parsing: text, currency: .euro) }
  }

  @Test(arguments: ["$12.95", "12 £", "₽12"])
  func anotherCurrencyIsRefused(text: String) {
    #expect(throws: Money.ParseError.otherCurrency) { try Money(parsing: text, currency: .euro) }
  }

  @Test(arguments: ["EUR", "JPY", "KWD"], [7, 8] as [UInt64])
  func printedAmountsAreRead(code: String, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let currency = try #require(Currency(code: code))
    for _ in 0..<2000 {
      let digits = Int.random(in: 1...11, using: &random)
      let top = (0..<digits).reduce(Int64(1)) { power, _ in power * 10 }
      let money = Money(minor: Int64.random(in: 0..<top, using: &random), currency: currency)
      let parts = money.plainText.split(separator: ".")
      // As lists print it, with separated thousands.
      let printed = ([CountText.grouped(String(parts[0]))] + parts.dropFirst().map(String.init))
        .joined(separator: ".")
      #expect(try Money(parsing: money.plainText, currency: currency) == money, "seed \(seed)")
      if code != "KWD" || printed.contains(".") {
        #expect(try Money(parsing: printed, currency: currency) == money, "\(printed) \(seed)")
      }
    }
  }

  @Test func tooManyDecimalsAreNotRounded() {
    #expect(throws: Money.ParseError.tooManyDecimals(allowed: 2)) {
      try Money(parsing: "1.9999", currency: .euro)
    }
    #expect(throws: Money.ParseError.tooLarge) {
      try Money(parsing: "99999999999999999999", currency: .euro)
    }
  }

  @Test func decimalsFollowTheCurrency() throws {
    let yen = try #require(Currency(code: "jpy"))
    let dinar = try #require(Currency(code: "KWD"))
    #expect(Money(minor: 1234, currency: yen).plainText == "1234")
    #expect(Money(minor: 1234, currency: dinar).plainText == "1.234")
    #expect(Money(minor: 5, currency: .euro).plainText == "0.05")
    #expect(Currency(code: "EURO") == nil)
  }
}
