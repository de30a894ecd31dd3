import Foundation
import Reprise
import Testing

/// Reading preferences files, and the problems of invalid lines.
@Suite struct PreferencesTests {
  private func problems(_ preferences: Preferences) -> [String] {
    preferences.problems.map(\.description)
  }

  @Test func everyKindOfValueIsRead() {
    var preferences = Preferences(
      text: """
        \u{FEFF}# mine
        theme = "dark" # at night
        'a word' = 'C:\\new'
        "quoted.key" = "tab\\there, \\u00e9, \\"so\\""
        count = 1_000\r
        below = -3
          on=true

        [place]
        home.name = "attic"
        """)
    #expect(preferences.choice("theme", of: Theme.Name.self) == .dark)
    #expect(preferences.text("a word") == "C:\\new")
    #expect(preferences.text("quoted.key") == "tab\there, é, \"so\"")
    #expect(preferences.number("count", in: 0...1000) == 1000)
    #expect(preferences.number("below", in: -5...5) == -3)
    #expect(preferences.flag("on") == true)
    #expect(preferences.text("place.home.name") == "attic")
    #expect(preferences.flag("off") == nil)
    preferences.nameUnknownKeys()
    #expect(problems(preferences) == [])
  }

  @Test(
    arguments: [
      ("theme dark", "this is not a setting"), ("= 1", "this is not a setting"),
      ("theme =", "“theme” has no value"), ("theme = # dark", "“theme” has no value"),
      ("theme = dark", "“dark” is not a value: put text in quotes"),
      ("theme = \"dark", "no closing quote"), ("theme = \"\"\"dark\"\"\"", "one quote at each"),
      ("theme = \"\\dark\"", "\\ starts an unknown escape"), ("a = \"\\u12\"", "\\ starts"),
      ("a = \"\\ud800\"", "\\ starts"), ("a = 1 2", "“2” is unexpected here"),
      ("a = 01", "“01” is not a value"), ("a = 1.5", "“1.5” is not a value"),
      ("a = 1__0", "is not a value"),
      ("a = 99999999999999999999", "is not a value"), ("a = {b = 1}", "“{b” is not a value"),
      ("a = [1]", "a list contains texts in quotes"), ("a = [", "has no end on this line"),
      ("a = [\"x\",", "has no end on this line"), ("a = [\"x\" \"y\"]", "the list has no end: "),
      ("[a", "not a table header"), ("[]", "not a table header"), ("[[a]]", "not a table header"),
      ("[a] b", "“b” is unexpected"), ("a = \"\u{1B}[2J\"", "a control character here"),
    ])
  func aBadLineIsNamedAndTheOthersCount(_ line: String, _ words: String) throws {
    let text = "first = true\n\(line)\n[t]\nlast = true\n"
    var preferences = Preferences(text: text, file: "/x/c.toml")
    #expect(preferences.flag("first") == true)
    #expect(preferences.flag("t.last") == true)
    #expect(preferences.problems.count == 1)
    let problem = try #require(preferences.problems.first)
    #expect(problem.description.hasPrefix("/x/c.toml:2: "))
    #expect(problem.brief.hasPrefix("c.toml:2: "))
    #expect(problem.text.contains(words), "\(problem)")
    #expect(!problem.text.contains("\u{1B}"))
  }

  @Test func linesUnderAnInvalidHeaderAreIgnored() {
    var preferences = Preferences(text: "[a\nb = true\nnonsense\n[c]\nd = true", file: "f")
    #expect(preferences.flag("b") == nil)
    #expect(preferences.flag("c.d") == true)
    #expect(
      problems(preferences) == [
        "f:1: this is not a table header: write [name]; the lines below it are ignored"
      ])
  }

  @Test func duplicateKeysAreReported() {
    var preferences = Preferences(text: "a = 1\na = 2\n[t]\nb = 1\n[t]\n\"b\" = 2", file: "f")
    #expect(preferences.number("a", in: 0...9) == 1)
    #expect(preferences.number("t.b", in: 0...9) == 1)
    #expect(
      problems(preferences) == [
        "f:2: “a” is already on line 1, which applies: remove one",
        "f:5: [t] is already on line 3: write it once",
        "f:6: “t.b” is already on line 4, which applies: remove one",
      ])
  }

  @Test func wrongValueListsTheValidOnes() {
    var preferences = Preferences(
      text: "theme = \"drak\"\non = \"yes\"\nn = 12\ntext = false", file: "f")
    #expect(preferences.choice("theme", of: Theme.Name.self) == nil)
    #expect(preferences.flag("on") == nil)
    #expect(preferences.number("n", in: 1...9) == nil)
    #expect(preferences.text("text") == nil)
    #expect(
      problems(preferences) == [
        "f:1: “theme” must be \"dark\", \"light\", \"high-contrast\", \"monochrome\", \"terminal\", "
          + "\"solarized-dark\", \"solarized-light\", \"gruvbox-dark\", \"gruvbox-light\", "
          + "\"catppuccin-mocha\" or \"catppuccin-latte\"",
        "f:2: “on” must be true or false", "f:3: “n” must be a whole number from 1 to 9",
        "f:4: “text” must be a text in quotes",
      ])
  }

  @Test func unknownKeyIsReportedWithASuggestion() {
    var preferences = Preferences(
      text: "thmee = \"dark\"\nowner = \"Ada\"\nxyz = 1\n[kyes]\na = \"b\"\nc = \"d\"", file: "f")
    _ = preferences.text("theme")
    _ = preferences.keys(of: ActionTable(), listedBy: "list")
    preferences.nameUnknownKeys { $0 == "owner" ? "say it elsewhere" : nil }
    #expect(
      problems(preferences) == [
        "f:1: “thmee” is not a key here: did you mean “theme”?",
        "f:2: “owner” is not a key here: say it elsewhere",
        "f:3: “xyz” is not a key here: remove it",
        "f:4: [kyes] is not a table here: did you mean “keys”?",
      ])
  }

  @Test func keyOutsideItsTableNamesTheTable() {
    var preferences = Preferences(text: "MovieRating = 340\n", file: "f")
    _ = preferences.number("com.apple.content-rating.MovieRating", in: 0...1000)
    preferences.nameUnknownKeys()
    #expect(
      problems(preferences) == [
        "f:1: “MovieRating” is not a key here: it belongs under [com.apple.content-rating]"
      ])
  }

  @Test func aFileFullOfNonsenseIsNotAListOfIt() {
    let preferences = Preferences(text: String(repeating: "nonsense\n", count: 1000), file: "f")
    #expect(preferences.problems.count == 21)
    #expect(
      problems(preferences).last
        == "f:21: there are more problems; everything from here on is ignored")
  }

  @Test func aLongWordIsCutInTheLineAboutIt() {
    let preferences = Preferences(text: "a = " + String(repeating: "x", count: 10_000))
    #expect((preferences.problems.first?.text.count ?? .max) < 120)
  }
}
