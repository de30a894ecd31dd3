import Reprise
import RepriseTesting
import Testing

/// Placeholders differ from typed text, with and without color.
@Suite struct PlaceholderTests {
  /// A field and a text of several lines, both empty.
  private func pilot() throws -> Pilot {
    try Pilot.showing(size: Size(width: 40, height: 10)) {
      let controller = ViewController()
      let field = TextField()
      field.placeholder = "a name"
      field.frame = Rect(x: 0, y: 0, width: 20, height: 1)
      let text = TextView()
      text.placeholder = "some notes"
      text.frame = Rect(x: 0, y: 2, width: 20, height: 2)
      controller.view.addSubview(field)
      controller.view.addSubview(text)
      return controller
    }
  }

  private func rows(_ pilot: Pilot) -> [String] {
    [0, 2].map { pilot.frame.plainText(row: $0).trimmingCharacters(in: .whitespaces) }
  }

  @Test(arguments: [Theme.dark, .light])
  func placeholderIsGrayWhereSupported(theme: Theme) throws {
    let pilot = try pilot()
    pilot.application.theme = theme
    try pilot.settle()
    #expect(rows(pilot) == ["a name", "some notes"], "\(pilot.screen)")
    #expect(pilot.frame.row(2).first?.style.foreground != .default)
  }

  @Test(arguments: [Theme.monochrome, .highContrast, Theme(.dark, colors: 16)])
  func parenthesesSaySoElsewhere(theme: Theme) throws {
    let pilot = try pilot()
    pilot.application.theme = theme
    try pilot.settle()
    #expect(rows(pilot) == ["(a name)", "(some notes)"])
    try pilot.keys("x")
    #expect(rows(pilot) == ["x", "(some notes)"])
  }
}
