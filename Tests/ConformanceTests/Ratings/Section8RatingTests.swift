import Foundation
import Reprise
import TestSupport
import RepriseTesting
import Testing

/// Content limits and rating numbers: contract 8.7.5 and 8.7.6.
@Suite(.timeLimit(.minutes(60))) struct Section8RatingTests {
  private let home = TemporaryHome()
  private var root: String { home.path }
  private var files: RestrictionFiles {
    RestrictionFiles(
      administrator: root + "/etc/xdg/notes/restrictions.toml",
      personal: root + "/home/restrictions.toml")
  }

  init() throws {
    try FileManager.default.createDirectory(
      atPath: root + "/home", withIntermediateDirectories: true)
  }

  private func write(_ text: String, to file: String) throws {
    try FileManager.default.createDirectory(
      atPath: String(file.dropLast("/restrictions.toml".count)), withIntermediateDirectories: true)
    try "[com.apple.content-rating]\n\(text)".write(
      toFile: file, atomically: true, encoding: .utf8)
  }

  private func rehearsal() throws -> Rehearsal {
    try Rehearsal(
      Plan { plan, application in application.window.rootViewController = Screen("screen", plan) })
  }

  @Test func rule_8_7_5_unsetLimitsAreUnknown() {
    let restrictions = files.read().restrictions
    #expect(restrictions == ContentRestrictions())
    #expect(restrictions.allows(1000, of: .movie) == nil)
  }

  /// At first, even the directory of the administrator's file is missing.
  @Test func rule_8_7_5_anAdministratorsLimitAppliesToARunningApp() async throws {
    let rehearsal = try rehearsal()
    try write("MovieRating = 1000", to: files.personal)
    let monitor = RestrictionMonitor(files, rehearsal.application)
    var count = 0
    let observer = Shelf(0)
    monitor.observe(with: observer) { count += 1 }
    _ = try rehearsal.launch()
    #expect(monitor.restrictions.allows(440, of: .movie) == true)
    try write("MovieRating = 340", to: files.administrator)
    while count == 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(monitor.restrictions.allows(440, of: .movie) == false)
    // Later writes to the same path are observed as well.
    try write("MovieRating = 1000", to: files.administrator)
    while count == 1 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(monitor.restrictions.movieRating == 1000)
  }

  @Test func rule_8_7_5_aStoppedAppIsToldOnReturn() throws {
    let rehearsal = try rehearsal()
    let monitor = RestrictionMonitor(files, rehearsal.application)
    var count = 0
    let observer = Shelf(0)
    monitor.observe(with: observer) { count += 1 }
    _ = try rehearsal.launch()
    _ = rehearsal.send(.signal(.suspend))
    try write("ExplicitBooksAllowed = false", to: files.personal)
    #expect(count == 0)
    _ = rehearsal.resume()
    #expect(count == 1)
    #expect(monitor.restrictions.isExplicitBooksAllowed == false)
  }

  @Test func rule_8_7_6_appsHaveOneScaleInAllCountries() {
    let levels = RatingSystem.apps?.ratings.map { "\($0.name)=\($0.number)" }
    #expect(levels == ["4+=100", "9+=200", "12+=300", "17+=600"])
    #expect(RatingSystem.of(.app, in: "US") == RatingSystem.apps)
    #expect(RatingSystem.of(.app, in: "PL") == RatingSystem.apps)
  }

  @Test func rule_8_7_6_theScalesOfFilmsDifferByCountry() {
    let lowest = RatingSystem.of(.movie, in: "US")?.ratings.first
    #expect(lowest?.name == "G")
    #expect(lowest?.number == 100)
    let names = ["US", "GB", "DE"].map { RatingSystem.of(.movie, in: $0)?.ratings.last?.name }
    #expect(names == ["NC-17", "R18", "FSK 18"])
  }

  @Test func rule_8_7_6_countriesWithoutRatingsHaveNoScale() {
    #expect(RatingSystem.of(.television, in: "GB") == nil)
    #expect(RatingSystem.of(.movie, in: "PL") == nil)
    #expect(RatingSystem.of(.movie, in: "XX") == nil)
    #expect(RatingSystem.of(.movie, in: "") == nil)
  }

  @Test func rule_8_7_6_thePageListsAllRatings() throws {
    let text = RatingPage().text
    let page = PackageFolder().page("Ratings.md", in: Checkout.catalogue)
    #expect(try page.difference(from: text) == nil)
  }
}
