import Foundation
import RepriseTesting
import TestSupport
import Testing

/// The real program's search, including a home that an older program indexed.
@Suite(.waitsForProcesses) struct SearchCommandTests {
  /// A home with an inventory of format 10.
  private func formerHome() throws -> Home {
    let home = try Home(isEmpty: true)
    try FileManager.default.createDirectory(
      atPath: home.data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let corpus = Checkout.root.appending(
      path: "Tests/Keepsake/InventoryTests/Corpus/inventory-10.sqlite")
    try FileManager.default.copyItem(atPath: corpus.path, toPath: home.data + "/inventory.sqlite")
    return home
  }

  private func names(_ home: Home, _ words: String...) throws -> [String] {
    try home.run(["list", "--"] + words).text.split(separator: "\n")
      .map { String($0.prefix { $0 != "\t" }) }
  }

  private static let found = [
    ("ΚΑΜΕΡΑ", "Κάμερα"), ("lodz zrodlo", "Lampa naftowa"), ("dien thoai", "Điện thoại"),
    ("مكتبة", "مُكَتَّبَة"), ("ถ่ายรูป", "ที่นอน"), ("かめら", "ｶﾒﾗ"), ("igdir", "DIŞ KAPI anahtarı"),
    ("cafe", "Brown teapot"), ("茶壶", "紫砂茶壶"),
  ]

  @Test func listFindsWordsOfEveryScriptInAnOldHomeAtOnce() throws {
    let home = try formerHome()
    for (words, name) in Self.found { #expect(try names(home, words) == [name], "\(words)") }
    #expect(try home.run(["doctor"]).text.contains("complete and sound"))
  }

  @Test func punctuationAloneFindsNothingAndIsReported() throws {
    let home = try Home()
    for sign in ["%", "_", "*"] {
      let result = try home.run(["list", sign])
      #expect(result.output.isEmpty && result.status == 0)
      #expect(result.errors == "“\(sign)” has no letter or digit to search for.\n")
    }
  }

  @Test func listReportAndExportTakeTheSameOperators() throws {
    let home = try Home()
    let listed = try names(home, "value>1000", "no:serial")
    #expect(listed == ["Encyclopedia, 24 volumes", "Sea charts"])
    let exported = try home.run(["export", "value>1000", "no:serial"])
    #expect(exported.status == 0)
    #expect(exported.text.split(separator: "\n").count == listed.count + 1)
    let report = try home.run(["report", "--csv", "value>1000", "no:serial"]).text
    #expect(listed.allSatisfy(report.contains) && !report.contains("Laptop"))
  }

  @Test(arguments: ["list", "report", "export"])
  func aValueThatIsNotUnderstoodIsRefused(command: String) throws {
    let result = try Home().run([command, "price>cheap"])
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors == "keepsake: “cheap” is no amount: write 300 or 299.90\n")
  }

  @Test(arguments: ["list", "report", "export"])
  func anOperatorWithoutAValueIsRefused(command: String) throws {
    let result = try Home().run([command, "tag:"])
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors == "keepsake: “tag:” has no value\n")
  }

  @Test func aSimilarOperatorIsSuggested() throws {
    let result = try Home().run(["list", "catagory:tools"])
    #expect(result.status == 0)
    #expect(result.errors == "Did you mean category? “catagory:tools” was searched as words.\n")
  }

  @Test func filterSearchesTheOldHomeInTheRunningProgram() throws {
    let home = try formerHome()
    let app = try home.open()
    app.type("/ΚΑΜΕΡΑ")
    try app.wait(for: "1 of 266")
    #expect(app.picture.text.contains("Κάμερα"))
    app.type("\u{15}%")
    try app.wait(for: "no letter or digit")
  }

  /// The app rebuilds the index in the background; a kill at any time loses nothing.
  @Test func killWhileRebuildingTheIndexLosesNothing() throws {
    let home = try formerHome()
    for delay in [0, 20, 45, 70, 110, 180] as [useconds_t] {
      let app = try home.launch()
      try app.wait { $0.modes.contains(.alternateScreen) }
      usleep(delay * 1000)
      try app.killEverything()
    }
    #expect(try names(home, "cafe") == ["Brown teapot"])
    for (words, name) in Self.found { #expect(try names(home, words) == [name], "\(words)") }
    #expect(try home.run(["doctor"]).text.contains("complete and sound"))
  }
}
