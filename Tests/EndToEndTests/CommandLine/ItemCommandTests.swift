import TestSupport
import Foundation
import Reprise
import RepriseTesting
import Testing

/// `add`, `set`, `show` and `settings`, run as the real program.
@Suite(.waitsForProcesses) struct ItemCommandTests {
  private let home: Home

  init() throws { home = try Home(isEmpty: true) }

  private func run(_ arguments: String..., locale: String = "C.UTF-8") throws -> CommandResult {
    try home.run(
      arguments, environment: ["HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": locale])
  }

  private func object(_ item: String) throws -> [String: Any] {
    let said = try run("show", "--json", item)
    return try #require(try JSONSerialization.jsonObject(with: said.output) as? [String: Any])
  }

  @Test func addedItemIsShown() throws {
    let added = try run(
      "add", "Cordless drill", "price=€1,299.00", "place=Home / Shed", "date=1.5.2024",
      "warranty=+2y", "tags=tools; loud", "category=tools", "field.Colour=green")
    #expect(added.text == "000-001\tCordless drill\n")
    #expect(added.errors.isEmpty)
    let drill = try object("drill")
    #expect(drill["purchasePrice"] as? String == "1299.00")
    #expect(drill["purchaseDate"] as? String == "2024-05-01")
    #expect(drill["warrantyUntil"] as? String == "2026-05-01")
    #expect(drill["place"] as? String == "Home / Shed")
    #expect(drill["category"] as? String == "Tools")
    #expect(drill["tags"] as? [String] == ["loud", "tools"])
    #expect(drill["fields"] as? [String: String] == ["Colour": "green"])
    let shown = try run("show", "000-001").text
    #expect(shown.hasPrefix("Value\t€1,299.00 (estimate)\nName\tCordless drill\n"))
    #expect(try run("list").text == "Cordless drill\tHome / Shed\t1\t1299.00\t000-001\n")
  }

  /// The printed values add up to the total.
  @Test func soldItemsHaveNoValueInLists() throws {
    let text = """
      HB.import_ref,HB.name,HB.quantity,HB.purchase_price,HB.sold_date,HB.sold_to,HB.sold_price
      a,Kept,2,10,,,0
      b,By day,1,1000,2024-01-05,,
      c,By price,1,50,,,40
      d,By buyer,1,50,,Ann,

      """
    #expect(try home.run(["import", "-"], input: Data(text.utf8)).status == 0)
    let lines = try run("list").text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(lines.allSatisfy { $0.count == 5 })
    let values = Dictionary(lines.map { ($0[0], $0[3]) }) { first, _ in first }
    #expect(
      values == ["Kept": "20.00", "By day": "sold", "By price": "sold", "By buyer": "sold"])
    for line in lines { #expect(try run("show", line[4]).text.contains("Name\t\(line[0])\n")) }
  }

