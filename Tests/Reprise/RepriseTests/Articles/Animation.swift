import Reprise
import RepriseTesting
import Testing

final class Waves: View {
  private var phase = 0 {
    didSet { setNeedsDisplay() }
  }

  func move(in application: Application) {
    let link = DisplayLink(for: self, framesPerSecond: 4) { [unowned self] in phase = $0.frame }
    link.add(to: application)
  }

  override func draw(_ canvas: Canvas) {
    canvas.draw(phase % 2 == 0 ? "~-~-~-" : "-~-~-~", at: .zero)
  }
}

func follow(_ preferences: inout Preferences, in window: Window) {
  for kind in NoticeKind.allCases {
    window.noticePlaces[kind] = preferences.choice("notices.\(kind.rawValue)")
  }
}

/// The examples of the articles about animations and notices.
@Suite struct AnimationArticleTests {
  private final class Sea: ViewController {
    let waves = Waves()

    override func loadView() -> View { waves }
  }

  @Test func theWavesMove() throws {
    let sea = Sea()
    let pilot = try Pilot.showing { sea }
    sea.waves.move(in: pilot.application)
    #expect(pilot.screen.contains("~-~-~-"))
    try pilot.advance(by: .milliseconds(300))
    #expect(pilot.screen.contains("-~-~-~") && !pilot.screen.contains("~-~-~-"))
  }

  @Test func aPersonMovesAKindIntoTheList() throws {
    let pilot = try Pilot.showing { Sea() }
    let window = pilot.application.window
    var preferences = Preferences(text: "[notices]\ninformation = \"list\"")
    follow(&preferences, in: window)
    preferences.nameUnknownKeys()
    #expect(preferences.problems == [] && window.noticePlaces == [.information: .list])
  }
}
