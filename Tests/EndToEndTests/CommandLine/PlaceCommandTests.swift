import Foundation
import Inventory
import RepriseTesting
import TestSupport
import Testing

/// `keepsake place`, `tag` and `category`, run as the real program.
@Suite(.waitsForProcesses) struct PlaceCommandTests {
  private let home: Home

  init() throws { home = try Home(isEmpty: true) }

  private func run(_ arguments: String...) throws -> CommandResult {
    try home.run(
      arguments, environment: ["HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
  }

  private var list: String { get throws { try run("place", "list").text } }

  @Test func placesAreAddedOnceWhateverTheirCaseAndSpaces() throws {
    let added = try run("place", "add", "Home/Study")
    #expect(added.text == "Home / Study\n" && added.errors.isEmpty && added.status == 0)
    let again = try run("place", "add", " home / STUDY ")
    #expect(again.text == "Home / Study\n" && again.errors == "“Home / Study” already exists\n")
    _ = try run("add", "Lamp", "place=home /  study")
    let text = "HB.name,HB.location\nDesk,HOME / study\n"
    #expect(try home.run(["import", "-"], input: Data(text.utf8)).status == 0)
    #expect(try list == "Home\t2\t1\nHome / Study\t2\t0\n")
    let similar = try run("place", "add", "Home / Stúdy")
    #expect(similar.errors == "There is also “Home / Study”; only accents differ\n")
  }

  @Test func placesAreRenamedMovedMergedAndDeleted() throws {
    for path in ["Home / Attic / Box", "Home / Cellar / Box", "Garden"] {
      #expect(try run("place", "add", path).status == 0)
    }
    _ = try run("add", "Rug", "place=Home / Attic / Box")
    #expect(
      try run("place", "rename", "attic", "Loft").errors == "Renamed “Home / Attic” to “Loft”\n")
    #expect(try run("place", "move", "Loft", "/").errors == "Moved “Home / Loft” to “Loft”\n")
    #expect(
      try run("place", "move", "garden", "Home").errors == "Moved “Garden” to “Home / Garden”\n")
    #expect(
      try run("place", "merge", "Loft", "Cellar").errors == "Merged “Loft” into “Home / Cellar”\n")
    #expect(
      try list
        == "Home\t1\t2\nHome / Cellar\t1\t1\nHome / Cellar / Box\t1\t0\nHome / Garden\t0\t0\n")
    let refused = try run("place", "delete", "Cellar")
    #expect(refused.status == 64)
    #expect(
      refused.errors.hasPrefix("keepsake: “Home / Cellar” contains 1 item and 1 place; add"))
    #expect(try run("place", "delete", "Cellar", "--keep-contents").status == 0)
    #expect(try run("place", "delete", "Garden").errors == "Deleted “Home / Garden”\n")
    #expect(try list == "Home\t1\t1\nHome / Box\t1\t0\n")
    #expect(try run("place", "move", "Home", "Home / Box").status == 1)
  }

  @Test func anAmbiguousPlaceListsThePaths() throws {
    for path in ["Home / Box", "Garden / Box"] { _ = try run("place", "add", path) }
    let several = try run("place", "rename", "box", "Tin")
    #expect(several.status == 64)
    #expect(
      several.messages == [
        "keepsake: several places match “box”; name one by its path:", "Garden / Box", "Home / Box",
      ])
    let none = try run("place", "rename", "bóx", "Tin")
    #expect(none.status == 66)
    #expect(none.errors == "keepsake: there is no place “bóx”; did you mean “Garden / Box”?\n")
  }

  @Test func thePhotoOfAPlaceIsSetFoundReplacedAndRemoved() throws {
    _ = try run("place", "add", "Attic")
    let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2]
    for (name, content) in [("one.jpg", bytes), ("two.jpg", bytes + [0]), ("note.txt", [65])] {
      try Data(content).write(to: URL(filePath: home.path + "/" + name))
    }
    func photo(_ arguments: String...) throws -> CommandResult {
      try home.run(
        ["place", "photo", "attic"] + arguments,
        environment: ["HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
    }
    let none = try photo()
    #expect(none.text.isEmpty && none.errors == "“Attic” has no photo\n" && none.status == 0)
    let added = try photo(home.path + "/one.jpg")
    #expect(added.errors.hasPrefix("Added the photo of “Attic”") && added.status == 0)
    let path = try photo().text.trimmingCharacters(in: .newlines)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
    #expect(try photo(home.path + "/one.jpg").errors == "“Attic” has this photo already\n")
    #expect(try photo(home.path + "/two.jpg").errors.hasPrefix("Replaced the photo of “Attic”"))
    let line = try JSONSerialization.jsonObject(with: try run("place", "list", "--json").output)
    let object = (line as? [String: Any])?["photo"] as? [String: Any]
    #expect(object?["bytes"] as? Int == bytes.count + 1)
    #expect(object?["condition"] as? String == "intact")
    let history = try run("history").text
    #expect(history.contains("Photo: picture of 6 bytes → picture of 7 bytes"), "\(history)")
    for (arguments, status) in [
      ([home.path + "/note.txt"], 65), ([home.path + "/none.jpg"], 66),
      ([home.path + "/one.jpg", "--remove"], 64),
    ] {
      let refused = try home.run(
        ["place", "photo", "Attic"] + arguments,
        environment: ["HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
      #expect(refused.status == status && refused.messages.count == 1, "\(refused.errors)")
    }
    #expect(try photo("--remove").errors == "Removed the photo of “Attic”\n")
    #expect(try photo("--remove").errors == "“Attic” has no photo\n")
    #expect(try run("place", "photo", "Nowhere").status == 66)
  }

  @Test func notesAndJSONOfPlaces() throws {
    _ = try run("place", "add", "Attic")
    #expect(try run("place", "note", "Attic", "cold").errors == "Changed the notes of “Attic”\n")
    #expect(try run("place", "note", "attic").text == "cold\n")
    let output = try run("place", "list", "--json").output
    let line = try #require(try JSONSerialization.jsonObject(with: output) as? [String: Any])
    #expect(line["path"] as? String == "Attic" && line["notes"] as? String == "cold")
    #expect(line["items"] as? Int == 0 && line["private"] as? Bool == false)
  }

  @Test func tagsAreListedRenamedMergedAndDeleted() throws {
    _ = try run("add", "Lamp", "tags=glass; old")
    _ = try run("add", "Vase", "tags=glass")
    #expect(try run("tag", "list").text == "glass\t2\nold\t1\n")
    #expect(
      try run("tag", "rename", "GLASS", "fragile").errors
        == "Renamed the tag “glass” to “fragile”\n")
    let taken = try run("tag", "rename", "old", "Fragile")
    #expect(taken.status == 1)
    #expect(taken.errors == "keepsake: there is already a tag “fragile”; merge the two\n")
    #expect(
      try run("tag", "merge", "old", "fragile").errors == "Merged the tag “old” into “fragile”\n")
    #expect(try run("tag", "list", "--json").text == "{\"items\":2,\"name\":\"fragile\"}\n")
    #expect(try run("tag", "delete", "fragile").errors == "Deleted the tag “fragile”\n")
    #expect(try run("tag", "list").text.isEmpty)
    #expect(try run("tag", "delete", "fragile").status == 66)
  }

  @Test func categoriesAreListedRenamedMergedAndDeleted() throws {
    _ = try run("add", "Drill", "category=tools")
    #expect(try run("category", "list").text.contains("Tools\t180\t1\n"))
    #expect(try run("category", "life", "tools", "60").status == 0)
    #expect(try run("category", "rename", "tools", "Hand tools").status == 0)
    #expect(try run("category", "list").text.contains("Hand tools\t60\t1\n"))
    #expect(try run("category", "merge", "hand tools", "Art").status == 0)
    #expect(try run("category", "list").text.contains("Art\tnone\t1\n"))
    #expect(try run("category", "delete", "Art").errors == "Deleted the category “Art”\n")
    #expect(try !run("category", "list").text.contains("Art\t"))
    #expect(try run("category", "life", "Clothing", "soon").status == 64)
  }
}