  @Test func labelsOfAnItemAreUnique() throws {
    let fields = [
      "price=10", "date=2020-01-02", "from=Shop", "notes=kept", "sold-date=2024-01-02",
      "sold-to=Ann", "sold-price=9", "sold-notes=gone", "warranty=2025-01-01",
      "warranty-details=parts", "value=12", "lent-to=Bob", "serial=1", "condition=new",
    ]
    #expect(try home.run(["add", "Lamp"] + fields).status == 0)
    let labels = try run("show", "Lamp").text.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).first ?? ""
    }
    let repeated = Dictionary(grouping: labels, by: \.self).filter { $0.value.count > 1 }.keys
    #expect(repeated.isEmpty, "\(repeated)")
    for label in ["Price paid", "Bought on", "Sold for", "Sold on", "About sale", "Notes"] {
      #expect(labels.contains(Substring(label)), "\(labels)")
    }
  }

  /// Scripts that split lines with `cut` or `while read` find every field in its column.
  @Test func nameIsOneFieldOfOneLine() throws {
    let text = "HB.import_ref,HB.name,HB.location\na,\"x\ty\rz\nw\",\"P\tQ\"\n"
    #expect(try home.run(["import", "-"], input: Data(text.utf8)).status == 0)
    #expect(try run("list").text == "x^Iy^Mz^Jw\tP^IQ\t1\t\t000-001\n")
  }

  @Test func setValuesAreStored() throws {
    _ = try run("add", "Kettle", "price=12.50", "notes=old", "quantity=3")
    let set = try run("set", "kettle", "value=20", "notes=", "serial=K-7")
    #expect(set.status == 0 && set.errors == "Changed “Kettle”\n")
    let kettle = try object("1")
    #expect(kettle["replacementValue"] as? String == "20.00")
    #expect(kettle["serialNumber"] as? String == "K-7")
    #expect(kettle["notes"] == nil)
    #expect(try run("show", "1").text.hasPrefix("Value\t€60.00\n"))
    #expect(try run("set", "kettle", "serial=K-7").errors == "“Kettle” is unchanged\n")
  }

  @Test func futurePurchaseDateIsReportedAndKept() throws {
    let added = try run("add", "Kettle", "date=2150-01-02", "warranty=+2y")
    #expect(added.status == 0 && added.text == "000-001\tKettle\n")
    #expect(added.errors == "date: “2150-01-02” is in the future\n")
    #expect(try object("kettle")["purchaseDate"] as? String == "2150-01-02")
    #expect(try run("set", "kettle", "serial=K-7").errors == "Changed “Kettle”\n")
    let set = try run("set", "kettle", "bought=2150")
    #expect(set.messages.last == "bought: “2150” is in the future")
  }

  /// The JSON contains every exported field.
  @Test func jsonContainsEveryExportedField() throws {
    let fields = [
      "description": "a", "unit": "pcs", "asset-number": "000-042", "manufacturer": "b",
      "model-number": "c", "serial-number": "d", "condition": "e", "purchase-price": "1.00",
      "purchase-date": "2024-01-02", "purchase-from": "f", "order-reference": "g",
      "replacement-value": "2.00", "replacement-date": "2024-01-03", "insured": "yes",
      "warranty-until": "2024-01-04", "lifetime-warranty": "yes", "warranty-details": "h",
      "link": "i", "notes": "j", "sold-date": "2024-01-05", "sold-to": "k", "sold-price": "3.00",
      "sold-notes": "l", "quantity": "2.5", "tags": "m; n", "place": "P", "category": "Art",
    ]
    let arguments = ["add", "Thing"] + fields.map { "\($0)=\($1)" }
    #expect(try home.run(arguments).status == 0)
    let thing = try object("000-042")
    for name in fields.keys {
      let parts = name.split(separator: "-")
      let key = String(parts[0]) + parts.dropFirst().map(\.capitalized).joined()
      #expect(thing[key] != nil, "\(key)")
    }
    #expect(try home.run(["list", "--json"]).output == home.run(["show", "--json", "42"]).output)
  }

  @Test(arguments: [
    (["add", "X", "price=1.299"], 65 as Int32, "price: Thousands or decimals?"),
    (["add", "X", "date=soon"], 65, "date: Not a date"), (["add", "", "price=1"], 65, "name"),
    (["add", "X", "colour=red"], 64, "there is no field “colour”"),
    (["add", "X", "price"], 64, "“price”"),
    (["add", "X", "category=Ships", "place=New", "price=?"], 65, "price: Not a price"),
    (["set", "nothing", "price=1"], 66, "there is no item “nothing”"),
    (["set", "X"], 64, "field=value"),
    (["set", "cup", "price=1"], 64, "several items match “cup”"),
    (["show", "nothing"], 66, "no item"),
    (["settings", "currency=euros"], 65, "currency: Not an ISO 4217 currency"),
    (["settings", "currency=XXQ"], 65, "Not an ISO 4217 currency: type"),
    (["settings", "colour=red"], 64, "the settings are currency"),
    (["set", "000-001", "quantity=ten"], 65, "quantity: Not a quantity"),
  ])
  func refusedChangePrintsOneLine(
    arguments: [String], status: Int32, words: String
  ) throws {
    _ = try run("add", "Tea cup")
    _ = try run("add", "Egg cup")
    let before = try home.export()
    let said = try home.run(arguments)
    #expect(said.status == status)
    #expect(said.errors.contains(words))
    #expect(said.output.isEmpty)
    #expect(try home.export() == before)
    #expect(!(try run("list").text.contains("New")))
  }

  /// A refused item creates neither its place nor its category.
  @Test(arguments: [
    (["field.Link=http://a"], 64 as Int32, "“Link” is a built-in field; write link=http://a"),
    (["field.lent TO=Ann"], 64, "“lent TO” is a built-in field; write lent-to=Ann"),
    (["field.=1"], 64, "“field.=1” has no field name; write field.NAME=1"),
    (["field. =1"], 64, "has no field name"),
    (["asset=000-001"], 1, "000-001"), (["tags=\(String(repeating: "t", count: 1001))"], 65, "tag"),
    (["field.\(String(repeating: "n", count: 1001))=1"], 65, "custom field"),
  ])
  func refusedItemCreatesNoPlace(fields: [String], status: Int32, words: String) throws {
    _ = try run("add", "Cup")
    for command in [["add", "X"], ["set", "Cup"]] {
      if command[0] == "set" { _ = try run("add", "Jug", "asset=000-009") }
      let words = command[0] == "set" ? words.replacing("000-001", with: "000-009") : words
      let fields = fields.map {
        command[0] == "set" && $0.hasPrefix("asset") ? "asset=000-009" : $0
      }
      let said = try home.run(command + ["place=Zanzibar", "category=Zebras"] + fields)
      #expect(said.status == status && said.messages.count == 1, "\(said.errors.prefix(300))")
      #expect(said.errors.contains(words), "\(said.errors.prefix(300))")
      try home.expectNoTrace(of: ["Zanzibar", "Zebras"])
    }
  }

  @Test func listReportsAnUnknownOperator() throws {
    #expect(try run("add", "Drill").status == 0)
    let result = try run("list", "colour>5")
    #expect(result.status == 0 && result.text.isEmpty)
    #expect(
      result.errors == "There is no operator colour>; “colour>5” was searched as words.\n")
  }

  @Test func refusedPlaceCreatesNoCategory() throws {
    let path = Array(repeating: "Zanzibar", count: 65).joined(separator: " / ")
    let said = try run("add", "X", "place=\(path)", "category=Zebras")
    #expect(said.status == 1 && said.messages.count == 1)
    try home.expectNoTrace(of: ["Zanzibar", "Zebras"])
    #expect(try run("list").text.isEmpty)
  }

  @Test func currencyIsTakenFromTheLocaleAtFirstStart() throws {
    #expect(try run("add", "Clock", "price=1’299.00", locale: "de_CH.UTF-8").status == 0)
    #expect(try object("clock")["currency"] as? String == "CHF")
    let shown = try run("show", "clock", locale: "de_CH.UTF-8").text
    #expect(shown.hasPrefix("Value\tCHF\u{A0}1’299.00 (estimate)\n"))
    // From now on the inventory's own currency counts.
    #expect(try run("settings", locale: "en_US").text.hasPrefix("currency\tCHF\n"))
    #expect(try run("set", "clock", "price=1.299", locale: "de_DE").status == 0)
    #expect(try object("clock")["purchasePrice"] as? String == "1299.00")
    let changed = try run("settings", "currency=USD", "contents-limit=60,000", "owner=Ada")
    #expect(changed.errors == "Changed currency, contents-limit, owner\n")
    #expect(try run("show", "clock").text.hasPrefix("Value\t$1,299.00 (estimate)\n"))
    let settings = try run("settings").text
    #expect(settings.contains("contents-limit\t$60,000.00\n") && settings.contains("owner\tAda\n"))
    #expect(try run("settings", "currency=JPY").status == 1)
  }

  @Test func windowUndoesACommandsChange() throws {
    _ = try run("add", "Kettle", "price=12.50")
    let process = try home.open()
    #expect(process.picture.text.contains("Kettle"))
    let after = try process.press(script: "u")
    #expect(!after.text.contains("€12.50"))
    process.press(KeyScript("q").keys[0])
    try process.waitForExit()
  }
}
