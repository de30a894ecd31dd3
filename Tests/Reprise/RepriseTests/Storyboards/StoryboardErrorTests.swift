import Reprise
import RepriseTesting
import Testing

/// Every mistake in a storyboard is told with its place and with what to do.
@Suite struct StoryboardErrorTests {
  /// A text and what is said about it.
  nonisolated struct Mistake: CustomTestStringConvertible, Sendable {
    var text: String
    var error: String

    init(_ text: String, _ error: String) {
      self.text = text
      self.error = error
    }

    var testDescription: String { error }
  }

  private nonisolated static let start = "storyboard 1\ninitial a\n"
  private nonisolated static let page = "scene a\n  class page\n"

  nonisolated static let mistakes = [
    Mistake("", "1:1: the file is empty: start it with \"storyboard 1\""),
    Mistake("<xml>", "1:1: this is not a storyboard: start it with \"storyboard 1\""),
    Mistake(
      "storyboard 2", "1:12: version \"2\" is unknown, this program reads 1: update the program"),
    Mistake("storyboard", "1:1: \"storyboard\" has no value: write one after it"),
    Mistake(
      "storyboard 1\n",
      "1:1: there is no initial scene: add a line \"initial\" with the name of a scene"),
    Mistake(
      start, "2:9: no scene is named \"a\": correct the name or add the scene"),
    Mistake(
      start + "initial b\n" + page,
      "3:1: line 2 already names the initial scene: remove one of them"),
    Mistake(
      "storyboard 1\n  class page\n",
      "2:3: the line is outside any scene: add \"scene\" with a name above it"),
    Mistake(
      start + "secne a",
      "3:1: \"secne\" is unknown here: write \"scene\" or \"initial\", "
        + "or indent the line by two spaces"),
    Mistake(
      start + "scene a\n    class page",
      "4:5: the line is indented by 4 spaces: use two in a scene and none elsewhere"),
    Mistake(start + "scene a\n\tclass page", "4:1: there is a tab here: use spaces"),
    Mistake(
      start + "scene a\n  class pa\u{1}ge", "4:11: there is a control character here: remove it"),
    Mistake(
      start + "scene a\n  title Tea",
      "3:7: the scene has no class: add an indented line \"class\" with a registered name"),
    Mistake(
      start + "scene a\n  class Page",
      "4:9: no class of view controllers is registered as \"Page\": "
        + "correct the name or register the class"),
    Mistake(
      start + "scene a\n  class TextField",
      "4:9: no class of view controllers is registered as \"TextField\": "
        + "correct the name or register the class"),
    Mistake(
      start + "scene a\n  class note",
      "2:9: the class \"note\" of this scene has no factory: register it with one"),
    Mistake(
      start + page + "  colour red",
      "5:3: \"colour\" is unknown in a scene: write one of class, restoration-identifier, "
        + "title, tab-title, presentation, tabs, root, primary, secondary"),
    Mistake(
      start + page + "  class page",
      "5:3: line 4 already has \"class\": remove one of them"),
    Mistake(start + page + "  title", "5:3: \"title\" has no value: write one after it"),
    Mistake(
      start + page + "  title Green tea",
      "5:15: \"title\" takes one value: put several words in quotes"),
    Mistake(
      start + page + "  title \"Зелёный", "5:17: the text has no closing quote: add it"),
    Mistake(
      start + page + "  title \"Tea\n  root a",
      "5:13: the text has no closing quote on this line: add it"),
    Mistake(
      start + page + "  title \"Tea\"s",
      "5:14: there is no space after the closing quote: add one"),
    Mistake(
      start + page + "  title Te\"a", "5:11: there is a quote inside a word: quote the whole text"),
    Mistake(
      start + page + "  title \"Te\\na\"",
      "5:12: a backslash may only precede a quote or a backslash: double it"),
    Mistake(
      start + page + "  presentation popover",
      "5:16: \"popover\" is not a presentation style: write sheet or full-screen"),
    Mistake(
      start + page + "scene a\n  class page",
      "5:7: the scene of line 3 is also named \"a\": rename one of them"),
    Mistake(
      start + page + "  tabs a",
      "5:8: only a tab bar has tabs: make the scene a TabBarController"),
    Mistake(
      start + page + "  root a",
      "5:8: only a navigation stack has a root: make the scene a NavigationController"),
    Mistake(
      start + "scene a\n  class NavigationController\n  root b",
      "5:8: no scene is named \"b\": correct the name or add the scene"),
    Mistake(
      start + "scene a\n  class NavigationController\n  root a",
      "3:7: the scene \"a\" contains itself: remove the cycle"),
    Mistake(
      start + "scene a\n  class NavigationController\n  root b\n"
        + "scene b\n  class NavigationController\n  root a",
      "3:7: the scene \"a\" contains itself: remove the cycle"),
    Mistake(
      start + page + "scene b\n  class TabBarController\n  tabs a a",
      "7:10: the scene \"a\" is already in \"b\": add another scene for this place"),
    Mistake(
      start + "scene a\n  class page\n  restoration-identifier same\n"
        + "scene b\n  class page\n  restoration-identifier same\n"
        + "scene c\n  class TabBarController\n  tabs a b",
      "8:26: another tab of \"c\" also has the restoration identifier \"same\": "
        + "change one of them"),
  ]

