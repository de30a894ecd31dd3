import Reprise
import RepriseTesting
import Testing

/// State of a text view: contract 2.C, fifth row.
@Suite struct Section2TextViewTests {
  /// The text that the app gives the view, at this launch and the next.
  private final class Writing {
    var text: String
    var isEditable = true

    init(_ text: String) { self.text = text }
  }

  private func stage(_ writing: Writing) throws -> Stage {
    try Stage.root { plan in
      let screen = Screen("screen", plan)
      screen.load = { view in
        let made = TextView()
        made.restorationIdentifier = "view"
        made.frame = Rect(x: 0, y: 0, width: 30, height: 4)
        made.text = writing.text
        made.isEditable = writing.isEditable
        view.addSubview(made)
      }
      return screen
    }
  }

  private func textView(in stage: Stage) throws -> TextView {
    try #require(try stage.root().view.subviews.first as? TextView)
  }

  @Test func rule_2_C_5_aTextViewKeepsTheSelectionButNotTheText() throws {
    let writing = Writing("two lines\nof writing")
    let stage = try stage(writing)
    try stage.pilot.press(KeyPress(.right), KeyPress(.down, .shift))
    try stage.restart()
    #expect(try textView(in: stage).selectedRange == 1..<11)
    let saved = stage.plan.saved.first { $0.kind == .view }
    #expect(saved?.values.contains { $0.value == .string(writing.text) } == false)
  }

  @Test func rule_2_C_5_aTextViewKeepsWhetherItCanBeEdited() throws {
    let stage = try stage(Writing("as it was"))
    try textView(in: stage).isEditable = false
    try stage.restart()
    #expect(try textView(in: stage).isEditable == false)
    try textView(in: stage).isEditable = true
    try stage.restart()
    #expect(try textView(in: stage).isEditable)
  }

  @Test func rule_2_C_5_aSelectionThatDoesNotFitIsLeftOut() throws {
    let writing = Writing("a text with room for it")
    let stage = try stage(writing)
    try textView(in: stage).selectedRange = 4..<20
    writing.text = "quite another one, long"
    try stage.restart()
    #expect(try textView(in: stage).selectedRange == 4..<20, "it fits")
    writing.text = "too short"
    try stage.restart()
    #expect(try textView(in: stage).selectedRange == nil)
    #expect(try textView(in: stage).text == "too short")
  }

  @Test func rule_2_C_5_undoAppliesToTheSameTextOnly() throws {
    let writing = Writing("")
    let stage = try stage(writing)
    try stage.pilot.type("one two")
    writing.text = "one two"
    try stage.restart()
    try stage.pilot.press(.control("_"))
    #expect(try textView(in: stage).text == "one ")
    writing.text = "one "
    try stage.restart()
    try stage.pilot.press(.control("r"))
    #expect(try textView(in: stage).text == "one two")
    try stage.pilot.press(.control("_"))
    writing.text = "one text and another"
    try stage.restart()
    try stage.pilot.press(.control("_"))
    #expect(try textView(in: stage).text == "one text and another")
  }

  @Test func rule_2_C_5_aTextViewKeepsItsCaret() throws {
    let stage = try stage(Writing("two lines\nof writing"))
    try stage.pilot.press(KeyPress(.down), KeyPress(.right), KeyPress(.right))
    try stage.restart()
    #expect(try textView(in: stage).caret == 12)
  }

  @Test func rule_2_C_5_aTextViewKeepsItsScrollPosition() throws {
    let lines = (1...20).map { "line \($0)" }.joined(separator: "\n")
    let stage = try stage(Writing(lines))
    let wheel = MouseEvent(.wheel(3), at: Point(x: 2, y: 2))
    try stage.pilot.send(.mouse(wheel))
    let before = stage.pilot.frame
    #expect(stage.pilot.screen.hasPrefix("line 10"))
    try stage.restart()
    #expect(stage.pilot.frame == before)
  }

  @Test func rule_2_C_5_textDependentStateWaitsForTheText() throws {
    let writing = Writing("written long ago")
    let stage = try stage(writing)
    try textView(in: stage).selectedRange = 8..<12
    writing.text = ""
    try stage.restart()
    #expect(try textView(in: stage).selectedRange == nil)
    try stage.restart()
    try textView(in: stage).text = "written long ago"
    try stage.turn()
    #expect(try textView(in: stage).selectedRange == 8..<12)
  }
}
