import TestSupport
import Foundation
import RepriseTesting
import Testing

/// The real program's commands on items in the archive and in the trash.
@Suite(.waitsForProcesses) struct ShelfCommandTests {
  private let home: Home

  init() throws {
    home = try Home(isEmpty: true)
    for arguments in [
      ["Drill", "price=50", "place=Home / Shed", "notes=hammer"], ["Drill bits", "price=5"],
      ["Lamp", "price=7", "place=Home / Hall"],
    ] {
      #expect(try home.run(["add"] + arguments).status == 0)
    }
  }

  private func run(_ arguments: String...) throws -> CommandResult { try home.run(arguments) }

  private func names(_ arguments: String...) throws -> [String] {
    try home.run(["list"] + arguments).text.split(separator: "\n").map {
      String($0.split(separator: "\t")[0])
    }
  }

  private func object(_ item: String) throws -> [String: Any] {
    let said = try run("show", "--json", item)
    return try #require(try JSONSerialization.jsonObject(with: said.output) as? [String: Any])
  }

  @Test(arguments: ["Drill", "drill", "000-001", "hammer", "shed"])
  func everyCommandFindsAnArchivedItem(_ name: String) throws {
    let archived = try run("set", name, "archived=yes")
    #expect(archived.status == 0 && archived.errors == "Archived “Drill”\n")
    #expect(try names() == ["Drill bits", "Lamp"])
    let shown = try run("show", name)
    #expect(shown.text.contains("Name\tDrill\n") && shown.text.contains("\nArchived\tsince "))
    #expect(try object(name)["archived"] as? Bool == true)
    #expect(try run("set", name, "serial=K-7").errors == "Changed “Drill” (archived)\n")
    let history = try run("history", name).text
    #expect(history.contains("Archived: no → yes") && history.contains("Serial no.: nothing → K-7"))
    let receipt = try home.write(Array("%PDF".utf8), to: "receipt.pdf")
    #expect(try run("attach", name, receipt).status == 0)
    #expect(try !run("report", "--csv").text.contains("Drill,"), "archived items count nowhere")
    let back = try run("set", name, "archived=no")
    #expect(back.status == 0 && back.errors == "Returned “Drill” from the archive\n")
    #expect(try names() == ["Drill", "Drill bits", "Lamp"])
    #expect(try run("report", "--csv").text.contains("Drill,"))
  }

