import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Every screen has the same text in every theme, and only the theme's colors.
@Suite struct ThemeTests {
  private struct Colors: Hashable {
    let foreground, background: Color

    init(_ style: Style) { (foreground, background) = (style.foreground, style.background) }
  }

  /// The words of a frame, without the parentheses that mark a placeholder if colors can't.
  private static func words(_ frame: Frame) -> [Substring] {
    frame.plainText().filter { !"()".contains($0) }.split(whereSeparator: \.isWhitespace)
  }

  @Test(
    arguments: [Theme.dark, .light, .highContrast, .monochrome],
    ["<Down>", "/tea", "E", "<Enter>", "n<^S>", "n<Tab><Tab><Enter>ki", "?", "2x", "<F12>"])
  func everyThemeShowsTheSameScreen(_ theme: Theme, _ keys: String) throws {
    let app = try SampleApp(audits: false)
    try app.keys(keys)
    let text = Self.words(app.pilot.frame)
    app.pilot.application.theme = theme
    try app.pilot.settle()
    #expect(Self.words(app.pilot.frame) == text)
    let own = Set(
      Style.Level.allCases.flatMap { level in
        Style.Role.allCases.map { Colors(theme.look(of: Style(role: $0), on: level)) }
      })
    let shown = Set(app.pilot.frame.cells.map { Colors($0.style) })
    #expect(shown.isSubset(of: own), "\(theme.name): \(shown.subtracting(own))")
  }
}
