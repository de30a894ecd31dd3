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
    #expect(lines.last?.contains("\tAdded\t") == true)
    let texts = try home.run(["history", "--json", "1"]).text.split(separator: "\n")
    let entry = try #require(
      try JSONSerialization.jsonObject(with: Data(texts[0].utf8)) as? [String: Any])
    let changes = try #require(entry["changes"] as? [[String: String]])
    let price = changes.first { $0["what"] == "Price paid" }
    #expect(price?["before"] == "129.00" && price?["after"] == "139.00")
    #expect(entry["action"] as? String == "changed")
    #expect((entry["at"] as? String)?.hasSuffix("Z") == true)
  }

  @Test func oneChangeIsUndoneByItsNumber() throws {
    let home = try Home(isEmpty: true)
    for arguments in [
      ["add", "Drill", "price=129.00"], ["set", "Drill", "price=139.00"],
      ["set", "Drill", "notes=loud"],
    ] {
      #expect(try home.run(arguments).status == 0)
    }
    let lines = try home.run(["history"]).text.split(separator: "\n")
    let line = try #require(lines.first { $0.contains("129.00 → 139.00") })
    let number = String(try #require(line.split(separator: "\t").last))
    let undone = try home.run(["history", "--undo", number])
    #expect(undone.status == 0 && undone.errors.contains("Price paid: 129.00 → 139.00"))
    let shown = try home.run(["show", "Drill"]).text
    #expect(shown.contains("129.00") && shown.contains("loud"), "the later note stays")
    let again = try home.run(["history", "--undo", number])
    #expect(again.status != 0)
    #expect(again.errors.contains("“Drill” has changed since (price paid is 129.00, not 139.00)"))
    let since = try home.run(["history", "Drill", "--undo-since", number])
    #expect(since.status == 0)
    #expect(try !home.run(["show", "Drill"]).text.contains("loud"))
    #expect(try home.run(["history", "--undo", "9999"]).errors.contains("no change 9999"))
  }

  @Test func historyNamesAMissingItem() throws {
    let result = try Home(isEmpty: false).run(["history", "unicorn"])
    #expect(result.status != 0 && result.text.isEmpty)
    #expect(result.errors.contains("unicorn"))
  }
}
