import Foundation
import Reprise
import RepriseTesting
import Testing

/// State of each view: contract 2.C, its rows numbered from the top.
@Suite struct Section2ViewTests {
  /// A screen with one view.
  private func screen(_ make: @escaping () -> View) throws -> Stage {
    try Stage.root { plan in
      let screen = Screen("screen", plan)
      screen.load = { view in
        let made = make()
        made.restorationIdentifier = "view"
        made.frame = Rect(x: 0, y: 0, width: 30, height: 8)
        view.addSubview(made)
      }
      return screen
    }
  }

  /// A screen with a text field that gets its text on creation.
  private func textField(_ text: @escaping @autoclosure () -> String) throws -> Stage {
    try screen {
      let field = TextField()
      field.text = text()
      return field
    }
  }

  private func view<Kind: View>(_ type: Kind.Type, in stage: Stage) throws -> Kind {
    try #require(try stage.root().view.subviews.first as? Kind)
  }

  @Test func rule_2_C_1_aScrollViewKeepsItsOffset() throws {
    var content = Size(width: 100, height: 100)
    let stage = try screen {
      let scroll = ScrollView()
      scroll.contentSize = content
      return scroll
    }
    try view(ScrollView.self, in: stage).setContentOffset(Point(x: 12, y: 40))
    try stage.restart()
    #expect(try view(ScrollView.self, in: stage).contentOffset == Point(x: 12, y: 40))
    content = Size(width: 30, height: 20)
    try stage.restart()
    #expect(try view(ScrollView.self, in: stage).contentOffset == Point(x: 0, y: 12), "clamped")
  }

  /// A scroll position away from the focus is kept.
  @Test func rule_2_C_1_aScrollPositionAwayFromTheFocusIsKept() throws {
    let stage = try screen {
      let scroll = ScrollView()
      scroll.contentSize = Size(width: 30, height: 60)
      let field = TextField()
      field.restorationIdentifier = "field"
      field.frame = Rect(x: 0, y: 2, width: 20, height: 1)
      scroll.addSubview(field)
      return scroll
    }
    try stage.pilot.type("seen")
    let wheel = TerminalEvent.mouse(MouseEvent(.wheel(5), at: Point(x: 3, y: 3)))
    try stage.pilot.send(wheel)
    #expect(try view(ScrollView.self, in: stage).contentOffset == Point(x: 0, y: 15))
    try stage.restart()
    #expect(try view(ScrollView.self, in: stage).contentOffset == Point(x: 0, y: 15))
  }

  @Test(arguments: [true, false])
  func rule_2_C_2_aTableKeepsItsSelectionAndItsFirstRow(isNamed: Bool) throws {
    let shelf = Shelf(100)
    let stage = try Stage.root { _ in
      isNamed ? NamedListScreen("list", shelf) : ListScreen("list", shelf)
    }
    try stage.root(ListScreen.self).table.selectRow(at: IndexPath(row: 60, section: 0))
    for _ in 0..<3 { try stage.pilot.press(KeyPress(.up)) }
    let top = try stage.root(ListScreen.self).top
    // With a name, the element is found at its new row; without one, the row's index counts.
    if isNamed { shelf.things.insert("another", at: 0) }
    try stage.restart()
    #expect(try stage.root(ListScreen.self).selected == "thing 57")
    #expect(try stage.root(ListScreen.self).top == top)
  }

  @Test func rule_2_C_4_aTextFieldKeepsTheSelectionButNotTheText() throws {
    var text = "what is written"
    let stage = try textField(text)
    try stage.pilot.press(KeyPress(.home), KeyPress(.right, .shift), KeyPress(.right, .shift))
    try stage.restart()
    #expect(try view(TextField.self, in: stage).selectedRange == 0..<2)
    let saved = stage.plan.saved.first { $0.kind == .view }
    #expect(saved?.values.contains { $0.value == .string(text) } == false)
    text = "x"
    try stage.restart()
    #expect(try view(TextField.self, in: stage).text == "x")
    #expect(try view(TextField.self, in: stage).selectedRange == nil, "it does not fit")
  }

  @Test func rule_2_C_4_aTextFieldKeepsItsCaretAndItsScrolling() throws {
    let stage = try textField(String(repeating: "long ", count: 12))
    try stage.pilot.press(KeyPress(.end), KeyPress(.left), KeyPress(.left), KeyPress(.left))
    let before = stage.pilot.frame
    try stage.restart()
    #expect(stage.pilot.frame == before)
    #expect(try view(TextField.self, in: stage).caret == 57)
  }

  @Test func rule_2_C_4_aTextFieldKeepsUndoAndRedo() throws {
    var text = ""
    let stage = try textField(text)
    try stage.pilot.type("one two")
    text = "one two"
    try stage.restart()
    try stage.pilot.press(.control("_"))
    #expect(try view(TextField.self, in: stage).text == "one ")
    text = "one "
    try stage.restart()
    try stage.pilot.press(.control("r"))
    #expect(try view(TextField.self, in: stage).text == "one two")
  }

  @Test func rule_2_C_8_theKitKeepsEditingMode() throws {
    let stage = try Stage.root { Screen("screen", $0) }
    try stage.root().setEditing(true)
    try stage.restart()
    #expect(try stage.root(Screen.self).isEditing)
  }

  @Test func rule_2_C_9_aLabelKeepsNothing() throws {
    var text = "then"
    let stage = try screen { Label(text) }
    text = "now"
    try stage.restart()
    #expect(try view(Label.self, in: stage).text == "now")
    #expect(stage.plan.saved.filter { $0.kind == .view }.allSatisfy { $0.values.isEmpty })
  }
}
