import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// The item form in two columns.
@Suite struct FormColumnTests {
  private static let wide = Size(width: 120, height: 40)
  private static let narrow = Size(width: 80, height: 24)

  /// The row of the screen with a text; `nil` without one.
  private func row(of text: String, in app: SampleApp) -> Int? {
    app.pilot.screen.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.contains(text) }
  }

  @Test func fieldsAndGroupsHaveTwoColumnsFromAWindowOf100Columns() throws {
    for width in [99, 100] {
      let app = try SampleApp(size: Size(width: width, height: 30))
      try app.keys("n")
      let isSideBySide = width == 100
      for (left, right) in [
        ("the only required field", "Price paid"), ("▸ Tags, quantity", "▸ Warranty, insurance"),
      ] {
        #expect(
          (row(of: left, in: app) == row(of: right, in: app)) == isSideBySide,
          "\(app.pilot.screen)")
      }
    }
  }

  @Test func tabGoesDownTheLeftColumnFirst() throws {
    let app = try SampleApp(size: Self.wide)
    try app.keys("nLamp<Tab><Tab><Tab>12")
    let line = try #require(row(of: "Price paid", in: app))
    #expect(
      app.pilot.frame.cursor?.y == line && app.pilot.frame.plainText(row: line).contains("12"))
  }

  /// Also if the app is killed in a window of the other size.
  @Test(arguments: [false, true])
  func halfTypedWordAndCaretSurviveAnotherSize(isKilled: Bool) throws {
    let app = try SampleApp(size: Self.wide)
    try app.keys("nLamp<Tab><Tab><Tab>12<Left>")
    let before = app.pilot.frame
    try app.pilot.resize(to: Self.narrow)
    if isKilled { try app.pilot.restartAndRestore() }
    let line = try #require(row(of: "Price paid", in: app))
    #expect(app.pilot.frame.cursor?.y == line, "the caret is visible")
    try app.pilot.resize(to: Self.wide)
    #expect(app.pilot.frame == before)
    try app.keys(".")
    #expect(app.pilot.screen.contains("1.2"))
  }

  @Test func unfoldedGroupAndItsCaretSurviveAnotherSize() throws {
    let app = try SampleApp(size: Self.wide)
    try app.keys("nLamp" + String(repeating: "<Tab>", count: 5) + "<Enter><Tab>red, bl")
    let before = app.pilot.frame
    #expect(app.pilot.screen.contains("▾"))
    try app.pilot.resize(to: Size(width: 80, height: 12))
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains("red, bl"), "\(app.pilot.screen)")
    try app.pilot.resize(to: Self.wide)
    #expect(app.pilot.frame == before)
  }
}
