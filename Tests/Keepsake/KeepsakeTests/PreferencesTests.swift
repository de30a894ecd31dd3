import Foundation
import Inventory
import Reprise
import RepriseTesting
import Testing

@testable import Keepsake

/// Changes to the user's configuration apply at once, on the current screen.
@Suite struct PersonalPreferencesTests {
  private let app: SampleApp

  init() throws { app = try SampleApp(watches: true) }

  private var application: Application { app.pilot.application }

  /// Writes the file and makes the app check it, as the file monitor would.
  private func write(_ text: String) throws {
    try text.write(toFile: app.preferencesFile, atomically: true, encoding: .utf8)
    try app.pilot.lookAround()
  }

  /// Protected data, and the seconds since the last input.
  private final class Desk: ProtectedDataSource {
    private(set) var isUnlocked = true
    var time = 0.0
    func lock() { isUnlocked = false }
  }

  @Test func aWindowLocksAfterTheConfiguredMinutes() throws {
    let desk = Desk()
    app.pilot.setIdleClock { desk.time }
    application.protectedData = desk
    func pass(_ seconds: Double) throws {
      desk.time += seconds
      try app.pilot.advance(by: .seconds(seconds))
    }
    try pass(1_000_000)
    #expect(desk.isUnlocked, "no delay is configured")
    try write("lock-after = 10")
    try pass(599)
    #expect(desk.isUnlocked)
    try pass(1)
    #expect(!desk.isUnlocked)
  }

  @Test func theLockDelayFollowsTheConfigurationAndARestart() throws {
    #expect(application.protectedDataLockDelay == nil)
    try write("lock-after = 10")
    #expect(application.protectedDataLockDelay == .seconds(600))
    try write("lock-after = 3")
    #expect(application.protectedDataLockDelay == .seconds(180))
    try app.pilot.restartAndRestore()
    #expect(application.protectedDataLockDelay == .seconds(180))
    try write("theme = \"light\"")
    #expect(application.protectedDataLockDelay == nil)
    try write("lock-after = 0")
    #expect(application.protectedDataLockDelay == nil)
    #expect(app.pilot.screen.contains("config.toml:1: “lock-after” must be"))
  }

  @Test func lockWhenAwayFollowsTheConfigurationAndARestart() throws {
    #expect(!application.locksProtectedDataWhenAway)
    try write("lock-when-away = true")
    #expect(application.locksProtectedDataWhenAway)
    try app.pilot.restartAndRestore()
    #expect(application.locksProtectedDataWhenAway)
    try write("lock-when-away = 1")
    #expect(!application.locksProtectedDataWhenAway)
    #expect(app.pilot.screen.contains("config.toml:1: “lock-when-away” must be"))
  }

  @Test func keysAndThemeChangeInTheMiddleOfAWord() throws {
    try app.keys("nTeap<Left>")
    let (screen, cursor) = (app.pilot.frame.plainText(), app.pilot.frame.cursor)
    try write("theme = \"light\"\n[keys]\nform.save = \"^G\"")
    #expect(app.pilot.frame.plainText() == screen.replacing("^S Save", with: "^G Save"))
    #expect(app.pilot.frame.cursor == cursor)
    #expect(application.theme == .light)
    try app.keys("x<^G>")
    #expect(app.pilot.screen.contains("Added “Teaxp”"))
    try write("")
    #expect(application.theme == .dark)
    #expect(application.keyOverrides == [:])
  }

