import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Every key gets a visible response.
@Suite struct AnswerTests {
  @Test func anUnboundKeyPointsToHelp() throws {
    let app = try SampleApp()
    try app.keys("J")
    #expect(app.pilot.screen.hasSuffix("J does nothing here — ? Help"))
    try app.keys("n\(WaysInForm.toWhat)k")
    #expect(app.pilot.screen.hasSuffix("k does nothing here — ? Help"))
    #expect(app.pilot.problems == [])
  }

  @Test(arguments: ["n<Tab><Enter>", "n<Tab><Tab><Enter>"])
  func theSaveKeyIsExplainedInPickers(keys: String) throws {
    let app = try SampleApp()
    try app.keys(keys)
    try app.keys("<^S>")
    #expect(app.pilot.screen.hasSuffix("Enter chooses; ^S saves in the form"))
    try app.keys("kit")
    #expect(app.pilot.screen.contains("/ kit"))
  }

  /// State files keep the type key of Keepsake's former control for the kit's, so old states still focus it.
  @Test func theFocusOfAChoiceIsRestoredUnderItsFormerKey() throws {
    let app = try SampleApp()
    try app.keys("n")
    while !(app.pilot.application.window.firstResponder is Choice) { try app.keys("<Tab>") }
    let records = app.pilot.savedObjects.filter { $0.typeKey == "choice" }
    #expect(records.map(\.identifier).sorted() == ["category", "place"])
    let before = app.pilot.frame
    try app.pilot.restartAndRestore()
    #expect(app.pilot.application.window.firstResponder is Choice)
    #expect(app.pilot.frame.plainText() == before.plainText())
    #expect(app.pilot.frame.cursor == before.cursor)
  }

  /// Without a selection nothing can be opened or trashed: no hint offers it, and the keys report why.
  @Test(arguments: ["", "2", "/zebra<Enter>"])
  func withoutASelectionNothingIsOffered(keys: String) throws {
    let app = try SampleApp(isEmpty: true)
    try app.keys(keys)
    #expect(!app.pilot.screen.contains("Enter Open"))
    try app.keys("<Enter>")
    #expect(app.pilot.screen.hasSuffix("Enter does nothing here — ? Help"))
    for key in ["x", "<Del>"] {
      try app.keys(key)
      #expect(app.pilot.screen.hasSuffix("Trash: mark or select items outside the trash"), "\(key)")
    }
    #expect(app.pilot.problems == [])
  }

  /// The row of unplaced items is not a place that could be trashed.
  @Test func theRowOfUnplacedItemsCannotBeTrashed() throws {
    let app = try SampleApp(isEmpty: true)
    try app.keys("nLamp<^S>2")
    #expect(app.pilot.screen.contains("No place yet"))
    try app.keys("x")
    #expect(app.pilot.screen.hasSuffix("Trash: mark or select items outside the trash"))
  }

  @Test(arguments: [("m", "Move"), ("t", "Tag"), ("b", "Change fields")])
  func aKeyWithoutItemsReportsWhatItNeeds(key: String, title: String) throws {
    let app = try SampleApp(restarts: true)
    try app.keys("/zebra<Enter>\(key)")
    #expect(app.pilot.screen.hasSuffix("\(title): mark or select items"), "\(app.pilot.screen)")
  }

  @Test func theInspectorOpensWithAKey() throws {
    let app = try SampleApp()
    try app.keys("<F12>")
    #expect(app.pilot.screen.contains("Inspector") && app.pilot.screen.contains("kill-safe"))
    try app.keys("<Esc>")
    #expect(!app.pilot.screen.contains("Inspector"))
  }

  @Test(arguments: [
    ("colour:x", "no operator colour: — searched as words"),
    ("prise>3", "did you mean price? Searched as words"),
    ("price>x", "“x” is no amount: write 300 or 299.90"),
  ])
  func operatorsThatAreNotUnderstoodAreNamed(filter: String, remark: String) throws {
    let app = try SampleApp()
    try app.keys("/" + filter)
    #expect(app.pilot.screen.contains(remark))
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains(remark))
    try app.keys("<Esc>/tea")
    #expect(!app.pilot.screen.contains("operator"))
  }

  @Test func restoringAFormLeavesNoRemarks() throws {
    let app = try SampleApp()
    try app.keys("nKettle")
    try app.pilot.restartAndRestore()
    #expect(app.pilot.application.restorationReport.remarks == [])
  }

  /// Column headers are aligned with their values, with and without a scroll bar.
  @Test(arguments: ["", "2<Enter><Enter>", "2<Enter><Enter>E", "E"])
  func columnsAlignWithTheirHeaders(keys: String) throws {
    let app = try SampleApp()
    try app.keys(keys)
    let lines = app.pilot.frame.plainText().split(separator: "\n").map(String.init)
    let header = try #require(lines.first { $0.contains("Value") })
    let end = try #require(header.range(of: "Value")?.upperBound)
    let column = header.distance(from: header.startIndex, to: end)
    // The title contains the total value.
    let values = lines.dropFirst().filter { $0.contains(#/\d\.\d\d/#) }
    #expect(!values.isEmpty)
    for line in values {
      let value = try #require(line.matches(of: #/\d\.\d\d/#).last?.range.upperBound)
      #expect(line.distance(from: line.startIndex, to: value) == column)
    }
  }
}
