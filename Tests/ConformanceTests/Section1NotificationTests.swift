import Foundation
import Reprise
import RepriseTesting
import Testing

/// Changes while the app was stopped: contract 1.7.1 and 8.6.
@Suite struct Section1NotificationTests {
  private static let watched: [SystemChange] = [
    .windowSize, .timeZone, .significantTime, .locale, .configuration, .data,
  ]

  private let rehearsal: Rehearsal
  private let home = TemporaryHome()
  private var directory: String { home.path }
  private let observer = Shelf(0)
  /// The notifications during the launch.
  private let launched: [String]

  init() throws {
    let plan = Plan { plan, application in
      application.window.rootViewController = Screen("screen", plan)
    }
    rehearsal = try Rehearsal(plan)
    let directory = home.path
    var files = SystemFiles()
    files.timeZone = "\(directory)/zone"
    files.locale = ["\(directory)/locale"]
    files.configuration = ["\(directory)/configuration", "\(directory)/first.conf"]
    files.data = ["\(directory)/data"]
    rehearsal.application.systemFiles = files
    for change in Self.watched {
      rehearsal.application.observe(change, with: observer) { [unowned plan] in
        plan.diary.append("\(change) changed")
      }
    }
    launched = try rehearsal.launch()
    _ = rehearsal.send(.signal(.suspend))
  }

  private func write(_ name: String, _ text: String = "changed") throws {
    try text.write(toFile: "\(directory)/\(name)", atomically: true, encoding: .utf8)
  }

  /// The notifications on return, except those of every return.
  private func told() -> [String] {
    rehearsal.resume().filter { $0.hasSuffix("changed") }
  }

