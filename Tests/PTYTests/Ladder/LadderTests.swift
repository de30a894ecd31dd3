import Foundation
import Preservation
import RepriseTesting
import Terminal
import Testing

/// A screen that dies of coming back costs itself, then the rest, and never a person's way in
/// (contract 7.3, 7.4; design 3 "Coming back"; reliability T10).
@Suite(.waitsForProcesses) struct LadderTests {
  /// Whether one of the states that were put aside still holds the deep page.
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
    // All but that screen is back, and works.
    #expect(picture.text.contains("page base, letters 1"))
    process.type("x")
    try process.wait(for: "page base, letters 2")
    #expect(app.launches == 2)
    #expect(try holdsDeepPage(app))
  }

  /// Once may have had another reason, such as what is in the data: then it is back with all.
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

  @Test func whatNoScreenIsToBlameForCostsEverythingTheSecondTime() throws {
    let app = try RestoringApp.withDeepPage()
    let process = try app.start(traps: ["delegate"])
    try process.wait(for: "page base, letters 0")
    #expect(app.launches == 3)
    #expect(try holdsDeepPage(app))
  }

  /// Migrations see the state before anything comes back; the one that was left out, no more.
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

  /// The next launch knows what became of the last one, also when nobody started it again.
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

  /// Time to be killed says nothing about the state, however often and wherever.
  @Test(arguments: moments, [true, false])
  func fiveKillsWhileItComesBackCostNothing(_ moment: String, _ withGuardian: Bool) throws {
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

  /// What stands still until somebody kills it, twice at the same place, is left out.
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

  /// An app that has worked for a while and then crashes comes back where it was.
  @Test func aCrashLaterOnCostsNothing() throws {
    let app = try RestoringApp.withDeepPage()
    let process = try app.start(traps: [], ["--healthy", "0.05"])
    try process.wait(for: "page deep, letters 2")
    process.type("x")
    try process.wait(for: "page deep, letters 3")
    // The key that comes after the time to prove healthy proves it.
    usleep(100_000)
    process.type("y")
    try process.wait(for: "page deep, letters 4")
    let generation = app.home + "/state/sessions/main/previous.sqlite"
    try process.wait(for: { access(generation, F_OK) == 0 })
    process.signal(SIGSEGV, to: try #require(process.descendants.first))
    try process.wait(for: { app.launches == 2 })
    try process.wait(for: "page deep, letters 4")
    #expect(app.aside.isEmpty)
    // What it worked on is kept as the previous generation.
    let keys = try LoginKeyProvider(file: app.home + "/state.key")
    let records = try StateArchive(path: generation, keys: keys).load()
    #expect(records.contains { $0.identifier == "deep" })
  }

  /// A program that always dies is not the state's fault, and must not wash old states away.
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
