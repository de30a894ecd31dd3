import Reprise
import RepriseTesting
import Testing

/// The delegate's state is as safe as the state of screens: contract 1.1.5, 2.7 and 7.12.
@Suite struct Section7DelegateTests {
  /// State of a delegate.
  private final class Desk {
    var word = ""
    var parcel: Parcel?
  }

  private let desk = Desk()
  private let plan: Plan

  init() {
    plan = Plan { plan, application in
      application.window.rootViewController = Screen("screen", plan)
    }
    plan.writeWhenAsked = { $0.encode("the same all the time", forKey: "asked") }
    plan.write = { [desk] coder in
      coder.encode(desk.word, forKey: "word")
      coder.encode(object: desk.parcel, forKey: "parcel")
    }
    plan.read = { [desk] coder in
      desk.word = coder.decodeString(forKey: "word") ?? ""
      desk.parcel = coder.decodeObject(forKey: "parcel") as? Parcel
    }
    plan.makeObject = { _, _ in Parcel(isMade: true) }
  }

  @Test func rule_7_12_theDelegatesChangesAreStoredInTheSameTurn() throws {
    let stage = try Stage(plan)
    for word in ["first", "second"] {
      desk.word = word
      stage.application.setNeedsPreservation()
      try stage.turn()
      #expect(stage.pilot.problems == [])
      desk.word = ""
      try stage.pilot.restartAndRestore()
      #expect(desk.word == word)
    }
  }

  @Test func rule_7_12_objectsOnlyTheDelegateRefersToAreKept() throws {
    let stage = try Stage(plan)
    let parcel = Parcel(isMade: true)
    stage.application.registerObject(forStateRestoration: parcel, restorationIdentifier: "parcel")
    parcel.word = "came later"
    desk.parcel = parcel
    stage.application.setNeedsPreservation()
    try stage.turn()
    parcel.word = "and changed"
    stage.application.setNeedsPreservation(of: parcel)
    try stage.turn()
    desk.parcel = nil
    try stage.pilot.restartAndRestore()
    let restored = try #require(desk.parcel)
    #expect(restored !== parcel)
    #expect(restored.word == "and changed")
    // The delegate no longer refers to it, so it is no longer kept.
    desk.parcel = nil
    stage.application.setNeedsPreservation()
    try stage.turn()
    #expect(stage.pilot.problems == [])
    try stage.pilot.restartAndRestore()
    #expect(!stage.paths.contains("parcel"))
  }

  @Test func rule_7_12_aMarkedDelegateIsAskedOnceBeforeEncoding() throws {
    let rehearsal = try Rehearsal(plan)
    _ = try rehearsal.launch()
    let screen = try #require(rehearsal.application.window.rootViewController as? Screen)
    screen.word = "changed"
    #expect(
      rehearsal.send(.key(KeyPress(.function(12)))) == ["screen encode", "frame"],
      "a delegate without a change isn't asked")
    screen.word = "changed again"
    for _ in 0..<2 { rehearsal.application.setNeedsPreservation() }
    #expect(
      rehearsal.send(.key(KeyPress(.function(12)))) == [
        "willEncode [active]", "screen encode", "frame",
      ])
    #expect(rehearsal.send(.key(KeyPress(.function(12)))) == ["frame"])
  }

  @Test func rule_1_1_5_valuesWrittenWithTheAnswerStay() throws {
    let stage = try Stage(plan)
    desk.word = "changed"
    stage.application.setNeedsPreservation()
    try stage.turn()
    var found: [String?] = []
    plan.restores = { coder in
      found = ["asked", "word"].map { coder.decodeString(forKey: $0) }
      return true
    }
    try stage.pilot.restartAndRestore()
    #expect(found == ["the same all the time", "changed"])
  }

  @Test func rule_7_12_aMissingMarkIsDetected() throws {
    let stage = try Stage(plan)
    desk.word = "changed without a word"
    let problems = try stage.pilot.problems { try stage.turn() }
    #expect(problems.count == 1)
    #expect(problems.first?.contains("changed without a word") == true)
  }
}
