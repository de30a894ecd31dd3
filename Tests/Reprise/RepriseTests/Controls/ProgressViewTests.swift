import Reprise
import RepriseTesting
import Testing

/// How far something is.
@Suite struct ProgressViewTests {
  private func bar(_ progress: Double?, width: Int = 15, steps: Int = 0) throws -> String {
    let view = ProgressView(progress)
    let pilot = try Pilot.showing { Rows("rows", [view]) }
    view.frame = Rect(x: 0, y: 0, width: width, height: 1)
    for _ in 0..<steps { view.advance() }
    if steps > 0 { #expect(pilot.isTurnScheduled) }
    try pilot.settle()
    #expect(pilot.frame.cursor == nil, "the focus does not go there")
    return pilot.screen
  }

  @Test(arguments: [
    (0, "░░░░░░░░░░   0%"), (0.5, "█████░░░░░  50%"), (1, "██████████ 100%"),
    (0.999, "█████████░  99%"), (-3, "░░░░░░░░░░   0%"), (.infinity, "██████████ 100%"),
    (.nan, "░░░░░░░░░░   0%"),
  ])
  func aPartIsFilled(_ progress: Double, _ picture: String) throws {
    #expect(try bar(progress) == picture)
  }

  @Test func numberIsHiddenWithoutRoom() throws {
    #expect(try bar(0.5, width: 10) == "█████░░░░░")
    #expect(try bar(0.5, width: 0) == "")
  }

  @Test(arguments: [
    (0, "██░░░░░░░░"), (1, "░██░░░░░░░"), (8, "░░░░░░░░██"), (9, "██░░░░░░░░"),
  ])
  func workOfUnknownLengthMovesABlock(_ steps: Int, _ picture: String) throws {
    #expect(try bar(nil, width: 10, steps: steps) == picture)
  }

  @Test func progressAsksForATurnOnlyWhereItChangedAnything() throws {
    let view = ProgressView(0.25)
    let pilot = try Pilot.showing { Rows("rows", [view]) }
    view.progress = 0.25
    #expect(!pilot.isTurnScheduled)
    view.progress = 0.5
    #expect(pilot.isTurnScheduled)
  }
}
