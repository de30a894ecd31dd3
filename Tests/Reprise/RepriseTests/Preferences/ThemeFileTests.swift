import Foundation
import TestSupport
import Testing

@testable import Reprise

/// Themes in files.
@Suite struct ThemeFileTests {
  @Test func aFileChangesRolesOfAShippedTheme() throws {
    let file = ThemeFile(
      """
      extends = "light" # for paper
      accent = "#af005f"
      title = "Bold 17"
      raised = "235 on 254"
      warning = "bright-red underline"
      selected = "default on 153"
      border-focused = "161"
      """)
    let definition = try #require(file.definition)
    #expect(definition.name == .light)
    #expect(
      definition.changes == [
        .accent: Style(foreground: .palette(125)), .title: Style(.bold, foreground: .palette(17)),
        .raised: Style(foreground: .palette(235), background: .palette(254)),
        .warning: Style(.underline, foreground: .palette(9)),
        .selected: Style(background: .palette(153)),
        .borderFocused: Style(foreground: .palette(161)),
      ])
    let theme = Theme(definition, colors: 256)
    #expect(theme[.raised] == Style(foreground: .palette(235), background: .palette(254)))
    #expect(theme[.destructive] == Theme.light[.destructive])
  }

  @Test func everyRoleHasAName() {
    let text = Style.Role.allCases.map { "\($0.name) = \"reverse\"" }.joined(separator: "\n")
    let file = ThemeFile(text)
    #expect(file.problems.isEmpty)
    #expect(file.definition?.changes.count == 16)
  }

  @Test(
    arguments: [
      ("acent = \"80\"", "t.toml:1: “acent” is not a key here: did you mean “accent”?"),
      ("\naccent = \"cyn\"", "t.toml:2: “accent” must be a look, as in"),
      ("accent = \"256\"", "t.toml:1: “accent” must be a look"),
      ("accent = 80", "t.toml:1: “accent” must be a look"),
      ("accent = \"#12345\"", "t.toml:1: “accent” must be a look"),
      ("accent = \"on bold\"", "t.toml:1: “accent” must be a look"),
      ("extends = \"drak\"", "t.toml:1: “extends” must be \"dark\", \"light\""),
      ("selected = \"bold\"", "t.toml:1: “selected” needs reverse or a background"),
      ("accent \"80\"", "t.toml:1: this is not a setting"),
    ])
  func aMistakeIsNamedWithItsLine(_ text: String, _ words: String) {
    let file = ThemeFile(text, path: "/home/ada/t.toml")
    #expect(file.definition == nil)
    #expect(file.problems.count == 1)
    #expect(file.problems.first?.brief.hasPrefix(words) == true, "\(file.problems)")
  }

  // MARK: - Choosing

  private func folder(_ config: String, theme: String?) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "theme-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "themes"), withIntermediateDirectories: true)
    let file = folder.appending(path: "config.toml")
    try Data(config.utf8).write(to: file)
    if let theme { try Data(theme.utf8).write(to: folder.appending(path: "themes/mine.toml")) }
    return file.path
  }

  @Test func aNameIsAFileNextToThePreferences() throws {
    let config = try folder("theme = \"mine\"", theme: "accent = \"99\"")
    defer {
      try? FileManager.default.removeItem(atPath: (config as NSString).deletingLastPathComponent)
    }
    var preferences = Preferences(files: [config])
    #expect(preferences.theme()?.changes == [.accent: Style(foreground: .palette(99))])
    #expect(preferences.problems.isEmpty)
    #expect(preferences.themeFiles() == [config.replacing("config.toml", with: "themes/mine.toml")])
  }

  @Test(
    arguments: [
      ("theme = \"mine\"", "acc = \"99\"", "mine.toml:1: “acc” is not a key here"),
      ("theme = \"mine\"", nil, "config.toml:1: “theme” must be \"dark\", \"light\""),
      ("theme = \"../mine\"", "", "config.toml:1: “theme” must be \"dark\", \"light\""),
      ("theme = \"drak\"", nil, "config.toml:1: “theme” must be \"dark\", \"light\""),
    ] as [(String, String?, String)])
  func aThemeThatCannotBeUsedKeepsTheFormer(
    _ config: String, _ theme: String?, _ words: String
  ) throws {
    let config = try folder(config, theme: theme)
    defer {
      try? FileManager.default.removeItem(atPath: (config as NSString).deletingLastPathComponent)
    }
    var preferences = Preferences(files: [config])
    #expect(
      preferences.theme(former: Theme.Definition(.gruvboxDark)) == Theme.Definition(.gruvboxDark))
    #expect(preferences.problems.count == 1)
    #expect(preferences.problems.first?.brief.hasPrefix(words) == true, "\(preferences.problems)")
  }

  @Test func shippedThemesNeedNoFile() {
    var preferences = Preferences(text: "theme = \"catppuccin-mocha\"")
    #expect(preferences.theme() == Theme.Definition(.catppuccinMocha))
    #expect(preferences.themeFiles().isEmpty)
    var none = Preferences(text: "")
    #expect(none.theme(former: Theme.Definition(.light)) == nil, "none is chosen any more")
  }
}
