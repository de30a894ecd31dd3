import Foundation
import Reprise
import RepriseTesting
import TestSupport
import Testing

@testable import preview

/// The articles show code that compiles and runs: each block occurs in this folder, in the previews' folder or among the
/// examples of types.
@Suite struct ArticleTests {
  private nonisolated static let articles = [
    "WritingAScreen", "WritingAView", "WritingAContainer", "WritingATest", "WritingACommandLine",
    "ShowingPictures", "ShowingTwoScreens", "LayingOutAScreen", "ReadingPreferences",
    "RestrictingContent", "RunningPrograms",
    "IdentifyingUsers", "ProtectingData", "KeepingAConnection",
    "SayingWhatAPersonDoes",
  ]

  @Test(arguments: articles) func everyExampleIsCompiled(_ article: String) throws {
    let text = try String(
      contentsOf: Checkout.catalogue.appending(path: "\(article).md"), encoding: .utf8)
    let compiled = try CodeExamples(compiledIn: [
      "Tests/Reprise/RepriseTests/Articles", "Sources/Examples/preview/Articles",
      "Tests/Examples/ExampleTests/TypeExamples",
    ])
    let blocks = CodeExamples.blocks(inArticle: text)
    #expect(!blocks.isEmpty)
    for block in blocks { #expect(compiled.contain(block), "no file has:\n\(block)") }
  }

  // MARK: - A screen

  @Test func aBookThatIsBeingWrittenComesBack() throws {
    let pilot = try Pilot(app: ShelfApp.self)
    try pilot.press(.character("n"))
    pilot.find("book/name").type("Dune").press(KeyPress(.left))
    let before = pilot.frame
    try pilot.restartAndRestore()
    #expect(pilot.find("book/name").isFocused)
    #expect(pilot.frame == before, "the word, the caret and the way back are there")
  }

  @Test func expandedGroupsAreRestored() throws {
    let pilot = try Pilot.showing(size: Size(width: 60, height: 12)) { BookDetails() }
    try pilot.press(KeyPress(.enter))
    try pilot.press(KeyPress(.tab))
    try pilot.type("Herbert")
    let before = pilot.frame
    #expect(pilot.screen.contains("Author Herbert"))
    try pilot.restartAndRestore()
    #expect(pilot.frame == before)
  }

  @Test func aBookIsRemovedWhenItIsConfirmed() throws {
    let pilot = try Pilot(app: ShelfApp.self, size: Size(width: 60, height: 12))
    try pilot.press(.character("n"))
    #expect(!pilot.screen.contains("^S Save"), "a book without a title cannot be saved")
    try pilot.type("Dune")
    #expect(pilot.screen.contains("^S Save"))
    try pilot.press(.control("s"))
    #expect(pilot.find("books").text.contains("Dune"))
    try pilot.press(.character("x"))
    #expect(pilot.screen.contains("Remove “Dune”?"))
    try pilot.press(KeyPress(.escape))
    #expect(pilot.find("books").text.contains("Dune"))
    try pilot.press(.character("x"), .character("r"))
    #expect(!pilot.screen.contains("Dune"))
    #expect(pilot.application.restorationReport.remarks == [])
  }

  // MARK: - A view

  @Test func starsAreGivenByKeysAndClicks() throws {
    let stars = Stars()
    let meter = Meter()
    stars.addAction(for: .valueChanged) { meter.share = Double(stars.count) / 5 }
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) {
      let screen = Rows("stars", [stars, meter])
      return screen
    }
    try pilot.press(.character(" "), KeyPress(.enter))
    #expect(pilot.screen.hasPrefix(" ★★☆☆☆\n ████████░░░░░░░░░░░░"))
    try pilot.click(x: 4, y: 0)
    #expect(pilot.screen.hasPrefix(" ★★★★☆\n ████████████████░░░░"))
  }

  // MARK: - A container

  @Test func narrowSplitShowsOneSide() throws {
    let pilot = try Pilot.showing(size: Size(width: 80, height: 12)) {
      SplitController(Half("left"), Half("right"))
    }
    #expect(pilot.screen.contains("left") && pilot.screen.contains("right"))
    #expect(pilot.application.window.frontController?.title == "left")
    try pilot.press(KeyPress(.function(6)))
    #expect(pilot.application.window.frontController?.title == "right")
    try pilot.resize(to: Size(width: 50, height: 12))
    #expect(!pilot.screen.contains("left") && pilot.screen.contains("right"))
    #expect(pilot.problems == [])
  }
}