  @Test func archiveAndTrashAreListed() throws {
    _ = try run("set", "000-001", "archived=yes")
    _ = try run("set", "Lamp", "trashed=yes")
    #expect(try names() == ["Drill bits"])
    #expect(try names("--archived") == ["Drill"])
    #expect(try names("--trashed") == ["Lamp"])
    #expect(try run("list", "--trashed").text == "Lamp\tHome / Hall\t1\t7.00\t000-003\n")
    let cases: [(words: [String], found: [String])] = [
      (["--archived", "shed"], ["Drill"]), (["--archived", "hall"], []),
      (["--trashed", "hall"], ["Lamp"]),
      (["--archived", "--", "-hammer"], []), (["is:archived"], ["Drill"]),
      (["IS:TRASH", "lamp"], ["Lamp"]), (["is:trashed"], ["Lamp"]),
      (["--", "-is:archived", "-is:trash"], ["Drill bits"]), (["\"is:archived\""], []),
    ]
    for (words, found) in cases {
      let listed = try home.run(["list"] + words)
      let names = listed.text.split(separator: "\n").map { $0.split(separator: "\t")[0] }
      #expect(listed.status == 0 && names.map(String.init) == found, "\(words)")
      let json = Array(words.prefix { $0 != "--" }) + ["--json"] + words.drop { $0 != "--" }
      #expect(
        try home.run(["list"] + json).text.split(separator: "\n").count == found.count, "\(json)")
    }
    let both = try run("list", "--archived", "--trashed")
    #expect(both.status == 0)
    #expect(
      both.text.split(separator: "\n").map { $0.split(separator: "\t")[0] } == ["Drill", "Lamp"])
  }

  @Test func trashedItemIsShownAndRestored() throws {
    let trashed = try run("set", "Drill", "trashed=yes")
    #expect(trashed.status == 0 && trashed.errors == "Moved “Drill” to the trash\n")
    #expect(try run("show", "000-001").text.contains("\nTrash\tin the trash since "))
    #expect(try object("000-001")["trashed"] as? Bool == true)
    #expect(try run("history", "000-001").text.contains("Moved to the trash"))
    let out = try run("set", "000-001", "trashed=no", "price=60")
    #expect(out.status == 0 && out.errors == "Restored “Drill” from the trash\n")
    #expect(try object("Drill")["trashed"] == nil)
    #expect(try object("Drill")["purchasePrice"] as? String == "60.00")
    #expect(try names() == ["Drill", "Drill bits", "Lamp"])
    #expect(try run("history", "Drill").text.contains("Restored from the trash"))
    #expect(try run("set", "Drill", "trashed=no").errors == "“Drill” is unchanged\n")
  }

  @Test func trashedItemAllowsNoOtherChange() throws {
    _ = try run("set", "Lamp", "trashed=yes")
    let receipt = try home.write(Array("%PDF".utf8), to: "receipt.pdf")
    for arguments in [["set", "Lamp", "price=3"], ["attach", "Lamp", receipt]] {
      let refused = try home.run(arguments)
      #expect(refused.status == 1)
      #expect(
        refused.errors.hasSuffix(
          "“Lamp” is in the trash; take it out first: `keepsake set 000-003 trashed=no`\n"))
    }
    #expect(try run("set", "Lamp", "trashed=perhaps").status == 64)
    #expect(try object("Lamp")["purchasePrice"] as? String == "7.00")
  }

  /// A name refers to a listed item before an archived or trashed one.
  @Test func listedItemsComeFirst() throws {
    _ = try run("add", "Lamp", "price=8")
    _ = try run("set", "000-003", "trashed=yes")
    #expect(try object("Lamp")["assetNumber"] as? String == "000-004")
    _ = try run("set", "000-004", "archived=yes")
    #expect(try object("Lamp")["assetNumber"] as? String == "000-004")
    // A match in a listed item precedes the name of a trashed item, but not that of an archived one.
    _ = try run("set", "000-001", "trashed=yes")
    #expect(try object("Drill")["assetNumber"] as? String == "000-002")
    _ = try run("set", "000-001", "trashed=no", "archived=yes")
    #expect(try object("Drill")["assetNumber"] as? String == "000-001")
  }

  /// All items with the same name are listed, even if another shelf has only one, or another item contains the word.
  @Test func itemsWithTheSameNameAreAllListed() throws {
    let numbers = { (said: CommandResult) in
      said.messages.dropFirst().map { String($0.prefix { $0 != " " }) }
    }
    let commands = [["set", "Lamp", "price=1"], ["show", "Lamp"], ["history", "Lamp"]]
    for _ in 0..<2 { _ = try run("add", "Lamp") }
    _ = try run("set", "000-003", "archived=yes")
    for words in commands {
      let said = try home.run(words)
      #expect(said.status == 64 && numbers(said) == ["000-004", "000-005"], "\(said.errors)")
    }
    // Two in the archive, and an item in the lists that contains the word.
    _ = try run("set", "000-004", "archived=yes")
    _ = try run("set", "000-005", "name=Lamp shade")
    for words in commands + [["set", "Lamp", "archived=no"]] {
      let said = try home.run(words)
      #expect(said.status == 64 && numbers(said) == ["000-003", "000-004"], "\(said.errors)")
    }
    #expect(try object("000-005")["name"] as? String == "Lamp shade")
    // Two in the trash, and a trashed item that contains the word.
    for number in ["000-003", "000-004", "000-005"] { _ = try run("set", number, "trashed=yes") }
    for words in commands + [["set", "Lamp", "trashed=no"]] {
      let said = try home.run(words)
      #expect(said.status == 64, "\(said.errors)")
      #expect(numbers(said) == ["000-003", "000-004", "000-005"], "\(said.errors)")
    }
  }

  /// A command that fails leaves an item in the trash.
  @Test func itemStaysInTheTrashWhenAChangeFails() throws {
    _ = try run("set", "Lamp", "trashed=yes")
    for fields in [["price=abc"], ["asset=000-001"], ["place=Zanzibar", "rating=film:none"]] {
      let said = try home.run(["set", "000-003", "trashed=no"] + fields)
      #expect(said.status != 0 && said.messages.count == 1, "\(said.errors)")
      #expect(try object("000-003")["trashed"] as? Bool == true, "\(fields)")
    }
    try home.expectNoTrace(of: ["Zanzibar"])
    #expect(try run("set", "000-003", "trashed=no", "place=Attic").status == 0)
    #expect(try object("000-003")["place"] as? String == "Attic")
  }

  @Test func restoredItemReturnsToAnExistingPlace() throws {
    let hall = try home.open()
    try hall.press(script: "2<Enter>x")
    try hall.press(script: "d")
    try hall.killEverything()
    #expect(try run("show", "Lamp").text.contains("in the trash"))
    #expect(try run("set", "Lamp", "trashed=no").status == 0)
    #expect(try object("Lamp")["place"] as? String == "Home")
  }

  @Test func windowOpensAndReturnsAnArchivedItem() throws {
    _ = try run("set", "000-001", "archived=yes")
    let window = try home.open(["open", "Drill"])
    #expect(window.picture.text.contains("Archived"), "\(window.picture.text)")
    try window.press(script: "sb")
    try window.killEverything()
    #expect(try names() == ["Drill", "Drill bits", "Lamp"])
    let again = try home.open()
    #expect(!again.picture.text.contains("Archived"), "the same screen: \(again.picture.text)")
    #expect(again.picture.text.contains("hammer"))
  }

  @Test func purgeDeletesWhatIsInTheTrash() throws {
    let refused = try run("purge", "Lamp", "--yes")
    #expect(refused.status == 1 && refused.errors.contains("is not in the trash"))
    _ = try run("set", "Lamp", "trashed=yes")
    let unasked = try run("purge", "Lamp")
    #expect(unasked.status == 64 && unasked.errors.contains("--yes"))
    #expect(try names("--trashed") == ["Lamp"])
    let purged = try run("purge", "000-003", "--yes")
    #expect(purged.status == 0 && purged.errors == "Deleted “Lamp” for good\n")
    #expect(try names("--trashed") == [])
    #expect(try run("show", "Lamp").status == 66)
  }

  @Test func purgeEmptiesTheTrash() throws {
    #expect(try run("purge", "--trash", "--yes").errors == "The trash is empty\n")
    _ = try run("set", "000-001", "trashed=yes")
    _ = try run("set", "Lamp", "trashed=yes")
    #expect(try run("purge", "--trash", "--yes").errors == "Deleted 2 items for good\n")
    #expect(try names() == ["Drill bits"] && names("--trashed") == [])
    #expect(try run("purge").status == 64)
    #expect(try run("purge", "--trash", "Drill").status == 64)
  }
}
