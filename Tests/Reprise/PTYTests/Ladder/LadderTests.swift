import Foundation
import Preservation
import RepriseTesting
import Terminal
import Testing

/// A screen that crashes the restore costs itself, then the rest of the state, but never the access
/// to the app (contract 7.3, 7.4).
@Suite(.waitsForProcesses) struct LadderTests {
  /// Whether a quarantined state still contains the deep page.
  private func holdsDeepPage(_ app: RestoringApp) throws -> Bool {
    let keys = try LoginKeyProvider(file: app.home + "/state.key")
    return try app.aside.contains { directory in
      let records = try StateArchive(path: directory + "/state.sqlite", keys: keys).load()
      return records.contains { $0.identifier == "deep" }
    }
  }

  @Test(arguments: [
    "deep init", "deep viewDidLoad", "deep decode", "deep finished", "deep draw",
  ])
  func aScreenThatDiesOfComingBackIsLeftOut(_ trap: String) throws {
    let app = try RestoringApp.withDeepPage()
    let process = try app.start(traps: [trap])
    let picture = try process.wait(
      for: "Old state kept in ~/state/quarantine: the last start failed")
    // Everything but that screen is restored and works.
    #expect(picture.text.contains("page base, letters 1"))
    process.type("x")
    try process.wait(for: "page base, letters 2")
    #expect(app.launches == 2)
    #expect(try holdsDeepPage(app))
    process.type("N")
    try process.wait(for: "Crashed and restarted: sprung at \(trap)")
  }

  /// One crash may have another reason, such as the data: the next launch restores everything.
  @Test func aScreenThatDiesTwiceOfTheFirstKeyIsLeftOut() throws {
    let app = try RestoringApp.withDeepPage()
    let process = try app.start(traps: ["deep key"])
    try process.wait(for: "page deep, letters 2")
    process.type("x")
    try process.wait(for: { app.launches == 2 })
    try process.wait(for: "page deep, letters 2")
    #expect(app.aside.isEmpty)
    process.type("x")
    try process.wait(for: "page base, letters 1")
    process.type("x")
    try process.wait(for: "page base, letters 2")
    #expect(app.launches == 3)
    #expect(try holdsDeepPage(app))
  }

  /// Seconds after the first frame it is the key that the app died of, and no screen has to go for it.
  @Test func aKeyThatCrashesSecondsAfterARestartCostsNoScreen() throws {
    let app = try RestoringApp.withDeepPage()
    let process = try app.start(traps: ["deep key"])
    try process.wait(for: "page deep, letters 2")
    process.type("x")
    try process.wait(for: { app.launches == 2 })
    let picture = try process.wait(for: "Crashed and restarted: sprung at deep key")
    #expect(picture.text.contains("page deep, letters 2"))
    // Longer than a launch is on probation.
    usleep(5_200_000)
    process.type("x")
    try process.wait(for: { app.launches == 3 })
    try process.wait(for: "page deep, letters 2")
    #expect(app.aside.isEmpty)
    // The next start by hand shows the message, too.
    usleep(5_200_000)
    process.type("x")
    #expect(try process.waitForExit() == .exited(128 + SIGABRT))
    let next = try app.start()
    let told = try next.wait(for: "The last run crashed: sprung at deep key")
    #expect(told.text.contains("page deep, letters 2"))
    next.type("z")
    try next.wait(for: { !next.picture.text.contains("crashed") })
  }

  @Test func aScreenThatDiesTwiceAfterSecondsIsLeftOut() throws {
    let app = try RestoringApp.withDeepPage()
    let process = try app.start(traps: ["deep late"])
    try process.wait(for: "page base, letters 1")
    process.type("x")
    try process.wait(for: "page base, letters 2")
    #expect(app.launches == 3)
    #expect(try holdsDeepPage(app))
  }

  @Test func afterTheSecondDeathItStartsClean() throws {
    let app = try RestoringApp.withDeepPage()
    let process = try app.start(traps: ["base decode", "deep decode"])
    let picture = try process.wait(
      for: "Old state kept in ~/state/quarantine: the last start failed")
    #expect(picture.text.contains("page base, letters 0"))
    process.type("x")
    try process.wait(for: "page base, letters 1")
    #expect(app.launches == 3)
    #expect(try holdsDeepPage(app))
  }

  @Test func secondDeathWithoutCulpritDiscardsEverything() throws {
    let app = try RestoringApp.withDeepPage()
    let process = try app.start(traps: ["delegate"])
    try process.wait(for: "page base, letters 0")
    #expect(app.launches == 3)
    #expect(try holdsDeepPage(app))
  }

  /// Migrations see the state before anything is restored, but not an object that is left out.
  @Test func aScreenThatDiesOfItsMigrationIsLeftOut() throws {
    let app = try RestoringApp.withDeepPage()
    let process = try app.start(traps: ["migrate 2"], ["--newer"])
    try process.wait(for: "page base, letters 1")
    process.type("x")
    try process.wait(for: "page base, letters 2")
    #expect(app.launches == 2)
    #expect(try holdsDeepPage(app))
  }

  @Test func aTypeThatDiesOfItsMigrationCostsEverything() throws {
    let app = try RestoringApp.withDeepPage()
    let process = try app.start(traps: ["migrate 1", "migrate 2"], ["--newer"])
    try process.wait(for: "page base, letters 0")
    process.type("x")
    try process.wait(for: "page base, letters 1")
    #expect(app.launches == 3)
    #expect(try holdsDeepPage(app))
  }