  @Test(arguments: mistakes) func mistakeIsReportedWithItsPosition(_ mistake: Mistake) throws {
    #expect(error(in: Array(mistake.text.utf8)) == "main.storyboard:" + mistake.error)
  }

  @Test func invalidUTF8IsReportedWithItsPosition() {
    let bytes = Array((Self.start + "scene ш").utf8) + [0xFF, 0x61]
    #expect(error(in: bytes) == "main.storyboard:3:8: the text is not UTF-8: save it as UTF-8")
  }

  @Test func carriageReturnsAndAByteOrderMarkDoNoHarm() {
    let text = (Self.start + Self.page).split(separator: "\n").joined(separator: "\r\n")
    for end in ["", "\r\n"] {
      #expect(error(in: [0xEF, 0xBB, 0xBF] + Array((text + end).utf8)) == nil)
    }
  }

  @Test func oversizedStoryboardIsRefused() {
    let long = String(repeating: "x", count: 201)
    let file = Array(repeating: UInt8(ascii: "#"), count: 262_145)
    let tabs = (0..<70).map { "s\($0)" }.joined(separator: " ")
    let scenes = (0...500).map { "scene s\($0)\n  class page\n" }.joined()
    for (bytes, place) in [
      (file, "1:1: the file has 262145 bytes"),
      (Array((Self.start + "scene \(long)").utf8), "3:7: the text has 201 bytes"),
      (Array((Self.start + Self.page + "  tabs \(tabs)").utf8), "5:"),
      (Array((Self.start + scenes).utf8), "1003:7: there are more than 500 scenes"),
    ] {
      #expect(error(in: bytes)?.hasPrefix("main.storyboard:\(place)") == true)
    }
  }

  @Test func scenesLieOnlySoDeep() {
    let scenes = (0...17).map { "scene s\($0)\n  class NavigationController\n  root s\($0 + 1)\n" }
    let text = "storyboard 1\ninitial s0\n" + scenes.joined() + "scene s18\n  class page\n"
    #expect(
      error(in: Array(text.utf8))
        == "main.storyboard:54:7: the scene is nested more than 16 deep: flatten the scenes")
  }

  /// However the bytes of a storyboard are damaged, it is read or refused with a position.
  @Test(arguments: 0..<200) func damageIsReadOrRefused(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    var bytes = Array(Scenes.text.utf8)
    for _ in 0..<Int.random(in: 1...6, using: &numbers) {
      let place = Int.random(in: 0..<bytes.count, using: &numbers)
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: bytes[place] = .random(in: 0...255, using: &numbers)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: bytes[place...].prefix(12), at: place)
      default: bytes.removeLast(min(bytes.count - 1, Int.random(in: 1...40, using: &numbers)))
      }
    }
    do {
      let storyboard = try Storyboard(
        name: "main", text: bytes, registry: Scenes.registry, environment: Scenes.environment)
      #expect(storyboard.instantiateInitialViewController() != nil, "seed \(seed)")
    } catch {
      let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
      #expect((1...lines.count).contains(error.line ?? 0), "seed \(seed): \(error)")
      #expect((error.column ?? 0) > 0, "seed \(seed): \(error)")
    }
  }

  private func error(in bytes: [UInt8]) -> String? {
    do throws(StoryboardError) {
      _ = try Storyboard(name: "main", text: bytes, registry: Scenes.registry)
      return nil
    } catch {
      return error.description
    }
  }
}
