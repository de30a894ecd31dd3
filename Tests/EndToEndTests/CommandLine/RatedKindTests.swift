import Foundation
import RepriseTesting
import TestSupport
import Testing

/// The commands of the real program for each kind of rating and each limit: items rated above the limit
/// appear nowhere; items at or below it, or of another kind, appear everywhere.
@Suite(.waitsForProcesses) struct RatedKindTests {
  /// A limit in `restrictions.toml`, and the ratings that it hides.
  struct Limit: CustomTestStringConvertible, Sendable {
    let line: String
    let hidden: Set<String>
    var testDescription: String { line }
  }

  static let limits = [
    Limit(line: "MovieRating = 340", hidden: ["film:FSK 16", "film:FSK 18"]),
    Limit(line: "TVShowRating = 340", hidden: ["series:FSK 16", "series:FSK 18"]),
    Limit(line: "AppRating = 300", hidden: ["game:17+", "app:17+"]),
    Limit(line: "AppRating = 200", hidden: ["game:12+", "game:17+", "app:12+", "app:17+"]),
    Limit(line: "ExplicitBooksAllowed = false", hidden: ["book:explicit"]),
    Limit(line: "ExplicitMusicPodcastsAllowed = false", hidden: ["music:explicit"]),
  ]

  /// Ratings below, at and above the limit of each kind.
  static let ratings = [
    "film:FSK 6", "film:FSK 12", "film:FSK 16", "film:FSK 18", "series:FSK 6", "series:FSK 12",
    "series:FSK 16", "series:FSK 18", "game:9+", "game:12+", "game:17+", "app:9+", "app:12+",
    "app:17+",
    "book:not explicit", "book:explicit", "music:not explicit", "music:explicit",
  ]

  /// Items named after their ratings, each in the lists, in the archive and in the trash.
  private static let made = Result { () throws -> Home in
    let home = try Home(isEmpty: true)
    var text = "HB.name,HB.notes,HB.purchase_price,HB.archived,HB.field.Age rating\n"
    for rating in ratings {
      let name = Self.name(rating)
      text += "Thing \(name),Words \(name),10.00,false,\(rating)\n"
      text += "Old \(name),Words \(name),,true,\(rating)\n"
      text += "Gone \(name),Words \(name),,false,\(rating)\n"
    }
    text += "Thing unrated,,1.00,false,\n"
    guard try home.run(["import", "-"], input: Data(text.utf8)).status == 0 else { throw NotMade() }
    for rating in ratings {
      let gone = try home.run(["set", "Gone \(Self.name(rating))", "trashed=yes"])
      guard gone.status == 0 else { throw NotMade() }
    }
    return home
  }

  private struct NotMade: Error {}

  /// A name without characters that a command could misread: `film FSK 16`, `game 17plus`.
  private static func name(_ rating: String) -> String {
    rating.replacing(":", with: " ").replacing("+", with: "plus").replacing(
      "not explicit", with: "mild")
  }

  private static func home(_ limit: Limit) throws -> Home {
    let home = try Home(copying: made.get().path)
    let directory = home.path + "/.config/keepsake"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try "[com.apple.content-rating]\n\(limit.line)\n".write(
      toFile: directory + "/restrictions.toml", atomically: true, encoding: .utf8)
    return home
  }

  private static func shown(_ limit: Limit) -> [String] {
    ratings.filter { !limit.hidden.contains($0) }
  }

  /// The ratings that a text mentions.
  private static func ratings(in text: String, after word: String = "Words") -> Set<String> {
    Set(
      ratings.filter { rating in
        text.contains("\(word) \(name(rating))\"") || text.contains("\(word) \(name(rating)),")
          || text.contains("\(word) \(name(rating))\t")
          || text.contains("\(word) \(name(rating))\n")
      })
  }

