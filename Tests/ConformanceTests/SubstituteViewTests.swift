import Reprise
import RepriseTesting
import Testing

/// A view that the kit doesn't provide: an app's own is restored (contract 2.C.6).
@Suite struct SubstituteViewTests {
  /// A map with panning and zooming.
  private final class Map: View {
    private var centre = Point(x: 50, y: 50)
    private var scale = 1.0

    override var canBecomeFirstResponder: Bool { true }

    override func pressBegan(_ press: KeyPress) -> Bool {
      switch press {
      case .character("+"): scale *= 1.5
      case KeyPress(.left): centre.x -= 7
      case KeyPress(.up): centre.y -= 3
      default: return false
      }
      setNeedsPreservation()
      return true
    }

    override func draw(_ canvas: Canvas) {
      for y in 0..<bounds.height {
        for x in 0..<bounds.width {
          let place = (Double(x) / scale + Double(centre.x), Double(y) / scale + Double(centre.y))
          let isLand = Int(place.0 * 3 + place.1 * 5) % 7 < 3
          if isLand { canvas.draw("#", at: Point(x: x, y: y)) }
        }
      }
    }

    override func encodeRestorableState(with coder: Coder) {
      super.encodeRestorableState(with: coder)
      coder.encode(centre.x, forKey: "x")
      coder.encode(centre.y, forKey: "y")
      coder.encode(scale, forKey: "scale")
    }

    override func decodeRestorableState(with coder: Coder) {
      super.decodeRestorableState(with: coder)
      centre = Point(
        x: coder.decodeInt(forKey: "x") ?? 50, y: coder.decodeInt(forKey: "y") ?? 50)
      scale = coder.decodeDouble(forKey: "scale") ?? 1
    }
  }

  /// Presses keys in a view, and returns the screen at first, then, and after a kill.
  private func pictures(
    of make: @escaping () -> View, after keys: [KeyPress]
  ) throws -> (first: Frame, then: Frame, restored: Frame) {
    let stage = try Stage.root { plan in
      let screen = Screen("screen", plan)
      screen.load = { view in
        let made = make()
        made.restorationIdentifier = "view"
        made.frame = Rect(x: 2, y: 1, width: 40, height: 6)
        view.addSubview(made)
      }
      return screen
    }
    let first = stage.pilot.frame
    for key in keys { try stage.pilot.press(key) }
    let then = stage.pilot.frame
    try stage.pilot.restartAndRestore()
    #expect(stage.pilot.problems == [])
    return (first, then, stage.pilot.frame)
  }

  @Test func rule_2_C_6_aCustomImageViewKeepsItsPositionAndZoom() throws {
    let keys: [KeyPress] = [.character("+"), KeyPress(.left), .character("+"), KeyPress(.up)]
    let pictures = try pictures(of: { Map() }, after: keys)
    #expect(pictures.then != pictures.first)
    #expect(pictures.restored == pictures.then)
  }
}