  @Test func rule_1_7_1_changesAreReportedOnReturnBeforeActivation() throws {
    for name in ["zone", "locale", "configuration", "data"] { try write(name) }
    rehearsal.terminal.inner.resize(to: Size(width: 60, height: 20))
    #expect(
      rehearsal.resume() == [
        "willEnterForeground [background]", "terminal taken", "windowSize changed",
        "timeZone changed", "locale changed", "configuration changed", "data changed",
        "didBecomeActive [active]", "frame",
      ])
  }

  @Test func rule_8_6_3_changesAreReportedBeforeWaitingKeys() throws {
    try write("data")
    rehearsal.application.window.globalActions = [
      Action("test.key", "Key", "k", isHinted: false) { [plan = rehearsal.plan] in
        plan.diary.append("key")
      }
    ]
    let calls = rehearsal.send(.signal(.resume), .key(.character("k")))
    #expect(calls.filter { $0 == "key" || $0 == "data changed" } == ["data changed", "key"])
  }

  @Test func writesDuringLaunchAreFoundAfterTheFirstFrame() {
    #expect(launched.suffix(2) == ["frame", "data changed"])
  }

  @Test func dataChangesAloneDrawNoFrame() throws {
    _ = rehearsal.resume()
    try write("data")
    let from = rehearsal.plan.diary.count
    rehearsal.application.systemEvents.lookAround()
    #expect(Array(rehearsal.plan.diary[from...]) == ["data changed"])
    try write("configuration")
    rehearsal.application.systemEvents.lookAround()
    #expect(Array(rehearsal.plan.diary[(from + 1)...]) == ["configuration changed", "frame"])
  }

  @Test func rule_8_6_2_manyChangesAreReportedOnce() throws {
    for round in 0..<3 { try write("configuration", "\(round)") }
    let told = rehearsal.resume().filter { $0.hasSuffix("changed") }
    #expect(told == ["configuration changed"])
    _ = rehearsal.send(.signal(.suspend))
    #expect(self.told() == [], "and only once")
  }

  @Test func rule_8_6_2_aRevertedChangeIsNotReported() throws {
    let size = rehearsal.terminal.size
    rehearsal.terminal.inner.resize(to: Size(width: 100, height: 30))
    rehearsal.terminal.inner.resize(to: size)
    #expect(!rehearsal.plan.diary.contains { $0.hasSuffix("changed") }, "nor while it is stopped")
    #expect(told() == [])
  }

  @Test func rule_8_6_2_theReportNamesTheChangedFiles() throws {
    var told: [SystemChange: [[String]]] = [:]
    for change in [SystemChange.configuration, .data] {
      rehearsal.application.observe(change, with: observer) { [directory] news in
        told[news.change, default: []].append(
          news.files.map { $0.replacing(directory + "/", with: "") })
      }
    }
    for name in ["first.conf", "data"] { try write(name) }
    _ = rehearsal.resume()
    #expect(told == [.configuration: [["first.conf"]], .data: [["data"]]])
    for name in ["configuration", "first.conf"] { try write(name, "again") }
    rehearsal.application.systemEvents.lookAround()
    #expect(told[.configuration]?.last == ["configuration", "first.conf"])
    #expect(told[.data]?.count == 1)
  }

  @Test func rule_8_6_2_rewritingEqualConfigurationIsNoChange() throws {
    try write("configuration", "one")
    #expect(rehearsal.resume().contains("configuration changed"))
    _ = rehearsal.send(.signal(.suspend))
    try write("configuration", "two")
    try write("configuration", "one")
    #expect(!rehearsal.resume().contains("configuration changed"))
    try write("configuration", "two")
    _ = rehearsal.send(.signal(.suspend))
    #expect(rehearsal.resume().contains("configuration changed"))
    // The content of a long file is not compared.
    let long = String(repeating: "x", count: 100_000)
    for _ in 0..<2 {
      _ = rehearsal.send(.signal(.suspend))
      try write("configuration", long)
      #expect(rehearsal.resume().contains("configuration changed"))
    }
  }

  @Test func rule_8_6_1_aStoppedAppGetsChangesOnceItRunsAgain() throws {
    try write("data")
    #expect(!rehearsal.plan.diary.contains("data changed"))
    #expect(told() == ["data changed"])
  }

  /// As when the file monitor reports a change during a background task.
  @Test func rule_8_6_1_nothingIsReportedInTheBackground() throws {
    try write("configuration")
    rehearsal.plan.diary = []
    rehearsal.application.systemEvents.lookAround()
    #expect(rehearsal.plan.diary == [])
    #expect(told() == ["configuration changed"])
  }

  @Test func rule_8_6_2_aReportedSizeIsNotReportedAgain() {
    _ = rehearsal.resume()
    rehearsal.plan.diary = []
    rehearsal.terminal.inner.resize(to: Size(width: 90, height: 30))
    #expect(rehearsal.plan.diary.filter { $0.hasSuffix("changed") } == ["windowSize changed"])
    _ = rehearsal.send(.focus(false))
    #expect(!rehearsal.send(.focus(true)).contains("windowSize changed"))
    _ = rehearsal.send(.signal(.suspend))
    #expect(told() == [])
  }

  @Test func rule_8_6_1_aJobContinuedInTheBackgroundGetsChanges() throws {
    try write("data")
    #expect(rehearsal.resume(inBackground: true) == ["data changed", "process stopped"])
    #expect(told() == [], "once is enough")
  }

  @Test(arguments: [true, false])
  func rule_8_6_4_layoutComesBeforeTheNotification(isStopped: Bool) throws {
    if !isStopped { _ = rehearsal.resume() }
    let window = rehearsal.application.window
    var width = 0
    let other = Shelf(0)
    rehearsal.application.observe(.windowSize, with: other) {
      width = window.rootViewController?.view.frame.width ?? 0
    }
    let size = Size(width: 77, height: 20)
    if isStopped {
      rehearsal.terminal.sizeMeanwhile = size
      _ = rehearsal.resume()
    } else {
      rehearsal.terminal.inner.resize(to: size)
    }
    #expect(width == 77)
  }
}

/// The difference between two moments.
@Suite struct SystemFingerprintTests {
  private var noon: SystemFingerprint {
    SystemFingerprint(
      windowSize: Size(width: 80, height: 24), timeZone: nil, day: 10, secondsFromUTC: 3600,
      clockOffset: 1000, locale: [], configuration: [], data: [])
  }

  @Test(arguments: [29.0, -29])
  func aSmallClockCorrectionIsNoChange(seconds: Double) {
    var later = noon
    later.clockOffset += seconds
    #expect(later.changes(since: noon) == [])
  }

  @Test(arguments: [31.0, -31, 1e9])
  func settingTheClockIsASignificantTime(seconds: Double) {
    var later = noon
    later.clockOffset += seconds
    #expect(later.changes(since: noon) == [.significantTime])
  }

  @Test func anotherDayIsASignificantTime() {
    var later = noon
    later.day += 1
    #expect(later.changes(since: noon) == [.significantTime])
  }

  @Test func summerTimeIsASignificantTime() {
    var later = noon
    later.secondsFromUTC += 3600
    #expect(later.changes(since: noon) == [.significantTime])
  }
}
