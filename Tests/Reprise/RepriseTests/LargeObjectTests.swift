import Preservation
import RepriseTesting
import Testing

@testable import Reprise

/// An object that is too large for the state costs itself and nothing else.
@Suite struct LargeObjectTests {
  private let most = StateArchive.recordLimit
  private let warning = #"not saved, larger than 4 MiB: "stack/large""#

  private func pilot(_ word: String = "") throws -> Pilot {
    try Pilot.showing(size: Size(width: 70, height: 12), expecting: ["is larger than 4 MiB"]) {
      let stack = NavigationController()
      stack.restorationIdentifier = "stack"
      stack.setViewControllers([Worded("large"), Worded("small")])
      return stack
    }
  }

  private func screen(_ index: Int, of pilot: Pilot) throws -> Worded {
    let stack = try #require(pilot.root(NavigationController.self))
    return try #require(stack.viewControllers[index] as? Worded)
  }

  private func stored(_ pilot: Pilot) throws -> [String: String] {
    let records = try pilot.application.store.storedRecords().filter { $0.kind == .controller }
    return records.reduce(into: [:]) { words, record in
      guard case .string(let word)? = record.values.first(where: { $0.key == "word" })?.value
      else { return }
      words[record.identifier] = word
    }
  }

  @Test func theOthersAreStoredInTheSameTurn() throws {
    let pilot = try pilot()
    try screen(0, of: pilot).word = "before"
    try pilot.press(.character("."))
    let problems = try pilot.problems {
      try screen(0, of: pilot).word = String(repeating: "x", count: most)
      try screen(1, of: pilot).word = "typed"
      try pilot.press(.character("."))
      #expect(try stored(pilot) == ["large": "before", "small": "typed"])
      #expect(pilot.screen.hasSuffix(warning))
      try screen(1, of: pilot).word = "and on"
      try pilot.press(.character("."))
      #expect(try stored(pilot)["small"] == "and on")
    }
    #expect(problems.count == 2, "the large one alone differs, in both turns")
    #expect(
      pilot.remarks == [#""stack/large" is larger than 4 MiB: its current state is not saved"#])
    try pilot.restartAndRestore()
    #expect(try screen(0, of: pilot).word == "before")
    #expect(try screen(1, of: pilot).word == "and on")
  }

  @Test func largeObjectIsRetriedWhenItChanges() throws {
    let pilot = try pilot()
    let large = try screen(0, of: pilot)
    _ = try pilot.problems {
      large.word = String(repeating: "x", count: most)
      try pilot.press(.character("."))
      large.word = String(repeating: "y", count: most + 1)
      try pilot.press(.character("."))
      #expect(pilot.screen.hasSuffix(warning), "it is still too large")
    }
    large.word = "short again"
    try pilot.press(.character("."))
    #expect(try stored(pilot)["large"] == "short again")
    #expect(!pilot.screen.contains("not saved"))
  }

  @Test func objectBackToItsStoredStateIsFine() throws {
    let pilot = try pilot()
    let large = try screen(0, of: pilot)
    _ = try pilot.problems {
      large.word = String(repeating: "x", count: most)
      try pilot.press(.character("."))
    }
    large.word = ""
    try pilot.press(.character("."))
    #expect(!pilot.screen.contains("not saved"))
  }

  /// No timer retries, since time would not help.
  @Test func nothingIsTriedAgainByTime() throws {
    let pilot = try pilot()
    var pauses: [Int] = []
    pilot.application.eventLoop.callLater = { delay, _ in pauses.append(Int(delay / .seconds(1))) }
    _ = try pilot.problems {
      try screen(0, of: pilot).word = String(repeating: "x", count: most)
      try pilot.press(.character("."))
      try pilot.press(.character("."))
    }
    #expect(pauses == [])
    let stored = pilot.application.store.status.lastTransaction?.stored.count
    pilot.application.preserver.setNeedsFullPreservation()
    _ = try pilot.problems { try pilot.press(.character(".")) }
    #expect(pilot.application.store.status.lastTransaction?.stored.count == stored)
  }

  @Test func theFirstCommitStoresTheOthersToo() throws {
    let pilot = try Pilot(
      size: Size(width: 70, height: 12), expectedRemarks: ["is larger than 4 MiB"]
    ) { device, store in
      Application(delegate: Keeping(), device: device, store: store)
    }
    _ = try pilot.problems {
      let stack = NavigationController()
      stack.restorationIdentifier = "stack"
      stack.setViewControllers([Worded("large"), Worded("small")])
      pilot.application.window.rootViewController = stack
      try screen(0, of: pilot).word = String(repeating: "x", count: most)
      try screen(1, of: pilot).word = "typed"
      try pilot.press(.character("."))
    }
    #expect(try stored(pilot) == ["small": "typed"])
    let stack = try #require(pilot.root(NavigationController.self))
    stack.setViewControllers([stack.viewControllers[1]])
    try pilot.press(.character("."))
    #expect(!pilot.screen.contains("not saved"), "what is gone is not missing")
  }

  private final class Keeping: ApplicationDelegate {
    func application(_ application: Application, shouldSaveApplicationState coder: Coder) -> Bool {
      true
    }
  }
}
