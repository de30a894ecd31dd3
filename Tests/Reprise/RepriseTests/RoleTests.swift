import Foundation
import Reprise
import RepriseTesting
import TestSupport
import Testing

/// Screens assign roles; the theme decides how they look.
@Suite struct RoleTests {
  /// Code that reads colors from a file or a picture instead of choosing them.
  private static let readers: Set = ["PictureReply.swift", "Snapshot.swift", "ThemeFile.swift"]

  @Test func noScreenNamesAColor() throws {
    let root = Checkout.root.appending(path: "Sources")
    let color = /\b(foreground|background): |\bColor\b|\.dim\b|\.palette\(/
    var count = 0
    for wing in ["Reprise/Reprise", "Keepsake/Keepsake", "Examples"] {
      let files = FileManager.default.enumerator(
        at: root.appending(path: wing), includingPropertiesForKeys: nil)
      for case let file as URL in files ?? .init()
      where file.pathExtension == "swift" && !Self.readers.contains(file.lastPathComponent) {
        count += 1
        let lines = try String(contentsOf: file, encoding: .utf8).split(
          separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated()
        where !line.drop(while: { $0 == " " }).hasPrefix("//") {
          #expect(
            !line.contains(color), "\(file.lastPathComponent):\(number + 1) names a color: \(line)"
          )
        }
      }
    }
    #expect(count > 150, "the sources are where they are looked for")
  }

  /// The turn after a terminal reported its background redraws everything for it.
  @Test func anAnswerOfTheTerminalChangesTheTheme() throws {
    let size = Size(width: 50, height: 10)
    let pilot = try Pilot.showing(size: size) { Titled("A screen") }
    let style = { pilot.frame[Point(x: 1, y: 0)]?.style }
    #expect(style() == Theme.dark[.accent])
    pilot.terminal.capabilities.theme = .light
    var told = 0
    pilot.application.observe(.terminal, with: pilot) { told += 1 }
    try pilot.send(.background(RGB(0xFFFFFF)))
    #expect(told == 1)
    #expect(style() == Theme.light[.accent])
    pilot.application.theme = .highContrast
    try pilot.settle()
    #expect(style() == Theme.highContrast[.accent])
    #expect(pilot.frame[Point(x: 30, y: 5)]?.style == Theme.highContrast[.plain])
    pilot.terminal.capabilities.theme = .dark
    try pilot.send(.background(RGB(0)))
    #expect(style() == Theme.highContrast[.accent], "the app has set its preference")
    #expect(pilot.problems == [])
  }

  @Test func aThemeThatThePersonPrefersIsShownAtOnce() throws {
    let pilot = try Pilot.showing(size: Size(width: 50, height: 10)) { Titled("A screen") }
    pilot.application.preferredTheme = Theme.Definition(.light)
    try pilot.settle()
    #expect(pilot.frame[Point(x: 1, y: 0)]?.style == Theme.light[.accent])
  }

  private final class Titled: ViewController {
    private let text: String

    init(_ text: String) {
      self.text = text
      super.init()
      restorationIdentifier = "titled"
    }

    override func viewDidLoad() {
      let label = Label(text, style: .accent)
      label.frame = Rect(x: 1, y: 0, width: 20, height: 1)
      view.addSubview(label)
    }
  }
}
