import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import preview

@Suite @MainActor struct PreviewTests {
  @Test func everyPreviewShowsItsContent() throws {
    let shown = [
      "controls": "Teapot", "groups": "Serial no. HS14", "table": "Attic", "bars": "Kitchen ███",
      "sheet": "New room", "picture": "▀", "split": "│", "files": "camera.jpg",
      "playlist": "♪ Freddie Freeloader", "playlist-sorted": "♪ Freddie Freeloader",
      "playlist-moving": "≡", "hello": "Hello, Ada!", "parcel": "[L]", "parcel-narrow": "Country",
      "shelf": "Emma",
      "book": "Title Dune", "book-question": "Remove “Dune”?", "book-details": "Herbert",
      "stars": "★★★☆☆", "halves": "right", "rooms": "│", "rooms-narrow": "‹ Rooms",
      "notes": "New note", "notes-list": "✎", "notes-question": "Delete “Milk”?",
      "notes-settings": "Sort by name",
    ]
    for screen in ShownScreens.all {
      let (frame, text) = (try screen.frame(), try #require(shown[screen.name]))
      #expect(frame.size == screen.size)
      #expect(frame.plainText().contains(text), "\(screen.name)")
    }
  }

  @Test func sizeAndKeysAreOptions() throws {
    let screen = try #require(Screens.all.first { $0.name == "controls" })
    let frame = try screen.frame(size: Size(width: 50, height: 20), keys: "Kettle")
    #expect(frame.size == Size(width: 50, height: 20))
    #expect(frame.plainText().contains("Kettle"))
    #expect(throws: CommandFailure.self) { try screen.frame(keys: "<Nothing>") }
  }
}

/// `swift run preview` as developers use it.
@Suite(.waitsForProcesses) struct PreviewCommandTests {
  private func run(_ words: String...) throws -> (status: ProcessEnd, text: String) {
    let command = try PTYProcess(
      product: "preview", words, environment: ["HOME": "/nonexistent"],
      size: Size(width: 100, height: 24))
    return (try command.waitForExit(), command.picture.text)
  }

  @Test func previewListsScreensAndPrintsOne() throws {
    let list = try run()
    #expect(list.status == .exited(0))
    #expect(list.text.split(separator: "\n").contains("controls"))
    let screen = try run("controls", "--size", "60x12", "--keys", "Pot")
    #expect(screen.status == .exited(0))
    #expect(screen.text.contains("Name       Pot"))
  }

  /// In an editor, the prompt must start on a new line.
  @Test(arguments: ["txt", "ans", "svg"])
  func writtenPreviewEndsWithOneNewline(_ ending: String) throws {
    let home = TemporaryHome()
    let file = home.path + "/table.\(ending)"
    #expect(try run("table", "-o", file).status == .exited(0))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasSuffix("\n") && (ending != "svg" || !text.hasSuffix("\n\n")))
  }

  @Test func previewWritesFilesForDocumentation() throws {
    let home = TemporaryHome()
    let file = home.path + "/table.svg"
    #expect(try run("table", "-o", file).status == .exited(0))
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("Kitchen"))
  }

  @Test(
    arguments: [
      (["nothing"], 66), (["--size", "big"], 64), (["table", "--keys"], 64), (["--colour"], 64),
      (["table", "-o", "picture.png"], 64), (["table", "--keys", "<Nothing>"], 64),
    ] as [([String], Int32)])
  func previewReportsErrors(_ words: [String], _ status: Int32) throws {
    let command = try PTYProcess(product: "preview", words, environment: [:])
    #expect(try command.waitForExit() == .exited(status))
    #expect(command.picture.text.hasPrefix("preview: "))
  }
}