  /// Lists, exports and the report contain exactly the permitted items.
  @Test(arguments: limits) func itemsAboveTheLimitAreInNoList(limit: Limit) throws {
    let home = try Self.home(limit)
    let shown = Set(Self.shown(limit))
    for arguments in [["list", "--json"], ["export"], ["list", "--json", "--archived"]] {
      #expect(Self.ratings(in: try home.run(arguments).text) == shown, "\(arguments)")
    }
    #expect(Self.ratings(in: try home.run(["list", "--json", "--trashed"]).text) == shown)
    for arguments in [["list"], ["list", "thing"], ["report", "--csv"]] {
      let found = Self.ratings(in: try home.run(arguments).text, after: "Thing")
      #expect(found == shown, "\(arguments)")
    }
    let page = try home.run(["report"]).text
    for rating in Self.ratings {
      #expect(page.contains("Words \(Self.name(rating))<") == shown.contains(rating), "\(rating)")
    }
    let total = 10 * shown.count + 1
    #expect(page.contains("€\(total).00"), "the total is \(total)")
    let doctor = try home.run(["doctor"]).text
    // In the lists, the archive and the trash, and the one without a rating.
    #expect(doctor.contains("sound: \(3 * shown.count + 1) items"), "\(doctor)")
  }

  /// Each command about a single item finds it if it is permitted, and only then.
  @Test(arguments: limits) func itemsAboveTheLimitAreNotFound(limit: Limit) throws {
    let home = try Self.home(limit)
    for rating in Self.ratings where limit.hidden.contains(rating) {
      for shelf in ["Thing", "Old", "Gone"] {
        let name = "\(shelf) \(Self.name(rating))"
        for arguments in [
          ["show", name], ["history", name], ["set", name, "notes=mine"],
          ["attach", name, "/etc/hostname"],
        ] {
          let said = try home.run(arguments)
          #expect(said.status == 66 && said.text.isEmpty, "\(arguments): \(said.text)")
          #expect(!said.errors.contains("Words"), "\(said.errors)")
        }
      }
      #expect(try home.run(["list", "words \(Self.name(rating))"]).text.isEmpty)
    }
    for rating in Self.shown(limit) {
      let name = "Thing \(Self.name(rating))"
      #expect(
        try home.run(["show", name]).text.contains("Words \(Self.name(rating))"), "\(rating)")
    }
  }

  /// No one can enter or import items above the limit; all other items are accepted.
  @Test(arguments: limits) func itemsAboveTheLimitCannotBeEntered(limit: Limit) throws {
    let home = try Self.home(limit)
    for rating in Self.ratings {
      let isHidden = limit.hidden.contains(rating)
      let added = try home.run(["add", "New", "rating=\(rating)"])
      #expect(added.status == (isHidden ? 77 : 0), "\(rating): \(added.errors)")
      let set = try home.run(["set", "Thing unrated", "rating=\(rating)"])
      #expect(set.status == (isHidden ? 77 : 0), "\(rating): \(set.errors)")
      let file = Data("HB.name,HB.field.Age rating\nNewer,\(rating)\n".utf8)
      #expect(
        try home.run(["import", "-"], input: file).status == (isHidden ? 65 : 0), "\(rating)")
    }
    let unlimited = try Home(copying: home.path)
    try FileManager.default.removeItem(
      atPath: unlimited.path + "/.config/keepsake/restrictions.toml")
    let all = try unlimited.run(["list", "--json"]).text
    #expect(Self.ratings(in: all) == Set(Self.ratings), "nothing is lost")
  }

  /// A window finds the same items, and opens one of them after a kill.
  @Test(arguments: limits) func itemsAboveTheLimitAreInNoWindow(limit: Limit) throws {
    let home = try Self.home(limit)
    let window = try home.open()
    var expected: [String] = []
    for rating in Self.ratings {
      let picture = try window.press(script: "/\"thing \(Self.name(rating))\"<Enter>")
      let isShown = !picture.text.contains("Nothing matches")
      if isShown { expected.append(rating) }
      try window.press(script: "<Esc>")
    }
    #expect(expected == Self.shown(limit))
    try window.killEverything()
    let again = try home.open(["open", "Thing unrated"])
    #expect(again.picture.text.contains("Thing unrated"))
    try again.killEverything()
  }
}
