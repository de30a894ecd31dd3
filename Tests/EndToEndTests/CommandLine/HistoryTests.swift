import Foundation
import Testing

/// `keepsake history`: who changed which field of an item.
@Suite(.waitsForProcesses) struct HistoryTests {
  @Test func historyShowsFieldsBeforeAndAfter() throws {
    let home = try Home(isEmpty: true)
    #expect(try home.run(["add", "Drill", "price=129.00"]).status == 0)
    #expect(try home.run(["set", "Drill", "price=139.00", "notes=loud\nand red"]).status == 0)
    let lines = try home.run(["history", "Drill"]).text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("Price paid: 129.00 → 139.00") == true)
    #expect(lines.last?.hasSuffix("Added") == true)
    let texts = try home.run(["history", "--json", "1"]).text.split(separator: "\n")
    let entry = try #require(
      try JSONSerialization.jsonObject(with: Data(texts[0].utf8)) as? [String: Any])
    let changes = try #require(entry["changes"] as? [[String: String]])
    let price = changes.first { $0["what"] == "Price paid" }
    #expect(price?["before"] == "129.00" && price?["after"] == "139.00")
    #expect(entry["action"] as? String == "changed")
    #expect((entry["at"] as? String)?.hasSuffix("Z") == true)
  }

  @Test func historyNamesAMissingItem() throws {
    let result = try Home(isEmpty: false).run(["history", "unicorn"])
    #expect(result.status != 0 && result.text.isEmpty)
    #expect(result.errors.contains("unicorn"))
  }
}
