import Foundation
import Reprise
import RepriseTesting
import Testing

/// Stacks, as drawn on the screen.
@Suite struct StackViewTests {
  /// A screen of one view.
  private final class Screen: ViewController {
    let make: () -> View

    init(_ make: @escaping () -> View) {
      self.make = make
      super.init()
      restorationIdentifier = "screen"
    }

    override func loadView() -> View { make() }
  }

  private func pilot(
    size: Size = Size(width: 40, height: 10), _ make: @escaping () -> View
  ) throws -> Pilot {
    try Pilot.showing(size: size) { Screen(make) }
  }

  private func bar(_ character: Character, _ width: Int = 60) -> Label {
    Label(String(repeating: character, count: width))
  }

  @Test func rowsShareTheirColumns() throws {
    let pilot = try pilot {
      Column {
        Row(spacing: 0) {
          bar("a").length(.cells(4))
          bar("b").length(.fill(1))
          bar("c").length(.fill(2))
        }
        Row(spacing: 2) {
          bar("d").length(.percent(25))
          bar("e").length(.fill())
          Label("end")
        }
        Row {
          Label("left")
          Spacer()
          Label("right")
        }
      }
    }
    #expect(
      pilot.screen == """
        aaa…bbbbbbbbbbb…ccccccccccccccccccccccc…
        dddddddd…  eeeeeeeeeeeeeeeeeeeeeee…  end
        left                               right
        """)
  }

  @Test func columnsShareTheirRows() throws {
    let pilot = try pilot {
      Column(spacing: 1, padding: EdgeInsets(top: 1, left: 2, right: 30)) {
        Label("top")
        TextView().length(.fill())
        Label("bottom")
      }
    }
    #expect(
      pilot.screen == """

          top






          bottom
        """)
  }

  @Test func hiddenViewsTakeNoRoom() throws {
    let (first, second, third) = (Label("one"), Label("two"), Label("three"))
    let pilot = try pilot {
      Column(spacing: 1) {
        first
        second
        third
      }
    }
    second.isHidden = true
    try pilot.settle()
    #expect(pilot.screen == "one\n\nthree")
    second.isHidden = false
    try pilot.settle()
    #expect(pilot.screen == "one\n\ntwo\n\nthree")
    second.removeFromSuperview()
    try pilot.settle()
    #expect(pilot.screen == "one\n\nthree")
  }

  @Test func growingNestedTextMovesTheViewsBelow() throws {
    let label = Label("short")
    label.wraps = true
    let pilot = try pilot {
      Column {
        Row { Column { Row { label.length(.fill()) } }.length(.cells(9)) }
        Label("below")
      }
    }
    #expect(pilot.screen == "short\nbelow")
    label.text = "a text of more than a line"
    try pilot.settle()
    #expect(pilot.screen == "a text of\nmore than\na line\nbelow")
    label.text = "short"
    try pilot.settle()
    #expect(pilot.screen == "short\nbelow")
  }

  @Test func typedTextMakesRoomForItself() throws {
    let pilot = try pilot {
      Column {
        TextView().named("text").length(.fit.atMost(3))
        Label("below")
      }
    }
    for _ in 0..<2 {
      try pilot.type("x")
      try pilot.press(KeyPress(.enter))
    }
    #expect(pilot.screen == "x\nx\n\nbelow")
    for _ in 0..<3 { try pilot.press(KeyPress(.enter)) }
    #expect(pilot.screen.components(separatedBy: "\n").firstIndex(of: "below") == 3)
    for _ in 0..<8 { try pilot.press(KeyPress(.backspace)) }
    #expect(pilot.screen == "\nbelow")
  }

  @Test func wideCharactersTakeTwoColumnsAndAreNeverHalved() throws {
    let pilot = try pilot {
      Column {
        Row {
          Label("茶壶")
          Label("|")
        }
        Row(spacing: 0) {
          Label("茶壶").length(.cells(3))
          Label("|")
        }
      }
    }
    #expect(pilot.screen == "茶壶 |\n茶…|")
  }

  @Test func alignmentKeepsTheSizeAcross() throws {
    let column = Column {
      Label("left")
      Label("wider one")
    }
    let pilot = try pilot { column }
    column.alignment = .center
    try pilot.settle()
    #expect(pilot.screen.hasPrefix("                  left\n               wider one"))
    column.alignment = .trailing
    try pilot.settle()
    #expect(pilot.frame[Point(x: 39, y: 0)]?.glyph.string == "t")
    column.alignment = .leading
    try pilot.settle()
    #expect(column.arrangedSubviews.map(\.frame.width) == [4, 9])
  }

  @Test func longestViewIsCutWithoutRoom() throws {
    let pilot = try pilot(size: Size(width: 40, height: 10)) {
      Row {
        Label("a long text that goes on and on and on")
        Button("Save")
        Button("Cancel")
      }
    }
    #expect(pilot.screen == "a long text that go… [ Save ] [ Cancel ]")
  }

  @Test func aRowOfABrokenTextIsAsHighAsItsColumnsMakeIt() throws {
    let label = Label("words that are broken where the room ends")
    label.wraps = true
    let pilot = try pilot {
      Column {
        Row {
          Label("Note").length(.cells(24))
          label.length(.fill())
        }
        Label("below")
      }
    }
    #expect(
      pilot.screen == """
        Note                     words that are
                                 broken where
                                 the room ends
        below
        """)
  }

  @Test func builderSupportsSwiftControlFlow() {
    let missing: View? = nil
    func stack(_ isOn: Bool) -> [String] {
      let column = Column {
        if isOn { Label("if") } else { Label("else") }
        if isOn { Label("only if") }
        missing
        for number in 1...2 { Label("\(number)") }
        [Label("a"), Label("b")]
        switch isOn {
        case true: Label("true")
        case false: Label("false")
        }
      }
      return column.arrangedSubviews.compactMap { ($0 as? Label)?.text }
    }
    #expect(stack(true) == ["if", "only if", "1", "2", "a", "b", "true"])
    #expect(stack(false) == ["else", "1", "2", "a", "b", "false"])
  }

  /// Sizes that no terminal has and that apps write.
  @Test(arguments: [
    Size.zero, Size(width: -3, height: -3), Size(width: .max, height: .max),
    Size(width: .min, height: .min), Size(width: 1, height: 1), Size(width: .max, height: 0),
  ])
  func everyViewCanBeAskedForEverySize(_ size: Size) {
    let views: [View] = [
      View(), Label("茶\nb"), TextField(), TextView(), Button("Go"), Switch(), Spacer(.max),
      Field("Name", TextField()), Field("", Field("", TextView())), ScrollView { Label("x") },
      TableView(), TableViewCell(),
      Column(spacing: .max, padding: EdgeInsets(top: .max, left: .max)),
    ]
    let wrapping = Label("some words that wrap")
    wrapping.wraps = true
    wrapping.length(.fill(.max).atLeast(.max))
    let stack = Row(spacing: .max, padding: EdgeInsets(left: -5, right: .min)) {
      wrapping
      for view in views { view.length(.fit.atLeast(.max)) }
      Row(spacing: -4) { Label("a").length(.percent(.max)) }
      Column { Label("b").length(.cells(.max)) }
    }
    for view in views + [stack] {
      let fitting = view.sizeThatFits(size)
      #expect((0...max(0, size.width)).contains(fitting.width), "\(type(of: view))")
      #expect((0...max(0, size.height)).contains(fitting.height), "\(type(of: view))")
    }
    stack.frame = Rect(origin: Point(x: .max, y: .min), size: size)
    stack.layoutIfNeeded()
    stack.sizeToFit()
  }

  /// The whole screen at every size: nothing traps, and nothing stands outside of its stack.
  @Test func aScreenIsRightAtEverySize() throws {
    let stack = Column(spacing: 1, padding: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1)) {
      Field("Name", TextField().named("name"))
      Field("What it is about", TextView().named("about")).length(.fill().atLeast(2))
      ScrollView {
        Label("scrolled")
        Switch()
      }
      Row {
        Button("Save")
        Spacer()
        Button("Cancel")
      }
    }
    let pilot = try pilot { stack }
    for (width, height) in [(0, 0), (1, 1), (40, 10), (41, 11), (59, 19), (60, 20), (300, 100)] {
      try pilot.resize(to: Size(width: width, height: height))
      let area = stack.bounds
      for view in stack.arrangedSubviews {
        let frame = view.frame
        #expect(frame.width >= 0 && frame.height >= 0)
        #expect(frame.isEmpty || area.intersection(frame) == frame, "\(width)x\(height): \(frame)")
      }
    }
    try pilot.resize(to: Size(width: 40, height: 10))
    let small = pilot.screen
    try pilot.resize(to: Size(width: 100, height: 30))
    try pilot.resize(to: Size(width: 40, height: 10))
    #expect(pilot.screen == small)
  }

  @Test func aSizeForTheWholeNumberLineIsDrawn() throws {
    let label = Label("far")
    label.frame = Rect(x: 0, y: 0, width: .max, height: .max)
    let button = Button("Go")
    button.frame = Rect(x: 0, y: 1, width: .max, height: 1)
    let field = TextField()
    field.text = "typed"
    field.frame = Rect(x: 0, y: 2, width: .max, height: .max)
    let none = TextField()
    none.frame = Rect(x: 0, y: .max, width: .min, height: .min)
    let pilot = try pilot {
      let view = View()
      for subview in [label, button, field, none] { view.addSubview(subview) }
      return view
    }
    #expect(pilot.screen.hasPrefix("far\n[ Go ]\ntyped"))
  }
}
