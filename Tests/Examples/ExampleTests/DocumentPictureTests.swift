import Foundation
import Reprise
import TestSupport
import Testing

/// The pictures in the README and the articles match the program; `UPDATE_PICTURES=1` redraws them.
@Suite @MainActor struct DocumentPictureTests {
  private static func documents() throws -> [URL] {
    let files = FileManager.default.enumerator(
      at: Checkout.catalogue, includingPropertiesForKeys: nil)
    let articles = try #require(files).compactMap { $0 as? URL }.filter { $0.pathExtension == "md" }
    return articles + [Checkout.root.appending(path: "README.md")]
  }

  /// The lines of a screen, without blank lines at its bottom.
  private static func draw(_ name: String) throws -> [String] {
    let screen = try #require(
      ShownScreens.all.first { $0.name == name }, "no screen is called “\(name)”")
    let text = try screen.frame().plainText()
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func everyPictureMatchesTheProgram() throws {
    for file in try Self.documents() {
      let text = try String(contentsOf: file, encoding: .utf8)
      if ProcessInfo.processInfo.environment["UPDATE_PICTURES"] == "1" {
        let now = try PicturedDocument(text).text { try Self.draw($0) }
        if now != text { try now.write(to: file, atomically: true, encoding: .utf8) }
      }
      let kept = PicturedDocument(try String(contentsOf: file, encoding: .utf8))
      for picture in kept.pictures {
        let drawn = try Self.draw(picture.name)
        #expect(
          picture.lines == drawn,
          "\(file.lastPathComponent): \(picture.name)\n\(drawn.joined(separator: "\n"))")
      }
    }
  }

  /// Each article contains a picture of its subject.
  @Test(arguments: [
    ("README.md", ["hello"]),
    ("Sources/Reprise/Reprise/Reprise.docc/GettingStarted.md", ["hello", "notes-list", "notes"]),
    (
      "Sources/Reprise/Reprise/Reprise.docc/WritingAScreen.md",
      ["book", "book-details", "shelf", "book-question"]
    ),
    ("Sources/Reprise/Reprise/Reprise.docc/LayingOutAScreen.md", ["parcel", "parcel-narrow"]),
    ("Sources/Reprise/Reprise/Reprise.docc/WritingAView.md", ["stars"]),
    ("Sources/Reprise/Reprise/Reprise.docc/WritingAContainer.md", ["halves"]),
    ("Sources/Reprise/Reprise/Reprise.docc/WritingATest.md", ["book"]),
    ("Sources/Reprise/Reprise/Reprise.docc/ShowingPictures.md", ["files"]),
    ("Sources/Reprise/Reprise/Reprise.docc/ShowingTwoScreens.md", ["rooms", "rooms-narrow"]),
    ("Sources/Reprise/Reprise/Reprise.docc/Types/TableView.md", ["table"]),
  ])
  func anArticleShowsItsScreens(_ path: String, _ names: [String]) throws {
    let text = try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
    #expect(PicturedDocument(text).pictures.map(\.name) == names)
  }

  @Test func picturesAreReadBetweenTheirFences() {
    let text = "One\n```screen a\n ┌─┐\n\n```\n```swift\n```screen\n```\n```screen b\n```\nend"
    let document = PicturedDocument(text)
    #expect(
      document.pictures == [.init(name: "a", lines: [" ┌─┐", ""]), .init(name: "b", lines: [])])
    #expect(document.text { $0 == "b" ? ["new"] : nil } == text.replacing("b\n", with: "b\nnew\n"))
  }
}
