import Foundation
import Inventory
import RepriseTesting
import TestSupport
import Testing

/// Every verb of the real program, run under a login with a content limit below a film's rating.
@Suite(.waitsForProcesses) struct RestrictedLoginTests {
  private let home: Home

  init() throws {
    home = try Home()
    #expect(
      try home.run([
        "add", "Secret film", "rating=film:FSK 16", "notes=Secret notes", "price=4321",
        "field.Secret=Secret", "tags=Secret tag",
      ]).status == 0)
    let receipt = try home.write(Array("%PDF".utf8), to: "Secret receipt.pdf")
    #expect(try home.run(["attach", "Secret film", receipt]).status == 0)
    try FileManager.default.removeItem(atPath: receipt)
    // The film's file is missing: without limits, the doctor would name it.
    try FileManager.default.removeItem(atPath: home.data + "/attachments")
  }

  private func limit(_ text: String = "[com.apple.content-rating]\nMovieRating = 340\n") throws {
    let directory = home.path + "/.config/keepsake"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try text.write(
      toFile: directory + "/restrictions.toml", atomically: true, encoding: .utf8)
  }

  private static let verbs: [(arguments: [String], status: Int32)] = [
    (["list"], 0), (["list", "--json"], 0), (["list", "secret"], 0), (["list", "--archived"], 0),
    (["list", "--trashed"], 0), (["due"], 0), (["due", "--json"], 0),
    (["set", "Secret film", "trashed=no"], 66),
    (["show", "Secret film"], 66), (["show", "--json", "000-032"], 66),
    (["set", "Secret film", "notes=mine"], 66), (["set", "000-032", "name=mine"], 66),
    (["purge", "Secret film", "--yes"], 66), (["purge", "--trash", "--yes"], 0),
    (["attach", "Secret film", "/etc/hostname"], 66), (["export"], 0),
    (["export", "--collection", "-o", "HOME/out.zip"], 0), (["report", "--csv"], 0),
    (["report"], 0),
    (["doctor"], 0), (["doctor", "--json"], 0), (["backup"], 77), (["restore", "x"], 77),
    (["state", "list"], 77), (["state", "show"], 77), (["state", "export", "-o", "HOME/x"], 77),
    (["state", "explain"], 77), (["state", "verify"], 77), (["state", "restore"], 77),
    (["state", "discard", "--force"], 77), (["state", "import", "x"], 77),
    (["settings"], 0), (["identities"], 0),
    (["screenshot", "HOME/picture.txt", "--keys", "<End>"], 0),
    (["history", "Secret film"], 66), (["history", "--json", "000-032"], 66),
    (["household", "status"], 66), (["household", "members"], 66),
    (["household", "conflicts"], 66),
    (["household", "leave"], 66), (["household", "join", "nonsense"], 77),
    (["household", "create", "host=/nonexistent dbname=x"], 77),
    (["add", "Another", "rating=film:FSK 18"], 77), (["add", "Another", "rating=film:R"], 65),
    (["add", "Mild", "rating=film:FSK 6"], 0),
    (["open", "Secret film"], 69), (["demo"], 69), (["import", "-"], 65), (["keys"], 0),
    (["place", "list"], 0), (["place", "list", "--json"], 0), (["place", "add", "Attic"], 0),
    (["place", "rename", "Nowhere", "Attic"], 66), (["place", "move", "Nowhere", "Home"], 66),
    (["place", "merge", "Nowhere", "Home"], 66), (["place", "delete", "Nowhere"], 66),
    (["place", "note", "Nowhere", "dry"], 66),
    (["place", "photo", "Nowhere"], 66), (["tag", "list"], 0),
    (["tag", "rename", "nothing", "thing"], 66), (["tag", "merge", "nothing", "thing"], 66),
    (["tag", "delete", "nothing"], 66), (["category", "list"], 0),
    (["category", "rename", "Nothing", "Thing"], 66),
    (["category", "merge", "Nothing", "Thing"], 66), (["category", "delete", "Nothing"], 66),
    (["category", "life", "Nothing", "5"], 66), (["paths"], 0), (["lock"], 66),
    (["view", "list"], 0), (["view", "save", "Mild", "tag:mild"], 0),
    (["view", "rename", "Nothing", "Thing"], 66), (["view", "delete", "Nothing"], 66),
    (["passphrase"], 66), (["agent", "--unit"], 0),
  ]

  /// A verb of the program, as `--experimental-dump-help` describes it.
  private struct Verb: Decodable {
    let commandName: String
    let subcommands: [Verb]?

    /// The words of every runnable command.
    var paths: [[String]] {
      guard let subcommands, !subcommands.isEmpty else { return [[commandName]] }
      return subcommands.flatMap(\.paths).map { [commandName] + $0 }
    }
  }

  private struct Description: Decodable {
    let command: Verb
  }

  /// A new verb fails here until its output under content limits has been considered.
  @Test func everyVerbIsCovered() throws {
    let help = try home.run(["--experimental-dump-help"])
    let paths = try JSONDecoder().decode(Description.self, from: help.output).command.paths
    #expect(paths.count > 30, "\(help.errors)")
    let missing = paths.map { $0.dropFirst() }.filter { path in
      path.first != "help" && !Self.verbs.contains { $0.arguments.starts(with: path) }
    }
    #expect(missing.isEmpty)
  }

  @Test(arguments: verbs.map(\.arguments)) func noVerbRevealsTheHiddenItem(
    arguments: [String]
  ) throws {
    let status = try #require(Self.verbs.first { $0.arguments == arguments }).status
    try limit()
    let before = try files()
    let said = try home.run(
      arguments.map { $0.replacing("HOME", with: home.path) })
    #expect(said.status == status, "\(arguments): \(said.errors)")
    // The output repeats the requested name.
    let named = arguments.contains("Secret film") ? "Secret notes" : "Secret"
    #expect(
      !said.text.contains(named) && !said.errors.contains(named), "\(said.text)\(said.errors)")
    #expect(!said.text.contains("4321"), "\(said.text)")
    if status == 77 { #expect(said.errors.split(separator: "\n").count == 1, "\(said.errors)") }
    for (name, data) in try files() where before[name] != data {
      let text = String(decoding: data, as: UTF8.self)
      #expect(!text.contains("Secret"), "\(name)")
    }
    try limit("")
    let shown = try home.run(["show", "Secret film"]).text
    #expect(shown.contains("Secret notes"), "the item is visible again: \(shown)")
    #expect(shown.contains("film:FSK 16") && shown.contains("000-032"), "\(shown)")
  }

  /// The files that the verbs wrote, except the data.
  private func files() throws -> [String: Data] {
    home.files(under: home.path).filter { !$0.key.hasPrefix(".") }
  }

  /// A dry run reveals as little as the import.
  @Test(arguments: [[], ["--dry-run"]])
  func importDoesNotTouchTheHiddenItem(options: [String]) throws {
    let uuid = try #require(
      try JSONSerialization.jsonObject(
        with: home.run(["show", "--json", "Secret film"]).output) as? [String: Any])["uuid"]
    try limit()
    let file = try home.write(
      Array("HB.import_ref,HB.name\n\(uuid ?? ""),Overwritten\n".utf8), to: "in.csv")
    let said = try home.run(["import", file] + options)
    #expect(said.status == 65)
    #expect(!said.errors.contains("Secret"), "\(said.errors)")
    try limit("")
    #expect(try home.run(["show", "Secret film"]).status == 0)
    #expect(try home.run(["show", "Overwritten"]).status == 66)
  }

  /// The cells of a decoded picture are cached, where the next window looks for them.
  @Test func hiddenItemsPictureLeavesTheCache() throws {
    #expect(try home.run(["add", "Poster", "rating=film:FSK 18"]).status == 0)
    let photo = try home.write(TestPicture.jpeg(), to: "still.jpg")
    #expect(try home.run(["attach", "Poster", photo]).status == 0)
    let app = try home.open(["open", "Poster"])
    try app.press(script: "p")
    try app.wait { $0.text.contains { ("\u{2580}"..."\u{259F}").contains($0) } }
    try app.killEverything()
    func kept() -> [String] { home.files(under: home.path + "/.cache/keepsake").keys.sorted() }
    #expect(!kept().isEmpty)
    try limit()
    let again = try home.open()
    #expect(Wait.until { kept().isEmpty }, "\(kept())")
    try again.killEverything()
  }

  @Test func noWindowOpensTheHiddenItem() throws {
    try limit()
    let window = try home.launch(["open", "Secret film"])
    #expect(try window.waitForExit() == .exited(66))
    #expect(window.picture.text.contains("there is no item “Secret film”"))
    #expect(!window.picture.text.contains("Secret notes"))
  }

  @Test func windowFollowsTheLimitsFile() throws {
    let process = try home.open()
    let before = try process.press(script: "/secret<Enter>")
    #expect(before.text.contains("Secret film"), "\(before.text)")
    try limit()
    try process.wait { !$0.text.contains("Secret film") && $0.text.contains("Nothing matches") }
    try process.killEverything()
    let after = try home.open()
    #expect(!after.picture.text.contains("Secret film"), "\(after.picture.text)")
    #expect(after.picture.text.contains("Nothing matches"), "the same screen is restored")
  }
}
