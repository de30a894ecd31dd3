import Foundation
import RepriseTesting
import Terminal
import Testing

/// `config.toml` in the real program: read once, watched while the program runs, and unchanged by a kill.
@Suite(.waitsForProcesses) struct PreferencesTests {
  private let home: Home

  init() throws {
    home = try Home()
    try FileManager.default.createDirectory(
      atPath: home.path + "/.config", withIntermediateDirectories: true)
  }

  /// Replaces the file as an editor does: written under another name, then renamed.
  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: home.path + "/.config/keepsake", withIntermediateDirectories: true)
    try text.write(
      toFile: home.path + "/.config/keepsake/config.toml", atomically: true, encoding: .utf8)
  }

  /// The file's folder may also be created while the program runs.
  @Test func changedConfigurationAppliesWhileTypingAndAfterAKill() throws {
    let app = try home.open()
    let before = try app.press(script: "nTeap<Left>").visible
    #expect(before.text.contains("^S Save"))
    try write("theme = \"high-contrast\"\n[keys]\nform.save = \"^G\"\n")
    try app.wait(for: "^G Save")
    try app.waitUntilIdle()
    let after = app.picture.visible
    #expect(after.cursor == before.cursor)
    // Without gray, a placeholder is in parentheses, which take columns of their own.
    let words = after.text.filter { !"() ".contains($0) }
    #expect(words == before.text.replacing("^S Save", with: "^G Save").filter { $0 != " " })
    #expect(after.rows.flatMap { $0 }.contains { $0.style.background == .palette(16) })
    try app.killEverything()
    let again = try home.open()
    #expect(again.picture.visible.difference(from: after) == nil)
    try again.press(script: "o<^G>")
    #expect(again.picture.text.contains("Added “Teaop”"))
  }

  @Test func mistakesAreReportedUntilReadAndByTheDoctor() throws {
    try write("theme = \"drak\"\nnumber-format = \"1.299,00\"\n[keys]\nlist.nwe = \"N\"\n")
    let line = "config.toml:1 (+1 more): “theme” must be \"dark\", \"light\""
    let app = try home.open()
    #expect(app.picture.text.contains(line))
    let seen = try app.press(script: "j").visible
    #expect(!seen.text.contains("config.toml"))
    try app.killEverything()
    let again = try home.open()
    #expect(again.picture.visible.difference(from: seen) == nil, "nothing is reported twice")
    try again.press(script: "q")
    try again.waitForExit()
    let next = try home.open()
    #expect(next.picture.text.contains(line), "a launch after a normal exit reports it again")
    try next.killEverything()
    let doctor = try home.run(["doctor"])
    #expect(doctor.status == 78)
    let file = home.path + "/.config/keepsake/config.toml"
    #expect(doctor.text.contains("PROBLEM\tconfiguration\t\(file):1: “theme” must be"))
    #expect(
      doctor.text.contains("\(file):4: “list.nwe” is not an action: did you mean “list.new”?"))
    #expect(try home.run(["keys", "list.new"]).text == "list.new\tn\tNew\n")
  }

  @Test func doctorChecksTheConfigurationWithoutAnInventory() throws {
    let home = try Home(isEmpty: true)
    let directory = home.path + "/.config/keepsake"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    try "thme = 1\n".write(
      toFile: directory + "/config.toml", atomically: true, encoding: .utf8)
    let doctor = try home.run(["doctor"])
    #expect(doctor.text.contains("PROBLEM\tconfiguration\t\(directory)/config.toml:1: “thme”"))
    #expect(doctor.errors.hasPrefix("keepsake: there is no inventory"))
  }

  @Test func launchOpensTheConfigurationOnce() throws {
    for exists in [false, true] {
      if exists { try write("theme = \"dark\"\n") }
      let app = try TracedApp(home, ["-e", "trace=open,openat"])
      try app.process.wait { $0.text.contains("Backup disk") }
      try app.process.waitUntilIdle()
      let calls = app.trace.split(separator: "\n").filter {
        $0.contains(home.path + "/.config/keepsake/config.toml")
      }
      #expect(calls.count == 1, "\(calls)")
      #expect(calls.allSatisfy { $0.contains("ENOENT") != exists }, "\(calls)")
      try app.process.press(script: "jjk")
      try app.process.killEverything()
    }
  }

  @Test func pipeInPlaceOfTheConfigurationIsReported() throws {
    try FileManager.default.createDirectory(
      atPath: home.path + "/.config/keepsake", withIntermediateDirectories: true)
    try #require(mkfifo(home.path + "/.config/keepsake/config.toml", 0o600) == 0)
    let app = try home.open()
    #expect(app.picture.text.contains("config.toml: is not a regular file and was not read"))
    #expect(try home.run(["doctor"]).status == 78)
  }

  @Test func configuredCurrencyAppliesUntilThereAreItems() throws {
    let home = try Home(isEmpty: true)
    let file = home.path + "/.config/keepsake/config.toml"
    func write(_ code: String) throws {
      try FileManager.default.createDirectory(
        atPath: home.path + "/.config/keepsake", withIntermediateDirectories: true)
      try "currency = \"\(code)\"\n[keys]\nform.save = \"^G\"".write(
        toFile: file, atomically: true, encoding: .utf8)
    }
    let app = try home.open()
    try app.press(script: "nKettle<Tab><Tab><Tab>")
    try write("CHF")
    try app.wait(for: "^G Save")
    // The symbol of another currency would be refused.
    try app.press(script: "CHF 12<^G>")
    #expect(app.picture.text.contains("Added “Kettle”"))
    try write("JPY")
    let advice =
      "config.toml:1: the currency is CHF; change it: keepsake settings currency=JPY"
    try app.wait { $0.text.replacing("\n", with: " ").contains(advice.prefix(60)) }
    try app.killEverything()
    #expect(try home.run(["settings"]).text.hasPrefix("currency\tCHF\n"))
    let doctor = try home.run(["doctor"])
    #expect(doctor.status == 0 && doctor.text.contains("note\tconfiguration\t\(advice)\n"))
  }

  @Test func configuredKeysArePrinted() throws {
    try write("[keys]\nlist.new = [\"N\", \"g n\"]\n")
    #expect(try home.run(["keys", "list.new"]).text == "list.new\tN  g n\tNew\n")
    let json = try home.run(["keys", "--json", "list.trash"]).text
    #expect(json == "{\"action\":\"list.trash\",\"keys\":[\"x\",\"Del\"],\"title\":\"Trash\"}\n")
    #expect(try home.run(["keys"]).text.split(separator: "\n").count > 100)
    #expect(try home.run(["show", "Chef's knife"]).text.contains("."))
    try write("number-format = \"1.299,00\"\n")
    #expect(try home.run(["show", "Chef's knife"]).text.contains(","))
  }
}
