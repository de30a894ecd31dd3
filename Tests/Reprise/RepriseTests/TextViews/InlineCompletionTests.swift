import Reprise
import RepriseTesting
import Testing

/// The likely rest of a text, in gray after the caret.
@Suite struct InlineCompletionTests {
  /// Completes `te` to `teapot`.
  private final class Completing: TextFieldDelegate {
    func textFieldDidChange(_ textField: TextField) {
      if textField.text == "te" { textField.inlineCompletion = "apot" }
    }
  }

  private let delegate = Completing()

  private func pilot() throws -> (Pilot, TextField) {
    let pilot = try Entry("").pilot()
    let field = try #require(Entry.field(in: pilot))
    field.delegate = delegate
    field.becomeFirstResponder()
    return (pilot, field)
  }

  @Test(arguments: ["<Tab>", "<Right>"]) func aKeyTypesIt(_ key: String) throws {
    let (pilot, field) = try pilot()
    try pilot.press(script: "te")
    #expect(pilot.screen.hasPrefix("teapot") && field.text == "te")
    #expect(pilot.frame.cursor == Point(x: 2, y: 0))
    try pilot.press(script: key)
    #expect(field.text == "teapot" && field.inlineCompletion.isEmpty)
    try pilot.press(script: "<^_>")
    #expect(field.text == "te", "it is one step of undo")
  }

  @Test(arguments: ["x", "<Backspace>"]) func anotherTextRemovesIt(_ key: String) throws {
    let (pilot, field) = try pilot()
    try pilot.press(script: "te" + key)
    #expect(field.inlineCompletion.isEmpty && !pilot.screen.contains("apot"))
  }

  @Test func insideTheTextItIsHidden() throws {
    let (pilot, field) = try pilot()
    try pilot.press(script: "te<Left>")
    #expect(!pilot.screen.contains("apot"))
    try pilot.press(script: "<Right>")
    #expect(field.text == "te" && pilot.screen.hasPrefix("teapot"))
  }
}
