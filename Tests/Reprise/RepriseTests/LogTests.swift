import Foundation
import Logging
import Preservation
import RepriseTesting
import Synchronization
import Testing

@testable import Reprise

/// A launch's log, and the inspector's report about the disk.
@Suite struct LogTests {
  /// Keeps lines as `level message`, the facts behind it.
  private nonisolated struct Lines: LogHandler {
    /// Where they are kept; a handler is copied.
    final class Store: Sendable {
      let lines = Mutex<[String]>([])
    }

    let store: Store
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    init(_ store: Store) { self.store = store }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let facts = (event.metadata ?? [:]).sorted { $0.key < $1.key }
        .map { " \($0.key)=\($0.value)" }.joined()
      store.lines.withLock { $0.append("\(event.level) \(event.message)\(facts)") }
    }
  }

  private final class Delegate: ApplicationDelegate {
    let root: ViewController
    let restores: Bool

    init(root: ViewController, restores: Bool) {
      self.root = root
      self.restores = restores
    }

    func applicationWillFinishLaunching(_ application: Application) {
      application.window.rootViewController = root
    }

    func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
      true
    }

    func application(
      _ application: Application, shouldRestoreApplicationState coder: Coder
    ) -> Bool {
      restores
    }
  }

  /// A session in a directory of its own.
  private final class Place {
    let directory = NSTemporaryDirectory() + "log-\(UUID().uuidString)"
    private(set) var application: Application?
    private let store = Lines.Store()

    /// All that was logged by the last launch and since.
    var lines: [String] { store.lines.withLock { $0 } }

    init() throws {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// Launches an app that shows a screen with one view, and leaves; returns what it logged.
    func launch(_ screen: String, restores: Bool = true) throws -> [String] {
      application?.terminate()
      application = nil
      let root = ViewController()
      root.restorationIdentifier = screen
      let field = TextField()
      field.restorationIdentifier = "field"
      root.view.addSubview(field)
      let session = try StateHome(path: directory).openSession(named: "main")
      let keys = try LoginKeyProvider(file: directory + "/key")
      let application = Application(
        delegate: Delegate(root: root, restores: restores),
        device: HeadlessTerminal(size: Size(width: 60, height: 12)),
        store: StateStore(session: session, keys: keys))
      store.lines.withLock { $0 = [] }
      application.logger = Logger(label: "test") { [store] _ in Lines(store) }
      try application.launch()
      self.application = application
      return lines
    }
  }

  @Test func launchLogsHowMuchWasRestored() throws {
    let place = try Place()
    #expect(try place.launch("screen") == ["info launched restored=0 saved=0"])
    #expect(try place.launch("screen") == ["info launched restored=3 saved=3"])
  }

  @Test func aSlowHandlerIsNamedInTheLog() throws {
    let place = try Place()
    _ = try place.launch("screen")
    let application = try #require(place.application)
    let observer = View()
    application.observe(.willResignActive, with: observer) { usleep(250_000) }
    application.terminate()
    let lines = place.lines.filter { $0.contains("slow willResignActive milliseconds=") }
    #expect(lines.count == 1, "\(place.lines)")
  }

  /// The log is read with `cat`, and a line is a line.
  @Test func theLogFileHoldsNothingThatATerminalObeys() throws {
    let place = try Place()
    let path = place.directory + "/log"
    var logger = LogFile.logger(label: "app", path: path)
    logger[metadataKey: "screen"] = "\u{1B}]0;x\u{7}"
    logger.warning("a\u{1B}[31m name\nof two lines", metadata: ["place": "b\u{9B}2J\r"])
    let bytes = try #require(FileManager.default.contents(atPath: path))
    #expect(bytes.filter { $0 == 10 }.count == 1 && bytes.last == 10)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.unicodeScalars.dropLast().allSatisfy { $0.properties.generalCategory != .control })
    #expect(text.contains("name") && text.contains("place=b") && text.contains("screen="))
  }

  @Test func eachUnrestoredObjectIsLogged() throws {
    let place = try Place()
    _ = try place.launch("screen")
    let lines = try place.launch("other")
    #expect(
      lines == [
        "info launched restored=1 saved=3",
        "warning screen: kept for another version, no object was found for it",
        "warning screen/field: kept for another version, its parent was not restored",
      ])
  }

  @Test func refusedStateIsLoggedWithItsPath() throws {
    let place = try Place()
    _ = try place.launch("screen")
    let lines = try place.launch("screen", restores: false)
    #expect(place.application?.restorationReport.wasRefused == true)
    #expect(
      lines.prefix(2) == [
        "info launched restored=0 saved=0", "warning the app refused the saved state",
      ])
    #expect(lines.dropFirst(2).count == 1)
    #expect(lines.last?.hasPrefix("warning Old state kept in ") == true)
  }

  /// Makes nothing, and is not registered.
  private enum Stranger: ViewControllerRestoration {
    static func viewController(
      withRestorationIdentifierPath path: [String], coder: Coder
    ) -> ViewController? { nil }
  }

  @Test func laterRemarksAreLogged() throws {
    let place = try Place()
    _ = try place.launch("screen")
    let page = ViewController()
    page.restorationIdentifier = "page"
    page.restorationClass = Stranger.self
    place.application?.window.rootViewController?.present(page)
    for _ in 0..<2 { place.application?.update() }
    #expect(
      place.lines.dropFirst() == [
        #"warning the restoration class Stranger of "page" is not registered: it will not be used"#
      ])
  }

  private func inspected(_ place: Place, _ title: String) throws -> [InspectorSection.Line] {
    let sections = try #require(place.application).inspect()
    return try #require(sections.first { $0.title == title }).lines
  }

  @Test func inspectorShowsTheFateOfRefusedState() throws {
    let place = try Place()
    _ = try place.launch("screen")
    _ = try place.launch("screen", restores: false)
    let notice = try #require(place.application?.restorationReport.notice)
    let first = try #require(try inspected(place, "Last launch").first)
    #expect(first.text == notice)
    #expect(first.mark == .doubtful)
  }

  /// By identifier, or by type without one.
  @Test func inspectorNamesStoredObjects() throws {
    let place = try Place()
    _ = try place.launch("screen")
    let names = try inspected(place, "Saving").map(\.text).filter { $0.hasPrefix("  ") }
    #expect(names.contains("  screen") && names.contains("  field"), "\(names)")
    #expect(!names.contains("  "), "\(names)")
  }

  @Test func inspectorShowsPowerSafety() throws {
    let place = try Place()
    _ = try place.launch("screen")
    let application = try #require(place.application)
    application.store.flush()
    let lines = application.inspect().flatMap(\.lines)
    let line = try #require(lines.first { $0.text.hasPrefix("power-safe: ") })
    #expect(line.text.hasSuffix(" s ago"))
    #expect(line.mark == .good)
  }

  /// The kit's remarks about the interface are logged in the next line: names and no content.
  @Test func remarksAreLogged() {
    let store = Lines.Store()
    var report = RestorationReport()
    report.remarks.append("two screens have one name")
    report.log(to: Logger(label: "test") { _ in Lines(store) })
    #expect(store.lines.withLock(\.self).last == "warning two screens have one name")
  }
}