  @Test func dyingOfTheQuestionWhetherToRestoreCostsEverything() throws {
    let app = try RestoringApp.withDeepPage()
    let process = try app.start(traps: ["asked"])
    try process.wait(for: "page base, letters 0")
    process.type("x")
    try process.wait(for: "page base, letters 1")
    #expect(app.launches == 3)
    #expect(try holdsDeepPage(app))
  }

  /// The next launch knows how the last one ended, even if it was not restarted.
  @Test(arguments: [("deep draw", 1), ("deep late", 2)])
  func withoutRestartsTheNextLaunchStepsDown(_ trap: String, _ deaths: Int) throws {
    let app = try RestoringApp.withDeepPage()
    for _ in 0..<deaths {
      let first = try app.start(traps: [trap], ["--once"])
      #expect(try first.waitForExit() == .exited(128 + SIGABRT))
    }
    let second = try app.start(traps: [trap], ["--once"])
    try second.wait(for: "page base, letters 1")
    #expect(try holdsDeepPage(app))
  }

  @Test func aKillRightAfterTheFirstFrameCostsNothing() throws {
    let app = try RestoringApp.withDeepPage()
    for _ in 0..<3 {
      let process = try app.start()
      try process.wait(for: "page deep, letters 2")
      process.signal(SIGKILL, to: try #require(process.descendants.first))
      #expect(try process.waitForExit() == .exited(137))
    }
    #expect(app.aside.isEmpty)
  }

  private static let moments = [
    "asked", "deep init", "deep viewDidLoad", "deep decode", "deep finished", "delegate",
    "deep draw",
  ]

  /// A kill during normal work proves nothing about the state, however often and wherever it comes.
  @Test(arguments: moments, [true, false])
  func fiveKillsDuringRestorationLoseNothing(_ moment: String, _ withGuardian: Bool) throws {
    let app = try RestoringApp.withDeepPage()
    for _ in 0..<5 {
      let process = try app.start(traps: [], ["--hold", moment])
      try process.wait(for: { access(app.home + "/holding", F_OK) == 0 })
      if withGuardian {
        try process.killEverything()
      } else {
        process.signal(SIGKILL, to: try #require(process.descendants.first))
        try process.waitForExit()
      }
      unlink(app.home + "/holding")
    }
    let process = try app.start()
    try process.wait(for: "page deep, letters 2")
    #expect(app.aside.isEmpty)
  }

  /// A screen that hangs and is killed twice at the same place is left out.
  @Test func aScreenThatHangsAndIsKilledTwiceIsLeftOut() throws {
    let app = try RestoringApp.withDeepPage()
    for _ in 0..<2 {
      let process = try app.start(traps: [], ["--hold", "deep decode"])
      try process.wait(for: { access(app.home + "/holding", F_OK) == 0 })
      usleep(2_200_000)
      process.signal(SIGKILL, to: try #require(process.descendants.first))
      try process.waitForExit()
      unlink(app.home + "/holding")
    }
    let process = try app.start()
    try process.wait(for: "page base, letters 1")
    #expect(try holdsDeepPage(app))
  }

  @Test func leavingInOrderRightAfterTheFirstFrameCostsNothing() throws {
    let app = try RestoringApp.withDeepPage()
    let process = try app.start()
    try process.wait(for: "page deep, letters 2")
    process.signal(SIGTERM)
    try process.waitForExit()
    #expect(access(app.home + "/state/sessions/main/launching", F_OK) != 0)
  }

  /// An app that crashes after a healthy launch restores where it was.
  @Test func aCrashLaterOnCostsNothing() throws {
    let app = try RestoringApp.withDeepPage()
    let process = try app.start(traps: [], ["--healthy", "0.05"])
    try process.wait(for: "page deep, letters 2")
    process.type("x")
    try process.wait(for: "page deep, letters 3")
    // The first key after the probation proves the launch healthy.
    usleep(100_000)
    process.type("y")
    try process.wait(for: "page deep, letters 4")
    let generation = app.home + "/state/sessions/main/previous.sqlite"
    try process.wait(for: { access(generation, F_OK) == 0 })
    process.signal(SIGSEGV, to: try #require(process.descendants.first))
    try process.wait(for: { app.launches == 2 })
    try process.wait(for: "page deep, letters 4")
    #expect(app.aside.isEmpty)
    // Its state is kept as the previous generation.
    let keys = try LoginKeyProvider(file: app.home + "/state.key")
    let records = try StateArchive(path: generation, keys: keys).load()
    #expect(records.contains { $0.identifier == "deep" })
  }

  /// A program that always crashes is not the state's fault, and must not push old states out of
  /// the quarantine.
  @Test func dyingOverAndOverKeepsTheFirstState() throws {
    let app = try RestoringApp.withDeepPage()
    for _ in 0..<4 {
      let process = try app.start(traps: ["base draw", "deep draw"])
      #expect(try process.waitForExit() == .exited(128 + SIGABRT))
    }
    #expect(app.launches == 12)
    #expect(app.aside.count <= 2)
    #expect(try holdsDeepPage(app))
  }
}
