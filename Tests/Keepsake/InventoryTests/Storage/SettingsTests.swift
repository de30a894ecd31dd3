import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct SettingsTests {
  private let home: InventoryHome
  private let store: InventoryStore

  init() throws {
    home = try InventoryHome()
    store = try home.store()
  }

  private func reading(_ store: InventoryStore) -> FieldReading {
    FieldReading(currency: store.database.currency)
  }

  @Test func settingsSurviveReopening() throws {
    var settings = try store.settings.fetch()
    #expect(settings == InventorySettings(currency: .euro))
    for (setting, text) in [
      (InventorySetting.owner, " Ada Lovelace "), (.address, "St James’s Square 12\nLondon"),
      (.insurer, "Hartford"), (.policy, "P-17"), (.renewal, "2027-03-01"),
      (.contentsLimit, "€60,000.00"), (.deductible, "250"),
    ] {
      try settings.set(setting, to: text, reading(store))
    }
    let version = store.database.dataVersion
    #expect(try store.settings.change(settings, session: "test"))
    #expect(store.database.dataVersion == version + 1)
    #expect(try !store.settings.change(settings, session: "test"), "nothing changed")
    #expect(store.database.dataVersion == version + 1)
    let again = try home.store().settings.fetch()
    #expect(again == settings)
    #expect(again.owner == "Ada Lovelace")
    #expect(again.contentsLimit == 6_000_000)
    #expect(again.text(.contentsLimit) == "€60,000.00")
    try settings.set(.contentsLimit, to: "", reading(store))
    #expect(try store.settings.change(settings, session: "test"))
    #expect(try home.store().settings.fetch().contentsLimit == nil)
  }

  @Test func changingToACurrencyWithTheSameDecimalsKeepsAmounts() throws {
    try store.add("Lamp") { $0.purchasePrice = 1250 }
    let other = try home.store()
    var settings = try store.settings.fetch()
    settings.currency = try #require(Currency(code: "CHF"))
    try store.settings.change(settings, session: "test")
    #expect(store.database.currency.code == "CHF")
    #expect(
      try store.items.fetch(ItemList(store: store).row(at: 0)?.uuid ?? UUID())?.purchasePrice
        == 1250)
    #expect(other.database.currency == .euro)
    #expect(try other.database.refresh())
    #expect(other.database.currency.code == "CHF")
    #expect(try home.store().database.currency.code == "CHF")
  }

  @Test func aCurrencyWithOtherDecimalsNeedsAnInventoryWithoutAmounts() throws {
    let yen = try #require(Currency(code: "JPY"))
    var settings = try store.settings.fetch()
    settings.currency = yen
    let lamp = try store.add("Lamp") { $0.purchasePrice = 1250 }
    #expect(throws: InventoryError.self) { try store.settings.change(settings, session: "test") }
    #expect(store.database.currency == .euro)
    try store.changes.perform(.trashItems([lamp.uuid]), session: "test")
    #expect(throws: InventoryError.self) { try store.settings.change(settings, session: "test") }
    let bare = try home.store("bare")
    try bare.add("Stone")
    try bare.settings.change(settings, session: "test")
    #expect(bare.database.currency == yen)
  }

  @Test func theLoginsCurrencyAppliesToAnInventoryWithoutItems() throws {
    let (franc, yen) = (try #require(Currency(code: "CHF")), try #require(Currency(code: "JPY")))
    #expect(try store.settings.prefer(franc, session: "test"))
    #expect(store.database.currency == franc)
    #expect(try home.store().database.currency == franc)
    let version = store.database.dataVersion
    #expect(try store.settings.prefer(franc, session: "test"))
    #expect(store.database.dataVersion == version, "nothing changed")
    let stone = try store.add("Stone")
    try store.changes.perform(.trashItems([stone.uuid]), session: "test")
    #expect(try !store.settings.prefer(yen, session: "test"))
    #expect(store.database.currency == franc)
  }

  @Test func theLoginsCurrencyReplacesNeitherAChoiceNorThatOfAPolicy() throws {
    let franc = try #require(Currency(code: "CHF"))
    let chosen = try home.store("chosen")
    var settings = try chosen.settings.fetch()
    settings.currency = try #require(Currency(code: "USD"))
    try chosen.settings.change(settings, session: "test")
    #expect(try !chosen.settings.prefer(franc, session: "test"))
    #expect(try home.store("chosen").database.currency == settings.currency)
    settings = try store.settings.fetch()
    settings.deductible = 250
    try store.settings.change(settings, session: "test")
    #expect(try !store.settings.prefer(franc, session: "test"))
    #expect(store.database.currency == .euro)
  }

  @Test(arguments: ["XXQ", "QQQ", "XXX", "XTS", "XAU"])
  func aCodeThatIsNotACurrencyIsRefused(code: String) throws {
    var settings = try store.settings.fetch()
    #expect(throws: FieldError.Reason.notACurrency) {
      try settings.set(.currency, to: code, reading(store))
    }
  }

  @Test(arguments: ["eur", "CHF", "BTN", "CLF", "XOF", "ZWG", "HRK"])
  func anISOCurrencyIsAccepted(code: String) throws {
    var settings = try store.settings.fetch()
    try settings.set(.currency, to: code, reading(store))
    #expect(settings.currency.code == code.uppercased())
  }

  /// An inventory of an earlier version may contain any code.
  @Test func anUnknownStoredCodeIsKept() throws {
    try store.database.file.write { db in
      try db.execute(sql: "UPDATE meta SET value = 'XXQ' WHERE key = 'currency'")
      return ((), .commit)
    }
    #expect(try store.settings.fetch().currency.code == "XXQ")
  }

  @Test func invalidSettingsAreReported() throws {
    var settings = try store.settings.fetch()
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
    #expect(try settings == store.settings.fetch())
  }

  @Test func invalidSettingsInADamagedFileAreIgnored() throws {
    try store.database.file.write { db in
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO meta(key, value) VALUES ('renewal', 'x'),
            ('contents_limit_minor', -5), ('deductible_minor', x'00')
          """)
      return ((), .commit)
    }
    let settings = try store.settings.fetch()
    #expect(settings.renewal == nil && settings.contentsLimit == nil && settings.deductible == nil)
  }
}
