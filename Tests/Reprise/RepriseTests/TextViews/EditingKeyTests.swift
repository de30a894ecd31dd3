import Reprise
import RepriseTesting
import Testing

/// The effect of each editing key on the screen; `|` is the caret.
@Suite struct EditingKeyTests {
  nonisolated struct Case: CustomTestStringConvertible, Sendable {
    let keys: String
    let shown: String

    init(_ keys: String, _ shown: String) {
      (self.keys, self.shown) = (keys, shown)
    }

    var testDescription: String { keys }
  }

  private nonisolated static let cases = [
    // Moving.
    Case("<Right><Right><Right><Left>", "on|e two three"),
    Case("<Alt-f>", "one| two three"),
    Case("<Alt-f><Alt-f>", "one two| three"),
    Case("<^E><Alt-b>", "one two |three"),
    Case("<^E>", "one two three|"),
    Case("<^E><^A>", "|one two three"),
    // Deleting.
    Case("<^E><Backspace>", "one two thre|"),
    Case("<^E><Left><Left><^H>", "one two th|ee"),
    Case("<Backspace>", "|one two three"),
    Case("<Right><Del>", "o|e two three"),
    Case("<Right><^D>", "o|e two three"),
    Case("<^E><Del>", "one two three|"),
    // Cutting, and putting back what was cut.
    Case("<^E><^W>", "one two |"),
    Case("<^E><^W><^Y><^Y>", "one two threethree|"),
    Case("<Right><Alt-d>", "o| two three"),
    Case("<Right><Alt-d><^Y><^Y>", "onene| two three"),
    Case("<Alt-f><^K>", "one|"),
    Case("<Alt-f><^K><^A><^Y>", " two three|one"),
    Case("<Alt-f><^U>", "| two three"),
    Case("<Alt-f><^U><^Y><^Y>", "oneone| two three"),
    // Selecting.
    Case("<Shift-Right><Shift-Right><Shift-Left>X", "X|ne two three"),
    Case("<Shift-Right><Shift-Right><Backspace>", "|e two three"),
    Case("<Shift-Right><Shift-Right><Right>X", "onX|e two three"),
    Case("<Right><Right><Shift-Left><Left>X", "oX|ne two three"),
    // Taking back.
    Case("<^E>!<Backspace><^_>", "one two three!|"),
    Case("<^E><^W><^_><^R>", "one two |"),
  ]

  @Test(arguments: cases, [true, false])
  func aText(_ test: Case, restarts: Bool) throws {
    let pilot = try Letter("one two three").pilot(restarts: restarts)
    try pilot.keys(test.keys)
    #expect(pilot.screenWithCaret == test.shown)
    #expect(pilot.problems == [])
  }

  @Test(arguments: cases, [true, false])
  func aField(_ test: Case, restarts: Bool) throws {
    let pilot = try Entry("one two three").pilot(restarts: restarts)
    try pilot.keys("<^A>" + test.keys)
    #expect(pilot.screenWithCaret == test.shown)
    #expect(pilot.problems == [])
  }
}
