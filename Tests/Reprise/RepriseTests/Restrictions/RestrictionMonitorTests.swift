import Foundation
import Reprise
import RepriseTesting
import Testing

/// The app follows restrictions while it runs, and observers are notified of changes.
@Suite(.timeLimit(.minutes(60))) struct RestrictionMonitorTests {
  private let home = TemporaryHome()
  private let files: RestrictionFiles
  private let pilot: Pilot
  private let monitor: RestrictionMonitor
  private let shelf: FilmShelf

  init() throws {
    let folder = home.path
    try FileManager.default.createDirectory(
      atPath: folder + "/own", withIntermediateDirectories: true)
    let files = RestrictionFiles(
      administrator: folder + "/etc/xdg/notes/restrictions.toml",
      personal: folder + "/own/restrictions.toml")
    let made = Made()
    pilot = try Pilot { device, store in
      let application = Application(delegate: OneScreen(), device: device, store: store)
      made.monitor = RestrictionMonitor(files, application)
      made.shelf = FilmShelf(application, files)
      return application
    }
    self.files = files
    monitor = try #require(made.monitor)
    shelf = try #require(made.shelf)
  }

  private func write(_ text: String, to file: String) throws {
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    pilot.application.systemEvents.lookAround()
  }

  @Test func anObserverHearsOnlyWhatIsAllowedAnew() throws {
    let observer = ContentObserver()
    monitor.observe(with: observer) { [unowned observer] in observer.count += 1 }
    try write("com.apple.content-rating.AppRating = 200", to: files.personal)
    #expect(observer.count == 1)
    #expect(monitor.restrictions.appRating == 200)
    try write("# mine\ncom.apple.content-rating.AppRating = 200", to: files.personal)
    #expect(observer.count == 1, "it says the same")
    try write("", to: files.personal)
    #expect(observer.count == 2)
    #expect(monitor.restrictions == ContentRestrictions())
  }

  /// A typo keeps the previous, equally strict setting, and the user must be notified.
  @Test func observerIsNotifiedOfAnotherMistake() throws {
    let observer = ContentObserver()
    monitor.observe(with: observer) { [unowned observer] in observer.count += 1 }
    try write("com.apple.content-rating.AppRating = 0", to: files.personal)
    #expect(observer.count == 1 && monitor.reading.problems.isEmpty)
    try write("com.apple.content-rating.AppRating = -1", to: files.personal)
    #expect(observer.count == 2)
    #expect(monitor.restrictions.appRating == 0 && monitor.reading.problems.count == 1)
  }

  @Test func releasedObserverIsNotNotified() throws {
    var observer: ContentObserver? = ContentObserver()
    var count = 0
    monitor.observe(with: try #require(observer)) { count += 1 }
    observer = nil
    try write("com.apple.content-rating.AppRating = 200", to: files.personal)
    #expect(count == 0)
  }

  @Test func anExampleFollowsWhatIsAllowed() throws {
    #expect(shelf.shows("FSK 16", of: "DE"))
    try write("com.apple.content-rating.MovieRating = 360", to: files.personal)
    #expect(!shelf.shows("FSK 16", of: "DE"))
    #expect(shelf.shows("FSK 12", of: "DE"))
    #expect(shelf.shows("PG-13", of: "US"))
    #expect(!shelf.shows("R", of: "US"))
    #expect(shelf.shows("anything", of: "PL"), "films are not rated there")
    try write("com.apple.content-rating.MovieRating = 2000", to: files.personal)
    pilot.application.update()
    #expect(pilot.screen.contains("restrictions.toml:1: "))
  }

  @Test func customContentUsesASimilarRating() {
    var restrictions = ContentRestrictions()
    #expect(!drawsBlood(restrictions))
    restrictions.movieRating = 439
    #expect(!drawsBlood(restrictions))
    restrictions.movieRating = 440
    #expect(drawsBlood(restrictions))
  }
}

private final class ContentObserver {
  var count = 0
}

/// The monitor that a launch makes.
private final class Made {
  var monitor: RestrictionMonitor?
  var shelf: FilmShelf?
}

private final class OneScreen: ApplicationDelegate {
  func applicationWillFinishLaunching(_ application: Application) {
    application.window.rootViewController = Worded("screen")
  }
}
