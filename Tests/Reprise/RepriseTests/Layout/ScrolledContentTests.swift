import Reprise
import RepriseTesting
import Testing

/// Content in a scroll view: as large as it needs to be, and scrolled to where the focus is.
@Suite struct ScrolledContentTests {
  private final class Screen: ViewController {
    let fields = (1...9).map { TextField().named("field \($0)") }
    var scroll: ScrollView?

    override init() {
      super.init()
      restorationIdentifier = "screen"
    }

    override func loadView() -> View {
      let scroll = ScrollView {
        for (index, field) in fields.enumerated() { Field("Field \(index + 1)", field) }
        Row {
          Spacer()
          Button("Save").named("save")
        }
      }.named("scroll")
      self.scroll = scroll
      return scroll
    }
  }

  private func pilot(_ size: Size = Size(width: 60, height: 10)) throws -> Pilot {
    try Pilot.showing(size: size) { Screen() }
  }

  private func press(_ keys: String, _ pilot: Pilot) throws {
    for key in KeyScript(keys).keys { try pilot.press(key) }
  }

  @Test func scrollViewShowsVisibleContentAndPosition() throws {
    let pilot = try pilot()
    #expect(
      pilot.screen == """
        Field 1                                                    ▐
        Field 2
        Field 3
        Field 4
        Field 5
        Field 6
        Field 7
        Field 8
        Field 9
        """)
  }

  @Test func theFocusScrollsIntoViewAndStaysThereAfterARestart() throws {
    let pilot = try pilot()
    try press("<Shift-Tab>", pilot)
    let last = pilot.screen
    #expect(last.contains("[ Save ]▐") && !last.contains("Field 1"))
    try pilot.restartAndRestore()
    #expect(pilot.screen == last)
  }

  @Test func contentIsTwiceAsHighInANarrowWindow() throws {
    let pilot = try pilot(Size(width: 40, height: 12))
    let screen = try #require(pilot.root(Screen.self))
    #expect(screen.scroll?.contentSize == Size(width: 39, height: 19))
    try pilot.resize(to: Size(width: 60, height: 30))
    #expect(screen.scroll?.contentSize == Size(width: 60, height: 29))
    #expect(!pilot.screen.contains("▐"))
  }

  @Test func contentThatGrowsIsScrolled() throws {
    let label = Label("one")
    let pilot = try Pilot.showing(size: Size(width: 40, height: 10)) {
      let controller = Holder(ScrollView { label })
      return controller
    }
    #expect(pilot.screen == "one")
    label.text = (1...20).map(String.init).joined(separator: "\n")
    try pilot.settle()
    #expect(pilot.screen.hasPrefix("1                                      ▐\n2"))
    try pilot.send(.mouse(MouseEvent(.wheel(10), at: Point(x: 1, y: 1))))
    #expect(pilot.screen.contains("20                                     ▐"))
  }

  private final class Holder: ViewController {
    let content: View

    init(_ content: View) {
      self.content = content
      super.init()
      restorationIdentifier = "holder"
    }

    override func loadView() -> View { content }
  }

  /// A key costs what it changes: only the surroundings of the changed view are measured again.
  @Test func keyMeasuresOnlyItsSurroundings() throws {
    final class Counted: View {
      static var count = 0
      override func sizeThatFits(_ size: Size) -> Size {
        Self.count += 1
        return Size(width: 5, height: 1)
      }
    }
    let label = Label("a")
    let pilot = try Pilot.showing {
      Holder(
        Column {
          for _ in 0..<50 { Row { for _ in 0..<10 { Counted() } } }
          Row { label }
        })
    }
    Counted.count = 0
    try pilot.press(.character("."))
    #expect(Counted.count == 0)
    label.text = "longer"
    try pilot.settle()
    #expect(Counted.count == 0)
  }
}
