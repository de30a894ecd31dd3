import Foundation
import Testing

@testable import Inventory

@Suite struct SmallValueTests {
  @Test(arguments: [
    "2024-02-29", "2024/02/29", "02/29/2024", "2024-02-29T10:00:00Z", "2024-02-29 10:00:00+01:00",
  ])
  func datesInAllFourForms(text: String) {
    #expect(CalendarDate(parsing: text)?.text == "2024-02-29")
  }

  @Test(arguments: [
    "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "2024-04-31", "09/30/0202", "soon",
    "2024-2-9", "2024-02-29Tnow", "2024-02/29", "",
  ])
  func impossibleDates(text: String) {
    #expect(CalendarDate(parsing: text) == nil)
  }

  @Test func datesSurviveCoding() throws {
    let date = try #require(CalendarDate(parsing: "1931-05-01"))
    let data = try JSONEncoder().encode([date])
    #expect(String(decoding: data, as: UTF8.self) == #"["1931-05-01"]"#)
    #expect(try JSONDecoder().decode([CalendarDate].self, from: data) == [date])
  }

  @Test(arguments: ["0": 0.0, "1": 1, "2.5": 2.5, "0.0001": 0.0001, "1000000000": 1e9])
  func quantities(text: String, value: Double) {
    #expect(Quantity.parse(text) == value)
    #expect(Quantity.text(value) == text)
  }

  @Test(arguments: ["", "-1", "1.", "1.00001", "1e3", "nan", "inf", "2,5", "9999999999"])
  func whatIsNoQuantity(text: String) {
    #expect(Quantity.parse(text) == nil)
  }

  @Test func assetNumbers() {
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
    #expect(SortKey.key(for: "ÉCLAIR") == SortKey.key(for: "eclair"))
    #expect(SortKey.key(for: String(repeating: "茶", count: 5000)).utf8.count <= 128)
  }
}