  /// Writes a theme next to the file.
  private func writeTheme(_ text: String) throws {
    let folder = (app.preferencesFile as NSString).deletingLastPathComponent + "/themes"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: folder + "/mine.toml", atomically: true, encoding: .utf8)
    try app.pilot.lookAround()
  }

  private var accent: Color { application.theme[Style.Role.accent].foreground }

  @Test func ownThemeFollowsItsFileAndARestart() throws {
    try writeTheme("extends = \"gruvbox-dark\"\naccent = \"99\"")
    try write("theme = \"mine\"")
    #expect(accent == .palette(99) && application.theme.name == .gruvboxDark)
    try writeTheme("accent = \"100\"")
    #expect(accent == .palette(100) && application.theme.name == .dark)
    let before = app.pilot.frame
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame == before)
    try writeTheme("accent = \"101\"")
    #expect(accent == .palette(101), "it is followed after a restart, too")
    try write("")
    #expect(application.theme == .dark)
  }

  @Test func aMistakeInAThemeKeepsTheFormer() throws {
    try writeTheme("accent = \"99\"")
    try write("theme = \"mine\"")
    try writeTheme("# now wrong\naccent = \"cyn\"")
    #expect(
      app.pilot.screen.contains("mine.toml:2: “accent” must be a look"), "\(app.pilot.screen)")
    #expect(accent == .palette(99))
    try writeTheme("accent = \"100\"")
    #expect(accent == .palette(100))
    #expect(!app.pilot.screen.contains("mine.toml:2"))
  }

  @Test func aRestartAppliesTheConfiguration() throws {
    try write("number-format = \"1.299,00\"\ntheme = \"light\"\n[keys]\nlist.new = \"N\"")
    try app.keys("jj")
    let before = app.pilot.frame
    #expect(app.pilot.screen.contains("N New"))
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame == before)
  }

  @Test func amountsOnTheScreenAreReformatted() throws {
    try app.keys("/chef<Enter><Enter>")
    let before = app.pilot.screen
    try write("number-format = \"1.299,00\"")
    let now = app.pilot.screen
    #expect(now != before)
    #expect(now.replacing(",", with: ".") == before.replacing(",", with: "."))
    try write("")
    #expect(app.pilot.screen == before)
  }

  @Test func datesOnTheScreenAreReformatted() throws {
    let context = try #require(app.list?.context)
    let first = try #require(try ItemList(store: context.store).row(at: 0))
    var item = try #require(try context.store.items.fetch(first.uuid))
    item.warrantyUntil = CalendarDate(iso: "2031-02-14")
    item.lentTo = "Eva"
    item.dueBack = CalendarDate(iso: "2031-03-15")
    try context.store.changes.perform(.updateItem(item), session: "other")
    try app.keys("gg<Enter>")
    #expect(app.pilot.screen.contains("Eva, back by 2031-03-15"))
    try write("date-format = \"31.05.2024\"")
    #expect(app.pilot.screen.contains("Eva, back by 15.03.2031"))
    try app.keys("<End>")
    #expect(app.pilot.screen.contains("until 14.02.2031"))
    let shown = app.pilot.frame
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame == shown)
    // The form shows the stored date and reads typed dates in the same order.
    try app.keys("<Home>e")
    let form = app.pilot.screen.split(separator: "\n").filter { $0.contains("│") }
    #expect(form.contains { $0.contains("Backup disk") })
    #expect(!form.contains { $0.contains("15.03.2031") })
  }

  /// The configured language overrides the locale, and more specific keys override the language.
  @Test func amountsAndDatesFollowTheConfiguredLanguage() throws {
    let context = try #require(app.list?.context)
    try app.keys("/laptop<Enter>")
    #expect(app.pilot.screen.contains("€1,599.00"))
    try write("language = \"de_CH\"")
    #expect(app.pilot.screen.contains("1’599.00"))
    #expect(context.preferences.customs.dateOrder == .dayFirst)
    try write("language = \"de_DE\"\nnumber-format = \"1 299,00\"\ndate-order = \"month-first\"")
    #expect(app.pilot.screen.replacing("\u{A0}", with: " ").contains("1 599,00 €"))
    #expect(context.preferences.customs.dateOrder == .monthFirst)
    try write("language = \"german\"")
    #expect(
      app.pilot.screen.contains("config.toml:1: “language” must be a language, as in \"de\""))
    #expect(app.pilot.screen.contains("€1,599.00"))
  }

  @Test(arguments: LocaleFormat.DateFormat.allCases)
  func formattedDatesAreReadBack(_ format: LocaleFormat.DateFormat) throws {
    var customs = LocaleFormat.plain
    customs.adopt(format)
    for day in ["2024-05-31", "2031-02-03"] {
      let wanted = try #require(CalendarDate(iso: day))
      let read = try CalendarDate(parsing: customs.text(of: wanted), order: customs.dateOrder)
      #expect(read == wanted, "\(format)")
    }
    #expect(customs.text(of: try #require(CalendarDate(iso: "2024-05-31"))) == format.rawValue)
  }

  @Test func datesAreReadInTheConfiguredOrder() throws {
    let context = try #require(app.list?.context)
    #expect(context.preferences.customs.dateOrder == .unknown)
    try write("date-order = \"month-first\"")
    #expect(context.preferences.reading.customs.dateOrder == .monthFirst)
    try write("date-order = \"day-first\"")
    #expect(context.preferences.reading.customs.dateOrder == .dayFirst)
  }

  @Test func configurationErrorsAreReportedOnceEvenAfterAKill() throws {
    try write("thme = \"dark\"\nowner = \"Ada\"\n[keys]\nlist.new = \"A\"")
    let line = "config.toml:1 (+1 more): “thme” is not a key here: did you mean “theme”?"
    #expect(app.pilot.screen.contains(line))
    #expect(application.keyOverrides == ["list.new": ["A"]], "the valid rest applies")
    try app.pilot.restartAndRestore()
    #expect(app.pilot.screen.contains(line), "no key was pressed yet")
    try app.keys("j")
    let before = app.pilot.frame
    #expect(!app.pilot.screen.contains("config.toml"))
    try app.pilot.restartAndRestore()
    #expect(app.pilot.frame == before)
    try write("theme = \"drak\"")
    #expect(app.pilot.screen.contains("config.toml:1: “theme” must be"))
  }

  @Test func fixedConfigurationErrorsDisappear() throws {
    for wrong in ["thme = \"dark\"", "lock-after = 10\ncurrency = \"CHF\""] {
      try write(wrong)
      #expect(app.pilot.screen.contains("config.toml:"), "\(wrong)")
      try app.pilot.restartAndRestore()
      #expect(app.pilot.screen.contains("config.toml:"), "\(wrong)")
      try write("theme = \"dark\"")
      #expect(!app.pilot.screen.contains("config.toml"), "\(wrong)")
    }
    try app.keys("J")
    try write("")
    #expect(app.pilot.screen.contains("J does nothing here"), "a message from elsewhere stays")
  }

  @Test func errorsFixedWhileTheProgramIsNotRunningAreNotReported() throws {
    try write("thme = \"dark\"")
    try "".write(toFile: app.preferencesFile, atomically: true, encoding: .utf8)
    try app.pilot.restartAndRestore()
    #expect(!app.pilot.screen.contains("config.toml"))
  }

  @Test func theCurrencyErrorHasItsLineNumberAndTheWholeCommand() throws {
    try write("lock-after = 10\ncurrency = \"CHF\"")
    #expect(
      app.pilot.screen.contains(
        "config.toml:2: the currency is EUR; change it: keepsake settings currency=CHF"
      ))
  }

  @Test func anInventorySettingInTheConfigurationPointsToTheCommand() throws {
    try write("contents-limit = 5")
    let personal = PersonalPreferences(files: [app.preferencesFile])
    #expect(
      personal.problems.map(\.text) == [
        "“contents-limit” is not a key here: set it for the inventory instead: "
          + "keepsake settings contents-limit=…"
      ])
  }

  @Test func thePictureConfigurationOverridesTheSetting() throws {
    let context = try #require(app.list?.context)
    try write("picture-graphics = true")
    let first = try #require(try ItemList(store: context.store).row(at: 0))
    let file = app.directory + "/a.jpg"
    try Data("no picture".utf8).write(to: URL(filePath: file))
    _ = try context.store.attachments.attach([file], to: first.uuid, session: "other")
    _ = context.attachments.picture(
      try #require(context.attachments.attachments(of: first.uuid).first))
    #expect(application.prefersPictureGraphics)
    context.attachments.toggleGraphics()
    #expect(application.prefersPictureGraphics)
    try app.pilot.settle()
    #expect(app.pilot.screen.contains("config.toml sets pictures to graphics"))
    try write("picture-graphics = false")
    #expect(!application.prefersPictureGraphics)
    #expect(try context.store.settings.fetch().hasPictureGraphics == false, "nothing was stored")
  }
}
