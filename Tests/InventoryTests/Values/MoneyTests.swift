import Testing

@testable import Inventory

@Suite struct MoneyTests {
  @Test(arguments: [
    ("0", 0), ("12", 1200), ("12.5", 1250), ("12.50", 1250), ("12.5000", 1250), (".5", 50),
    ("1299.00", 129_900), ("0.01", 1),
  ])
  func exactAmountsAreRead(text: String, minor: Int64) throws {
    let money = try Money(parsing: text, currency: .euro)
    #expect(money.minor == minor)
    #expect(try Money(parsing: money.plainText, currency: .euro) == money)
  }

  @Test(arguments: ["", ".", "$12.95", "1,299.00", "1e3", "-1", "12.5.0", " 1", "١٢"])
  func whatIsNoAmountIsRefused(text: String) {
    #expect(throws: Money.ParseError.notANumber) {
      try Money(parsing: text, currency: .euro)
    }
  }

  @Test func nothingIsRoundedAway() {
    #expect(throws: Money.ParseError.tooManyDecimals(allowed: 2)) {
      try Money(parsing: "1.999", currency: .euro)
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

  @Test func aPersonMayTypeAComma() throws {
    #expect(try Money(parsing: "12,5", currency: .euro, style: .typed).minor == 1250)
    #expect(throws: Money.ParseError.tooManyDecimals(allowed: 2)) {
      try Money(parsing: "1,299", currency: .euro, style: .typed)
    }
  }
}
