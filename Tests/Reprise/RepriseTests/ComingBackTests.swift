import Reprise
import RepriseTesting
import Testing

/// The user's work is restored, whatever the moment of the kill.
@Suite struct ComingBackTests {
  /// Keys that lead to a place, and its name.
  nonisolated struct Journey: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var keys: [KeyPress]
  }

  nonisolated static let journeys = [
    Journey(testDescription: "a list", keys: []),
    Journey(
      testDescription: "a list scrolled and selected",
      keys: Array(repeating: KeyPress(.down), count: 14) + [KeyPress(.up)]),
    Journey(
      testDescription: "two levels deep",
      keys: [KeyPress(.down), KeyPress(.enter), .character("m")]),
    Journey(
      testDescription: "the other tab with its own stack",
      keys: [KeyPress(.enter), .character("2"), .character("G"), KeyPress(.enter)]),
    Journey(testDescription: "a modal form", keys: [.character("n")]),
    Journey(
      testDescription: "mid-word with the caret inside the word",
      keys: [.character("n"), KeyPress(.tab)] + "half-typed".map(KeyPress.character)
        + [KeyPress(.left), KeyPress(.left), .control("w"), .control("_")]),
    Journey(
      testDescription: "selected text in a long line",
      keys: [.character("n")] + String(repeating: "abc ", count: 20).map(KeyPress.character)
        + [KeyPress(.home), KeyPress(.right, .shift), KeyPress(.right, .shift)]),
    Journey(testDescription: "editing mode", keys: [.character("E"), KeyPress(.down)]),
    Journey(testDescription: "half of a key sequence", keys: [.character("G"), .character("g")]),
  ]

  @Test(arguments: journeys) func sameScreenIsRestored(_ journey: Journey) throws {
    let pilot = try Pilot.library()
    for key in journey.keys { try pilot.press(key) }
    let before = pilot.frame
    let screen = pilot.screen
    try pilot.restartAndRestore()
    #expect(pilot.screen == screen)
    #expect(pilot.frame == before)
  }

  @Test(arguments: journeys) func killingAfterEveryKeyChangesNothing(_ journey: Journey) throws {
    let shadow = try Pilot.library()
    let pilot = try Pilot.library(restartsAfterEveryEvent: true)
    for (index, key) in journey.keys.enumerated() {
      try shadow.press(key)
      try pilot.press(key)
      #expect(pilot.screen == shadow.screen, "after key \(index), \(key.label)")
      #expect(pilot.frame == shadow.frame, "after key \(index), \(key.label)")
    }
  }
}
