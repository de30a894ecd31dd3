import Foundation
import Reprise
import RepriseTesting
import Testing

/// Which restriction counts, and what becomes of a file that is damaged.
@Suite(.timeLimit(.minutes(60))) struct RestrictionFileTests {
  private let home = TemporaryHome()
  private let files: RestrictionFiles

  init() {
    files = RestrictionFiles(
      administrator: home.path + "/administrator", personal: home.path + "/own")
  }

  private func write(administrator: String? = nil, own: String? = nil) throws {
    for (text, file) in [(administrator, files.administrator), (own, files.personal)] {
      let lines = text.map { "[com.apple.content-rating]\n\($0)\n" }
      try lines?.write(toFile: file, atomically: true, encoding: .utf8)
    }
  }

  private static let everything = """
    ExplicitBooksAllowed = true
    ExplicitMusicPodcastsAllowed = true
    AppRating = 600
    MovieRating = 1000
    TVShowRating = 0
    """

  @Test func withoutFilesNothingIsKnown() {
    #expect(files.read().restrictions == ContentRestrictions())
    #expect(files.read().problems == [])
  }

  @Test func explicitBooksAreAllowedOrNot() throws {
    try write(own: "ExplicitBooksAllowed = false")
    #expect(files.read().restrictions.isExplicitBooksAllowed == false)
    try write(own: "ExplicitBooksAllowed = true")
    #expect(files.read().restrictions.isExplicitBooksAllowed == true)
    #expect(files.read().restrictions.isExplicitMusicAllowed == nil)
  }

  @Test func explicitMusicIsAllowedOrNot() throws {
    try write(own: "ExplicitMusicPodcastsAllowed = false")
    #expect(files.read().restrictions.isExplicitMusicAllowed == false)
    try write(own: "ExplicitMusicPodcastsAllowed = true")
    #expect(files.read().restrictions.isExplicitMusicAllowed == true)
    #expect(files.read().restrictions.isExplicitBooksAllowed == nil)
  }

  @Test(arguments: zip(["AppRating", "MovieRating", "TVShowRating"], RatedMedium.allCases))
  func aLimitIsTheHighestNumberThatIsAllowed(_ key: String, _ medium: RatedMedium) throws {
    try write(own: "\(key) = 300")
    let restrictions = files.read().restrictions
    #expect(restrictions.allows(300, of: medium) == true)
    #expect(restrictions.allows(301, of: medium) == false)
    for other in RatedMedium.allCases where other != medium {
      #expect(restrictions.limit(of: other) == nil)
      #expect(restrictions.allows(0, of: other) == nil, "it is unknown")
    }
  }

  /// A key has the same name with dots as under a table.
  @Test func keyMayHaveItsFullName() throws {
    try "com.apple.content-rating.AppRating = 100".write(
      toFile: files.administrator, atomically: true, encoding: .utf8)
    #expect(files.read().restrictions.appRating == 100)
    #expect(files.read().problems == [])
  }

  @Test func theAdministratorsFileWinsKeyByKey() throws {
    try write(administrator: "MovieRating = 500\nAppRating = 100", own: Self.everything)
    let restrictions = files.read().restrictions
    #expect(restrictions.appRating == 100)
    #expect(restrictions.movieRating == 500)
    #expect(restrictions.televisionRating == 0, "the administrator's file doesn't set it")
    #expect(restrictions.isExplicitBooksAllowed == true)
    try write(administrator: "TVShowRating = 1000")
    #expect(files.read().restrictions.televisionRating == 1000, "also where it allows more")
  }

  @Test(arguments: ["MovieRating = 1001", "MovieRating = -1", "MovieRating = \"R\""])
  func aWrongValueIsTheStrictest(_ line: String) throws {
    try write(administrator: "AppRating = 200\n" + line, own: Self.everything)
    let reading = files.read()
    #expect(reading.restrictions.movieRating == 0)
    #expect(reading.restrictions.appRating == 200)
    #expect(reading.restrictions.televisionRating == 0)
    #expect(reading.restrictions.isExplicitBooksAllowed == true)
    #expect(
      reading.problems.map(\.brief) == [
        "administrator:3: “com.apple.content-rating.MovieRating” must be a whole number from 0 to "
          + "1000; until then the strictest setting applies"
      ])
    unlink(files.administrator)
    try write(own: "AppRating = 200\n" + line)
    #expect(files.read().restrictions.movieRating == 0, "in the person's own file, too")
    #expect(files.read().restrictions.appRating == 200)
    #expect(files.read().problems.count == 1)
  }

  @Test(arguments: [
    "MovieRatings = 700", "MovieRating 700", "MovieRating = 900", "[other]\na = 1", "\u{1B}",
    "ExplicitBooksAllowed = yes",
  ])
  func anythingElseThatIsWrongMakesTheAdministratorsFileTheStrictest(_ line: String) throws {
    try write(
      administrator: "ExplicitBooksAllowed = true\nMovieRating = 700\nAppRating = 600\n" + line,
      own: Self.everything)
    let reading = files.read()
    #expect(reading.restrictions == .strictest)
    #expect(reading.problems.count == 1)
    #expect(
      reading.problems.first?.brief.hasSuffix("; until then the strictest setting applies") == true)
  }

  @Test func invalidOwnValueIsStrictestUnlessTheAdministratorSetsIt() throws {
    try write(
      administrator: "MovieRating = 900", own: "nonsense\nMovieRating = 700\nMovieRatings = 0")
    let reading = files.read()
    #expect(reading.restrictions.movieRating == 900)
    #expect(reading.restrictions.appRating == 0)
    #expect(reading.restrictions.isExplicitBooksAllowed == false)
    #expect(reading.problems.map(\.line) == [2, 4])
  }

  @Test(arguments: ["a directory", "a pipe", "not UTF-8", "too large"])
  func anAdministratorsFileThatIsNotReadForbidsEverything(_ kind: String) throws {
    let file = files.administrator
    switch kind {
    case "a directory": mkdir(file, 0o755)
    case "a pipe": mkfifo(file, 0o644)
    case "not UTF-8": try Data([0x23, 0xFF]).write(to: URL(filePath: file))
    default:
      try write(administrator: Self.everything)
      try #require(truncate(file, 5 << 20) == 0)
    }
    #expect(files.read().restrictions == .strictest)
    #expect(files.read().problems.count == 1)
  }

  /// A child may set every variable of its own programs.
  @Test func theAdministratorsFileLiesInOnePlaceWhateverTheEnvironmentSays() throws {
    func files(_ name: String, _ variables: [String: String]) throws -> [String] {
      try AppDirectories(name: name, variables: variables).restrictions.all
    }
    let fixed = "/etc/xdg/notes/restrictions.toml"
    #expect(
      try files("notes", ["HOME": "/h"]) == [fixed, "/h/.config/notes/restrictions.toml"])
    #expect(
      try files(
        "notes/demo", ["HOME": "/h", "XDG_CONFIG_HOME": "/c/d", "XDG_CONFIG_DIRS": "/x:/y"])
        == [fixed, "/c/d/notes/restrictions.toml"])
    #expect(
      try files("notes", ["HOME": "/h", "XDG_CONFIG_HOME": "/"])
        == [fixed, "//notes/restrictions.toml"])
  }
}
