import Foundation
import Reprise
import RepriseTesting
import Testing

/// Changes around the app, reported and then drawn: contract 8.6.5 to 8.6.8.
@Suite struct Section8NotificationTests {
  private static func plan() -> Plan {
    Plan { plan, application in application.window.rootViewController = Screen("screen", plan) }
  }

  @Test func rule_8_6_5_invalidatedViewsAreDrawnOnce() throws {
    let rehearsal = try Rehearsal.launched()
    _ = rehearsal.send(.signal(.suspend))
    let view = rehearsal.application.window.rootViewController?.view
    for _ in 0..<3 { view?.setNeedsLayout() }
    #expect(rehearsal.resume().filter { $0 == "frame" }.count == 1)
  }

  @Test(.timeLimit(.minutes(60)), arguments: [SystemChange.locale, .timeZone, .configuration])
  func rule_8_6_7_changesAreReportedWhileTheAppRuns(change: SystemChange) async throws {
    let rehearsal = try Rehearsal(Self.plan())
    let file = NSTemporaryDirectory() + "setting-\(UUID().uuidString)"
    defer { unlink(file) }
    var files = SystemFiles()
    switch change {
    case .locale: files.locale = [file]
    case .timeZone: files.timeZone = file
    default: files.configuration = [file]
    }
    rehearsal.application.systemFiles = files
    let observer = Shelf(0)
    var count = 0
    rehearsal.application.observe(change, with: observer) { count += 1 }
    _ = try rehearsal.launch()
    try "new".write(toFile: file, atomically: true, encoding: .utf8)
    while count == 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(count == 1)
  }

  /// A second terminal attaches to the multiplexer, with another size and a light background, and detaches again.
  @Test func anAttachedDisplayIsReportedWithSizeAndAppearance() throws {
    let rehearsal = try Rehearsal(Self.plan())
    let observer = Shelf(0)
    var told: [SystemChange] = []
    for change in [SystemChange.windowSize, .terminal] {
      rehearsal.application.observe(change, with: observer) { told.append(change) }
    }
    _ = try rehearsal.launch()
    let size = rehearsal.terminal.size
    rehearsal.terminal.inner.resize(to: Size(width: 40, height: 10))
    _ = rehearsal.send(.background(RGB(0xFFFFFF)))
    #expect(told == [.windowSize, .terminal])
    rehearsal.terminal.inner.resize(to: size)
    _ = rehearsal.send(.background(RGB(0)))
    #expect(told == [.windowSize, .terminal, .windowSize, .terminal])
  }

  @Test func rule_8_6_8_aChangedConfigurationIsReportedOnReturn() throws {
    let rehearsal = try Rehearsal(Self.plan())
    let file = NSTemporaryDirectory() + "setting-\(UUID().uuidString)"
    defer { unlink(file) }
    rehearsal.application.systemFiles.configuration = [file]
    let observer = Shelf(0)
    var count = 0
    rehearsal.application.observe(.configuration, with: observer) { count += 1 }
    _ = try rehearsal.launch()
    _ = rehearsal.send(.signal(.suspend))
    try "new".write(toFile: file, atomically: true, encoding: .utf8)
    _ = rehearsal.resume()
    #expect(count == 1)
  }

  /// The ways in which a configuration file may appear while the app runs.
  @Test(.timeLimit(.minutes(60)), arguments: ["a directory", "a link", "a change behind a link"])
  func aNewConfigurationFileIsFound(_ kind: String) async throws {
    let folder = NSTemporaryDirectory() + "settings-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder + "/other", withIntermediateDirectories: true)
    let (file, other) = (folder + "/app/file", folder + "/other/real")
    try "old".write(toFile: other, atomically: true, encoding: .utf8)
    if kind != "a directory" { mkdir(folder + "/app", 0o700) }
    if kind == "a change behind a link" { symlink(other, file) }
    let rehearsal = try Rehearsal(Self.plan())
    rehearsal.application.systemFiles.configuration = [file]
    let observer = Shelf(0)
    var count = 0
    rehearsal.application.observe(.configuration, with: observer) { count += 1 }
    _ = try rehearsal.launch()
    switch kind {
    case "a directory":
      mkdir(folder + "/app", 0o700)
      try "new".write(toFile: file, atomically: true, encoding: .utf8)
    case "a link": symlink(other, file)
    default: try "newer".write(toFile: other, atomically: true, encoding: .utf8)
    }
    while count == 0 { try await Task.sleep(for: .milliseconds(5)) }
    // Later writes to the same path are observed as well.
    let heard = count
    try "newest of all".write(
      toFile: kind == "a directory" ? file : other, atomically: false, encoding: .utf8)
    while count == heard { try await Task.sleep(for: .milliseconds(5)) }
    #expect(count > heard)
  }
}
