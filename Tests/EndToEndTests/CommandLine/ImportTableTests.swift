import Foundation
import Reprise
import RepriseTesting
import Testing

/// `keepsake import` with files of any columns.
@Suite(.waitsForProcesses) struct ImportTableTests {
  private let home: Home

  init() throws { home = try Home(isEmpty: true) }

  private static let table =
    "Bezeichnung;Raum;Preis;Farbe\nStuhl;Küche;12,50;rot\nLampe;Flur;8,00;\n"

  @Test func dryRunShowsTheGuessWithTheFirstRows() throws {
    let path = try home.write(Self.table.utf8, to: "mine.csv")
    let result = try home.run(["import", path, "--dry-run"])
    #expect(result.status == 0 && result.output.isEmpty)
    #expect(
      result.messages.map(String.init) == [
        "\(path): text, utf-8, separated by “;”, decimal comma",
        "Columns, with the first values:",
        "  Bezeichnung = name      (Stuhl | Lampe)",
        "  Raum = place            (Küche | Flur)",
        "  Preis = purchase-price  (12,50 | 8,00)",
        "  Farbe = field.Farbe     (rot)",
        "Would import 2 items: 2 new, 0 changed, 0 the same, 2 new places",
      ])
    #expect(try home.run(["list"]).text.isEmpty)
  }

  @Test func mappingIsSavedCorrectedAndRemembered() throws {
    let path = try home.write(Self.table.utf8, to: "mine.csv")
    let map = "\(home.path)/my.map"
    #expect(try home.run(["import", path, "--dry-run", "--save-map", map]).status == 0)
    let saved = String(decoding: try home.bytes(of: map), as: UTF8.self)
    #expect(saved.contains("\nFarbe = field.Farbe\n"))
    try home.write(saved.replacing("field.Farbe", with: "notes").utf8, to: "my.map")
    #expect(try home.run(["import", path, "--map", map]).status == 0)
    #expect(try home.run(["show", "Stuhl"]).text.contains("rot"))
    let again = try home.run(["import", path])
    #expect(again.errors == "Imported 2 items: 0 new, 0 changed, 2 the same, 0 new places\n")
  }

  @Test func badRowsAreRefusedOrWrittenToAFile() throws {
    let path = try home.write("Item,Price\nChair,5.00\nLamp,\"che\"\"ap\"\n".utf8, to: "mine.csv")
    let refused = try home.run(["import", path])
    #expect(refused.status == 65)
    #expect(refused.errors.contains("row 3, Price: “che\"ap” is not a price"))
    #expect(refused.errors.contains("import the rest with --skip-bad"))
    #expect(try home.run(["list"]).text.isEmpty)
    let skipped = try home.run(["import", path, "--skip-bad"])
    #expect(skipped.status == 0 && skipped.errors.contains("Imported 1 item: 1 new"))
    let rejects = try home.bytes(of: "\(home.path)/mine.rejects.csv")
    let reason = "\"Price: “che\"\"ap” is not a price like 1299.00\""
    #expect(
      String(decoding: rejects, as: UTF8.self)
        == "Item,Price,Keepsake's reason\r\nLamp,\"che\"\"ap\",\(reason)\r\n")
  }

  @Test func tableIsReadFromAPipe() throws {
    let result = try home.run(["import", "-"], input: Data(Self.table.utf8))
    #expect(
      result.status == 0 && result.errors.hasSuffix("2 new, 0 changed, 0 the same, 2 new places\n"))
  }

  @Test func guessedColumnsAreConfirmedOnATerminal() throws {
    let path = try home.write(Self.table.utf8, to: "mine.csv")
    // Wide enough for the path, wherever the tests keep their files.
    let app = try PTYProcess(
      Home.program, ["import", path], environment: ["HOME": home.path],
      size: Size(width: 300, height: 24))
    try app.wait { picture in picture.lines.contains { $0.contains("Type yes to confirm") } }
    app.type("no\r")
    #expect(try app.waitForExit() == .exited(1))
    #expect(try home.run(["list"]).text.isEmpty)
  }

  @Test func openQuestionsAreAskedOnATerminalOneAtATime() throws {
    let path = try home.write("Item,Bought,Price\nChair,1/2/2026,5 GBP\n".utf8, to: "mine.csv")
    let refused = try home.run(["import", path])
    #expect(refused.status == 65 && refused.errors.contains("--dates day-first"))
    let app = try PTYProcess(
      Home.program, ["import", path], environment: ["HOME": home.path],
      size: Size(width: 300, height: 24))
    for (question, answer) in [
      ("[day]", "month"), ("[text]", "number"), ("Type yes to confirm", "yes"),
    ] {
      try app.wait { picture in picture.lines.contains { $0.contains(question) } }
      app.type(answer + "\r")
    }
    #expect(try app.waitForExit() == .exited(0))
    #expect(try home.run(["list", "--json"]).text.contains("2026-01-02"))
  }

  @Test(arguments: [["--encoding", "ebcdic"], ["--delimiter", "ab"], ["--dates", "year-first"]])
  func unknownChoicesAreRefused(words: [String]) throws {
    let path = try home.write(Self.table.utf8, to: "mine.csv")
    #expect(try home.run(["import", path] + words).status == 64)
  }
}
