import Reprise
import RepriseTesting
import Testing

/// The errors that the form shows before saving.
@Suite struct FormProblemTests {
  /// A form with a text typed into a field, which is found by its label.
  private static func app(
    field label: String, _ text: String, restarts: Bool = false
  ) throws -> SampleApp {
    let app = try SampleApp(size: Size(width: 80, height: 50), restarts: restarts)
    try app.keys("nTea" + WaysInForm.unfoldAll)
    for _ in 0..<40 where !line(of: app, label).cursor { try app.keys("<Tab>") }
    try app.keys(text)
    return app
  }

  private static func line(of app: SampleApp, _ label: String) -> (cursor: Bool, below: String) {
    let frame = app.pilot.frame
    // A form lower than the window is in a frame.
    let rows = (0..<frame.size.height).map { row in
      let parts = frame.plainText(row: row).split(separator: "│", omittingEmptySubsequences: false)
      return parts.count > 2 ? String(parts[1]) : frame.plainText(row: row)
    }
    guard let row = rows.firstIndex(where: { $0.drop { $0 == " " }.hasPrefix(label) }) else {
      return (false, "")
    }
    return (frame.cursor?.y == row, rows.indices.contains(row + 1) ? rows[row + 1] : "")
  }

  @Test(arguments: [
    ("Bought on", "2024-13", "Not a date"),
    ("Bought on", "2024-02-30", "No such day: check day and month"),
    ("Price paid", "$5", "Other currency: type the amount in EUR"),
    ("Price paid", "12 apples", "Not a price"), ("Quantity", "ten", "Not a quantity"),
  ])
  func textThatCannotBecomeValidIsReportedAtOnce(label: String, text: String, words: String) throws
  {
    let app = try Self.app(field: label, text)
    #expect(Self.line(of: app, label).below.contains(words))
  }

  @Test(arguments: [
    ("Bought on", "05/01/2024", "Which one: 2024-05-01 or 2024-01-05?"),
    ("Bought on", "2024-2", "Not a date"), ("Price paid", "1.299", "Thousands or decimals?"),
    ("Asset no.", "A-7", "Not an asset number"),
  ])
  func otherErrorsAreReportedWhenTheFieldIsLeft(label: String, text: String, words: String) throws {
    let app = try Self.app(field: label, text)
    #expect(!Self.line(of: app, label).below.contains(words))
    try app.keys("<Tab>")
    #expect(Self.line(of: app, label).below.contains(words))
    try app.keys("<Shift-Tab><Backspace>")
    #expect(!Self.line(of: app, label).below.contains(words), "typing hides it")
  }

  @Test(arguments: [
    ("Price paid", "1,299", "= €1,299.00"), ("Price paid", "1 299,5", "= €1,299.50"),
    ("Bought on", "last friday", "= Fri 2026-11-20"), ("Bought on", "may 2024", "= Wed 2024-05-01"),
    ("Warranty to", "+2y", "= Wed 2028-11-22"), ("Quantity", "2,5", "= 12.5"),
  ])
  func theParsedValueIsShownWhileTyping(
    label: String, text: String, words: String
  ) throws {
    let app = try Self.app(field: label, text, restarts: true)
    #expect(Self.line(of: app, label).below.contains(words))
  }

  /// A remark, not a problem: it can be saved.
  @Test(arguments: [
    ("Bought on", "2026-11-23", "in the future"),
    ("Bought on", "tomorrow", "= Mon 2026-11-23, in the future"),
  ])
  func aFuturePurchaseDateGetsARemark(label: String, text: String, words: String) throws {
    let app = try Self.app(field: label, text, restarts: true)
    #expect(Self.line(of: app, label).below.contains(words))
    try app.keys("<Tab>")
    #expect(Self.line(of: app, label).below.contains("in the future"))
    try app.keys("<^S>")
    #expect(app.pilot.screen.contains("Added “Tea”"))
  }

  @Test func aDateInWordsIsConvertedWhenTheFieldIsLeft() throws {
    let app = try Self.app(field: "Bought on", "yesterday<Tab>", restarts: true)
    #expect(app.pilot.screen.contains("2026-11-21"))
    #expect(!app.pilot.screen.contains("yesterday"))
    #expect(!app.pilot.screen.contains("= "))
    let kept = try Self.app(field: "Bought on", "yesterday<Esc>")
    try kept.keys("<Home><Enter>")
    #expect(kept.pilot.screen.contains("2026-11-21"))
    #expect(!kept.pilot.screen.contains("yesterday"), "tomorrow it would be another day")
  }

  @Test func errorsAreRestoredAfterAKill() throws {
    let app = try Self.app(field: "Quantity", "1,500<Tab>", restarts: true)
    #expect(Self.line(of: app, "Quantity").below.contains("Thousands or decimals?"))
  }

  @Test func validTextAndAnUntouchedNameShowNoError() throws {
    let app = try SampleApp(size: Size(width: 80, height: 40))
    try app.keys("n" + String(repeating: "<Tab>", count: 13))
    let before = app.pilot.frame.plainText()
    #expect(!before.contains("needs a name"))
    let priced = try Self.app(field: "Price paid", "1 299,00 €<Tab>")
    #expect(!Self.line(of: priced, "Price paid").below.contains("Not"))
  }
}
