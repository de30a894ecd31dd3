import Reprise
import RepriseTesting
import Testing

/// Calls that wait for a pause of the user.
@Suite struct PauseTests {
  /// Counts its rows' keys, and what a pause made of them.
  private final class Follower: ViewController {
    let label = Label("nothing")
    var keys = 0
    var calls = 0
    private var waiting: DelayedCall?

    override func loadView() -> View { label }

    override func pressBegan(_ press: KeyPress) -> Bool {
      guard press == .character("j") else { return false }
      keys += 1
      guard waiting?.isOver != false else { return true }
      waiting = window?.application?.performInPause(letting: { $0 == .key(.character("j")) }) {
        [unowned self] in
        calls += 1
        label.text = "after \(keys) keys"
      }
      return true
    }
  }

  private func pilot() throws -> (Pilot, Follower) {
    let follower = Follower()
    let pilot = try Pilot.showing { follower }
    pilot.finishesBackgroundWork = false
    return (pilot, follower)
  }

  @Test func keysInARowAreOneCallAfterThem() throws {
    let (pilot, follower) = try pilot()
    for _ in 0..<10 {
      try pilot.type("j")
      try pilot.advance(by: .milliseconds(30))
    }
    #expect(follower.calls == 0 && pilot.screen.contains("nothing"))
    #expect(pilot.application.isWorkingInBackground)
    try pilot.advance(by: .milliseconds(200))
    #expect(follower.calls == 1 && pilot.screen.contains("after 10 keys"))
    #expect(!pilot.application.isWorkingInBackground)
    try pilot.advance(by: .seconds(60))
    #expect(follower.calls == 1)
    try pilot.type("j")
    try pilot.advance(by: .milliseconds(200))
    #expect(follower.calls == 2 && pilot.screen.contains("after 11 keys"))
  }

  /// Any other input comes after the call.
  @Test(arguments: [
    TerminalEvent.key(.character("x")), .key(KeyPress(.tab)), .paste("a"),
    .mouse(MouseEvent(.wheel(1), at: Point(x: 1, y: 1))),
  ])
  func anyOtherEventComesAfterTheCall(_ event: TerminalEvent) throws {
    let (pilot, follower) = try pilot()
    try pilot.type("jj")
    #expect(follower.calls == 0)
    try pilot.send(event)
    #expect(follower.calls == 1 && pilot.screen.contains("after 2 keys"))
    try pilot.advance(by: .seconds(1))
    #expect(follower.calls == 1)
  }

  @Test func pendingCallPrecedesResizeButNotFocus() throws {
    let (pilot, follower) = try pilot()
    try pilot.type("j")
    try pilot.send(.focus(false))
    #expect(follower.calls == 0)
    try pilot.resize(to: Size(width: 60, height: 12))
    #expect(follower.calls == 1)
  }

  @Test func aCancelledCallIsNotMade() throws {
    let (pilot, follower) = try pilot()
    let call = pilot.application.performInPause { follower.calls += 1 }
    call.cancel()
    try pilot.advance(by: .seconds(1))
    #expect(follower.calls == 0 && !pilot.application.isWorkingInBackground)
  }

  @Test func finishingBackgroundWorkMakesTheCallImmediately() throws {
    let (pilot, follower) = try pilot()
    try pilot.type("jjj")
    #expect(pilot.application.finishBackgroundWork())
    #expect(follower.calls == 1 && pilot.screen.contains("after 3 keys"))
    try pilot.advance(by: .seconds(1))
    #expect(follower.calls == 1)
  }

  /// Half an answer of the terminal waits to be read, for example: no event comes of it.
  @Test func inputWithoutAnEventOnlyDelaysTheCall() throws {
    let (pilot, follower) = try pilot()
    try pilot.type("j")
    pilot.terminal.hasWaitingInput = true
    try pilot.advance(by: .seconds(1))
    #expect(follower.calls == 0)
    pilot.terminal.hasWaitingInput = false
    try pilot.advance(by: .milliseconds(200))
    #expect(follower.calls == 1)
  }
}
