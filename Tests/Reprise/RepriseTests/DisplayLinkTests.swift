import Reprise
import RepriseTesting
import Testing

/// An animation runs while it is visible, and wakes nothing otherwise.
@Suite struct DisplayLinkTests {
  private final class Sky: ViewController {
    let label = Label("0")

    override func loadView() -> View { label }
  }

  /// A pilot whose wake-ups are counted, with a link that counts its frames.
  private final class Counted {
    let pilot: Pilot
    let sky = Sky()
    let link: DisplayLink
    private(set) var wakeUps = 0

    init() throws {
      let sky = sky
      pilot = try Pilot.showing { sky }
      link = DisplayLink(for: sky.label, framesPerSecond: 4) { [unowned sky] link in
        sky.label.text = "\(link.frame)"
      }
      let callLater = pilot.application.eventLoop.callLater
      pilot.application.eventLoop.callLater = { [unowned self] delay, body in
        callLater(delay) {
          self.wakeUps += 1
          body()
        }
      }
      link.add(to: pilot.application)
    }

    /// How many frames and wake-ups a second brings.
    func second() throws -> [Int] {
      let before = (link.frame, wakeUps)
      try pilot.advance(by: .seconds(1))
      return [link.frame - before.0, wakeUps - before.1]
    }
  }

  @Test func animationRunsAtTheRequestedRate() throws {
    let counted = try Counted()
    #expect(try counted.second() == [4, 4])
    #expect(counted.pilot.screen.contains("4"))
    #expect(counted.pilot.problems == [])
  }

  @Test func rule_8_4_withoutTheFocusItStopsAndWithItItGoesOn() throws {
    let counted = try Counted()
    _ = try counted.second()
    try counted.pilot.send(.focus(false))
    // The frame that was due is called off; the clock still comes to it once.
    #expect(try counted.second()[0] == 0)
    #expect(try counted.second() == [0, 0])
    try counted.pilot.send(.focus(true))
    #expect(try counted.second() == [4, 4])
  }

  @Test(arguments: ["hidden", "small", "paused", "covered", "gone"])
  func whereNobodySeesItNothingWakes(_ why: String) throws {
    let counted = try Counted()
    let (pilot, label) = (counted.pilot, counted.sky.label)
    func change(back: Bool) throws {
      switch why {
      case "hidden": label.isHidden = !back
      case "small": try pilot.send(.resize(Size(width: back ? 80 : 20, height: 24)))
      case "paused": counted.link.isPaused = !back
      case "covered":
        let cover = ViewController()
        cover.modalPresentationStyle = .fullScreen
        if back { counted.sky.dismiss() } else { counted.sky.present(cover) }
      default: if !back { counted.link.invalidate() }
      }
      try pilot.settle()
    }
    try change(back: false)
    _ = try counted.second()
    #expect(try counted.second() == [0, 0])
    try change(back: true)
    #expect(try counted.second() == (why == "gone" ? [0, 0] : [4, 4]))
  }

  @Test func anAppWithoutOneIsNotWoken() throws {
    let counted = try Counted()
    counted.link.invalidate()
    _ = try counted.second()
    try counted.pilot.press(KeyPress(.down))
    #expect(try counted.second() == [0, 0])
  }
}
