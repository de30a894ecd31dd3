import TestSupport
import Foundation
import RepriseTesting
import Testing

/// Files whose names begin with a hyphen, in every command that takes files.
@Suite(.waitsForProcesses) struct HyphenFileTests {
  private func run(_ home: Home, _ words: String) throws -> CommandResult {
    try Home.run(
      "/bin/bash", ["-c", "cd \(home.path) && exec \(Home.program) \(words)"],
      environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
  }

  @Test func existingFileWithAHyphenIsAccepted() throws {
    let home = try Home()
    try home.write(TestPicture.jpeg(), to: "-photo.jpg")
    try home.write(Array("a paper receipt.".utf8), to: "--receipt.pdf")
    let csv = try home.write(Array("HB.import_ref,HB.name\na,Hammer\n".utf8), to: "-home.csv")
    let attached = try run(home, "attach Teapot -photo.jpg --receipt.pdf")
    #expect(
      attached.messages == [
        "Attached -photo.jpg to “Teapot” as photo",
        "Attached --receipt.pdf to “Teapot” as receipt",
      ], "\(attached.errors)")
    #expect(try run(home, "import -home.csv").errors.hasPrefix("Imported 1 item"))
    #expect(try run(home, "import -- -home.csv").status == 0)
    #expect(try run(home, "export -fo -home.csv").status == 0)
    #expect(try home.bytes(of: csv) == Data(try home.export().utf8))
    try FileManager.default.createDirectory(
      atPath: home.path + "/-disk", withIntermediateDirectories: false)
    let backup = try run(home, "backup -disk")
    #expect(backup.status == 0 && backup.text.hasPrefix("./-disk/"), "\(backup.errors)")
    try home.write([], to: "-shot.txt")
    #expect(try run(home, "screenshot -shot.txt --force").status == 0)
    #expect(try home.bytes(of: "-shot.txt").count > 100)
  }

  /// The argument of -o or --output is always a file.
  @Test func outputFileWithAHyphenNeedNotExist() throws {
    let home = try Home()
    for (words, name) in [
      ("export -o -home.csv", "-home.csv"), ("export --output -other.csv", "-other.csv"),
      ("export -fo -home.csv", "-home.csv"), ("export --force -o --home.csv", "--home.csv"),
      ("report -o -home.html", "-home.html"), ("report teapot --output -tea.csv", "-tea.csv"),
      ("export --output=-third.csv", "-third.csv"), ("export -o -home.zip", "-home.zip"),
    ] {
      let said = try run(home, words)
      #expect(said.status == 0 && said.output.isEmpty, "\(words): \(said.errors)")
      #expect(try home.bytes(of: name).count > 100, "\(words)")
    }
    try home.open().killEverything()
    #expect(try run(home, "state export -o -state").status == 0)
    #expect(try home.bytes(of: "-state").count > 100)
    // Known options are still options.
    for words in ["export -o --force", "export -o -f", "export -o"] {
      let said = try run(home, words)
      #expect(said.status == 64 && said.errors.contains("missing value"), "\(said.errors)")
    }
    #expect(try run(home, "export -o - ").text.hasPrefix("HB."))
  }

  /// A command that takes no files ignores a file of that name in the directory.
  @Test(arguments: ["list", "show", "report", "open", "history", "set", "add", "keys"])
  func commandsWithoutFilesIgnoreHyphenFiles(command: String) throws {
    let home = try Home(isEmpty: true)
    try home.write([], to: "-drill")
    let said = try run(home, "\(command) -drill")
    #expect(said.status == 64 && said.output.isEmpty)
    #expect(
      said.errors
        == "keepsake: “-drill” is not an option; put words that begin with - after --, as in: "
        + "keepsake \(command) -- -drill\n")
  }

  /// Letters of a file name don't request help.
  @Test func missingHyphenFileIsAUsageErrorWithAHint() throws {
    let home = try Home()
    for (words, name) in [
      ("attach Teapot -photo.jpg", "-photo.jpg"), ("import -home.csv", "-home.csv"),
      ("restore -home.zip", "-home.zip"), ("backup -home", "-home"),
      ("screenshot -home.txt", "-home.txt"), ("state import -home", "-home"),
    ] {
      let said = try run(home, words)
      #expect(said.status == 64 && said.output.isEmpty, "\(words)")
      #expect(
        said.errors
          == "keepsake: “\(name)” is not an option; for a file of that name, write ./\(name)\n")
    }
    let restored = try run(home, "restore --help")
    #expect(restored.text.contains("USAGE: keepsake restore"))
    #expect(try run(home, "attach Teapot -- -photo.jpg").status == 66)
    #expect(try run(home, "attach -h").text.contains("USAGE: keepsake attach"))
  }
}
