import InventorySupport
import Foundation
import RepriseTesting
import Testing

@testable import Inventory

@Suite(.leavesMainActorAlone) struct SmallValueTests {
  @Test(arguments: [
    "2024-02-29", "2024/02/29", "02/29/2024", "2024-02-29T10:00:00Z", "2024-02-29 10:00:00+01:00",
    "29.02.2024", "29.2.2024", "2024-2-29", "2024.2.29", "29/02/2024", "29-02-2024", " 2024-02-29 ",
  ])
  func datesInAllFormatsAreRead(text: String) throws {
    #expect(try CalendarDate(parsing: text).text == "2024-02-29")
  }

  @Test(arguments: [
    "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "2024-04-31", "09/30/0202", "31.9.2024",
    "13/13/2024",
  ])
  func nonexistentDaysAreRefused(text: String) {
    #expect(throws: CalendarDate.ParseError.noSuchDay) { try CalendarDate(parsing: text) }
  }

  @Test(arguments: [
    "soon", "2024-02-29Tnow", "2024-02/29", "", "20240229", "2024-02", "1.2.24", "2024-02-29x",
    "029.02.2024", "2024--29",
  ])
  func textsThatAreNotDatesAreRefused(text: String) {
    #expect(throws: CalendarDate.ParseError.notADate) { try CalendarDate(parsing: text) }
  }

  @Test func anAmbiguousDateIsNotGuessed() throws {
    let may = try #require(CalendarDate(iso: "2024-05-01"))
    let january = try #require(CalendarDate(iso: "2024-01-05"))
    #expect(throws: CalendarDate.ParseError.ambiguous(monthFirst: may, dayFirst: january)) {
      try CalendarDate(parsing: "05/01/2024")
    }
    #expect(try CalendarDate(parsing: "05/01/2024", order: .monthFirst) == may)
    #expect(try CalendarDate(parsing: "05/05/2024").text == "2024-05-05")
    #expect(try CalendarDate(parsing: "5.1.2024") == january)
    #expect(throws: CalendarDate.ParseError.noSuchDay) {
      try CalendarDate(parsing: "31/12/2024", order: .monthFirst)
    }
  }

  /// The beginning of a date is accepted while the user types.
  @Test(arguments: [11, 12] as [UInt64])
  func everyPrefixOfADateIsAccepted(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let year = Int.random(in: 1000...9999, using: &random)
      let month = Int.random(in: 1...12, using: &random)
      let day = Int.random(in: 1...28, using: &random)
      let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
      for text in [
        "\(year)-\(month)-\(day)", "\(year)/\(two(month))/\(two(day))", "\(day).\(month).\(year)",
        "\(two(day)).\(two(month)).\(year)", "\(month)/\(day)/\(year)", "\(day)/\(month)/\(year)",
        "\(year)-\(two(month))-\(two(day))T10:00:00Z",
      ] {
        for length in 0...text.count {
          let typed = String(text.prefix(length))
          #expect(CalendarDate.canBecome(from: typed), "\(typed) of \(text), seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: ["1000", "1000-", "9999", "31", "12.12"])
  func datesAtTheLimitsAreAccepted(text: String) {
    #expect(CalendarDate.canBecome(from: text))
  }

  @Test(arguments: [
    "x", "2024-13", "2024-02-30", "2024-2-32", "32.", "1.13.", "0202", "2024-02/", "2024-02-29-",
    "123-", "20245", "31.9.2024", "2024-00-",
  ])
  func textsThatCannotBecomeADateAreNoticed(text: String) {
    #expect(!CalendarDate.canBecome(from: text))
  }

  @Test func timestampsAreMillisecondsOfTheSystemsClock() async throws {
    for _ in 0..<5 {
      let before = Date().timeIntervalSince1970 * 1000
      let timestamp = Double(currentTimestamp())
      let after = Date().timeIntervalSince1970 * 1000
      #expect(timestamp >= before - 2 && timestamp <= after + 2)
      // Waits for another part of the second.
      try await Task.sleep(for: .milliseconds(130))
    }
  }

  @Test func datesSurviveCoding() throws {
    let date = try #require(CalendarDate(iso: "1931-05-01"))
    let data = try JSONEncoder().encode([date])
    #expect(String(decoding: data, as: UTF8.self) == #"["1931-05-01"]"#)
    #expect(try JSONDecoder().decode([CalendarDate].self, from: data) == [date])
  }

  @Test(arguments: ["0": 0.0, "1": 1, "2.5": 2.5, "0.0001": 0.0001, "1000000000": 1e9])
  func quantitiesAreReadAndPrinted(text: String, value: Double) throws {
    #expect(try Quantity.parse(text) == value)
    #expect(Quantity.text(value) == text)
  }

  @Test(arguments: ["2,5": 2.5, "1 000": 1000, "1.500": 1.5, "1,000.5": 1000.5, ".5": 0.5])
  func quantitiesInCommonNotationsAreRead(text: String, value: Double) throws {
    #expect(try Quantity.parse(text) == value)
  }

  @Test func storedQuantitiesAreClampedToTheRange() {
    #expect(Quantity.possible(nil) == 1)
    #expect(Quantity.possible(.nan) == 1)
    #expect(Quantity.possible(-3) == 0)
    #expect(Quantity.possible(2.5) == 2.5)
    #expect(Quantity.possible(.infinity) == Quantity.maximum)
  }

  @Test(arguments: ["", "-1", "1.00001", "1e3", "nan", "inf", "9999999999"])
  func invalidQuantitiesAreRefused(text: String) {
    #expect(throws: Quantity.ParseError.notAQuantity) { try Quantity.parse(text) }
  }

  @Test func anAmbiguousQuantityIsNotGuessed() {
    #expect(throws: Quantity.ParseError.ambiguous) { try Quantity.parse("1,500") }
  }

  @Test func assetNumbersAreReadAndPrinted() {
    #expect(AssetNumber.text(7) == "000-007")
    #expect(AssetNumber.text(1_234_567) == "1234-567")
    #expect(AssetNumber.parse("000-123") == .number(123))
    #expect(AssetNumber.parse("\"000-123\"") == .number(123))
    #expect(AssetNumber.parse("000-000") == .none)
    #expect(AssetNumber.parse("12a") == .unreadable)
    #expect(AssetNumber.parse("99999999999999999999") == .unreadable)
  }

  @Test func namesSortAsPeopleExpect() {
    let sorted = [
      "2 chairs", "10 chairs", "Äpfel", "apple", "Box 2", "Box 10", "Box 010 b", "ёлка", "Елка б",
      "игра", "йод", "кот", "茶壶",
    ]
    let shuffled = sorted.shuffled()
    let again = shuffled.sorted {
      SortKey.key(for: $0).utf8.lexicographicallyPrecedes(SortKey.key(for: $1).utf8)
    }
    #expect(
      again.map(SortKey.key)
        == sorted.map(SortKey.key).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(again.firstIndex(of: "Box 2") == again.firstIndex(of: "Box 10").map { $0 - 1 })
    #expect(again.firstIndex(of: "йод") == again.firstIndex(of: "кот").map { $0 - 1 })
    #expect(SortKey.key(for: "1:20") < SortKey.key(for: "2:3"), "a colon ends a number")
    #expect(SortKey.key(for: "ÉCLAIR") == SortKey.key(for: "eclair"))
    #expect(SortKey.key(for: String(repeating: "茶", count: 5000)).utf8.count <= 128)
  }
}
