import Foundation
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct SettingsTests {
  private let home: TemporaryHome
  private let store: InventoryStore

  init() throws {
    home = try TemporaryHome()
    store = try home.store()
  }

  private func reading(_ store: InventoryStore) -> FieldReading {
    FieldReading(currency: store.currency)
  }

  @Test func whatIsSetIsThereAgain() throws {
    var settings = try store.settings()
    #expect(settings == InventorySettings(currency: .euro))
    for (setting, text) in [
      (InventorySetting.owner, " Ada Lovelace "), (.address, "St James’s Square 12\nLondon"),
      (.insurer, "Hartford"), (.policy, "P-17"), (.renewal, "2027-03-01"),
      (.contentsLimit, "€60,000.00"), (.deductible, "250"),
    ] {
      try settings.set(setting, to: text, reading(store))
    }
    let version = store.dataVersion
    #expect(try store.change(settings, session: "test"))
    #expect(store.dataVersion == version + 1)
    #expect(try !store.change(settings, session: "test"), "nothing is different")
    #expect(store.dataVersion == version + 1)
    let again = try home.store().settings()
    #expect(again == settings)
    #expect(again.owner == "Ada Lovelace")
    #expect(again.contentsLimit == 6_000_000)
    #expect(again.text(.contentsLimit) == "€60,000.00")
    try settings.set(.contentsLimit, to: "", reading(store))
    #expect(try store.change(settings, session: "test"))
    #expect(try home.store().settings().contentsLimit == nil)
  }

  @Test func anotherCurrencyWithTheSameDecimalsTakesTheAmountsAsTheyAre() throws {
    try store.add("Lamp") { $0.purchasePrice = 1250 }
    let other = try home.store()
    var settings = try store.settings()
    settings.currency = try #require(Currency(code: "CHF"))
    try store.change(settings, session: "test")
    #expect(store.currency.code == "CHF")
    #expect(
      try store.item(ItemList(store: store).row(at: 0)?.uuid ?? UUID())?.purchasePrice == 1250)
    #expect(other.currency == .euro)
    #expect(try other.refresh())
    #expect(other.currency.code == "CHF")
    #expect(try home.store().currency.code == "CHF")
  }

  @Test func aCurrencyWithOtherDecimalsIsForAnInventoryWithoutAmounts() throws {
    let yen = try #require(Currency(code: "JPY"))
    var settings = try store.settings()
    settings.currency = yen
    let lamp = try store.add("Lamp") { $0.purchasePrice = 1250 }
    #expect(throws: InventoryError.self) { try store.change(settings, session: "test") }
    #expect(store.currency == .euro)
    try store.perform(.trashItems([lamp.uuid]), session: "test")
    #expect(throws: InventoryError.self) { try store.change(settings, session: "test") }
    let bare = try home.store("bare")
    try bare.add("Stone")
    try bare.change(settings, session: "test")
    #expect(bare.currency == yen)
  }

  @Test func theCurrencyOfALoginIsForAnInventoryWithoutItems() throws {
    let (franc, yen) = (try #require(Currency(code: "CHF")), try #require(Currency(code: "JPY")))
    #expect(try store.prefer(franc, session: "test"))
    #expect(store.currency == franc)
    #expect(try home.store().currency == franc)
    let version = store.dataVersion
    #expect(try store.prefer(franc, session: "test"))
    #expect(store.dataVersion == version, "nothing is different")
    let stone = try store.add("Stone")
    try store.perform(.trashItems([stone.uuid]), session: "test")
    #expect(try !store.prefer(yen, session: "test"))
    #expect(store.currency == franc)
  }

  @Test func aCurrencyThatIsSharedOrChosenOrOfAPolicyIsNotThatOfALogin() throws {
    let franc = try #require(Currency(code: "CHF"))
    let shared = try home.store("shared")
    try shared.enterHousehold("h", .founding)
    #expect(try !shared.prefer(franc, session: "test"))
    #expect(shared.currency == .euro)
    let chosen = try home.store("chosen")
    var settings = try chosen.settings()
    settings.currency = try #require(Currency(code: "USD"))
    try chosen.change(settings, session: "test")
    #expect(try !chosen.prefer(franc, session: "test"))
    #expect(try home.store("chosen").currency == settings.currency)
    settings = try store.settings()
    settings.deductible = 250
    try store.change(settings, session: "test")
    #expect(try !store.prefer(franc, session: "test"))
    #expect(store.currency == .euro)
  }

  @Test(arguments: ["XXQ", "QQQ", "XXX", "XTS", "XAU"])
  func aCodeThatIsNoCurrencyIsRefused(code: String) throws {
    var settings = try store.settings()
    #expect(throws: FieldError.Reason.notACurrency) {
      try settings.set(.currency, to: code, reading(store))
    }
  }

  @Test(arguments: ["eur", "CHF", "BTN", "CLF", "XOF", "ZWG", "HRK"])
  func aCurrencyOfISOIsTaken(code: String) throws {
    var settings = try store.settings()
    try settings.set(.currency, to: code, reading(store))
    #expect(settings.currency.code == code.uppercased())
  }

  /// An inventory of an earlier version may have any code.
  @Test func anUnknownCodeThatIsThereStays() throws {
    try store.file.write { db in
      try db.execute(sql: "UPDATE meta SET value = 'XXQ' WHERE key = 'currency'")
      return ((), .commit)
    }
    #expect(try store.settings().currency.code == "XXQ")
  }

  @Test func whatCannotBeReadIsSaid() throws {
    var settings = try store.settings()
    #expect(throws: FieldError.Reason.notACurrency) {
      try settings.set(.currency, to: "euros", reading(store))
    }
    #expect(throws: FieldError.Reason.notADate) {
      try settings.set(.renewal, to: "soon", reading(store))
    }
    #expect(throws: FieldError.Reason.notAPrice) {
      try settings.set(.contentsLimit, to: "much", reading(store))
    }
    #expect(throws: FieldError.Reason.forbiddenCharacter) {
      try settings.set(.owner, to: "A\0da", reading(store))
    }
    #expect(try settings == store.settings())
  }

  @Test func settingsThatADamagedFileHoldsAreNotKnown() throws {
    try store.file.write { db in
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO meta(key, value) VALUES ('renewal', 'x'),
            ('contents_limit_minor', -5), ('deductible_minor', x'00')
          """)
      return ((), .commit)
    }
    let settings = try store.settings()
    #expect(settings.renewal == nil && settings.contentsLimit == nil && settings.deductible == nil)
  }
}
