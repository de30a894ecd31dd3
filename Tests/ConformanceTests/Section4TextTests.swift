import Reprise
import RepriseTesting
import Testing

/// The part of a typed text that the state holds: contract 4.9.
@Suite struct Section4TextTests {
  /// A screen with a text field and a text view, whose texts the app keeps.
  private func writing(_ texts: [String]) throws -> Stage {
    try Stage.root { plan in
      let screen = Screen("screen", plan)
      screen.load = { view in
        let (field, text) = (TextField(), TextView())
        (field.restorationIdentifier, text.restorationIdentifier) = ("field", "text")
        field.frame = Rect(x: 0, y: 0, width: 40, height: 1)
        text.frame = Rect(x: 0, y: 1, width: 40, height: 4)
        (field.maximumLength, text.maximumLength) = (1_000_000, 1_000_000)
        (field.text, text.text) = (texts[0], texts[1])
        for control in [field, text] { view.addSubview(control) }
      }
      return screen
    }
  }

  @Test func rule_4_9_typedTextIsNotInTheState() throws {
    let stage = try writing(["", ""])
    try stage.pilot.type("lighthouse keeper")
    try stage.pilot.paste(" and pasted")
    try stage.pilot.press(KeyPress(.tab))
    try stage.pilot.type("a second secret")
    try stage.restart()
    let texts = stage.plan.saved.flatMap(\.values).flatMap {
      Section4CoderTests.texts(in: $0.value)
    }
    for word in ["light", "keep", "paste", "second", "secret"] {
      #expect(!texts.contains { $0.contains(word) }, "\(word)")
    }
  }

  @Test func rule_4_9_theStateHoldsALimitedAmountOfDeletedText() throws {
    let field = String(repeating: "word ", count: 10_000)
    let text = String(repeating: "one line\n", count: 10_000)
    let stage = try writing([field, text])
    for _ in 0..<2 {
      // The whole text is deleted twenty times, with a different text each time.
      for round in 0..<20 {
        try stage.pilot.press(.control("e"), .control("u"))
        try stage.pilot.paste("\(round) " + field)
        try stage.pilot.press(KeyPress(.home, .control), KeyPress(.end, [.control, .shift]))
        try stage.pilot.type("x")
        try stage.pilot.paste("\(round) " + text)
      }
      try stage.pilot.press(.control("_"), .control("_"), KeyPress(.tab))
    }
    try stage.restart()
    for name in ["field", "text"] {
      let record = try #require(stage.plan.saved.first { $0.identifier == name })
      let texts = record.values.flatMap { Section4CoderTests.texts(in: $0.value) }
      let size = texts.reduce(0) { $0 + $1.utf8.count }
      #expect((50_000...140_000).contains(size), "\(name): \(size) bytes")
    }
  }
}
