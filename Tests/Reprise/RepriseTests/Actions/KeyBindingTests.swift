import Reprise
import Testing

/// Keys written as text are the keys that the terminal sends, or say why they are none.
@Suite struct KeyBindingTests {
  @Test(
    arguments: [
      ("^S", [.control("s")]), ("^s", [.control("s")]), ("Ctrl-S", [.control("s")]),
      ("g g", [.character("g"), .character("g")]), ("o N", [.character("o"), .character("N")]),
      ("Enter", [KeyPress(.enter)]), ("Esc", [KeyPress(.escape)]),
      ("Space", [.character(" ")]), ("^Space", [KeyPress(.character(" "), .control)]),
      ("Shift-Tab", [KeyPress(.tab, .shift)]), ("Alt-Enter", [KeyPress(.enter, .alt)]),
      ("Alt-f", [.alt("f")]), ("Alt--", [.alt("-")]), ("^", [.character("^")]),
      ("-", [.character("-")]), ("?", [.character("?")]), ("F12", [KeyPress(.function(12))]),
      ("F", [.character("F")]), ("Up", [KeyPress(.up)]), ("↓", [KeyPress(.down)]),
      ("ж", [.character("ж")]), ("壶", [.character("壶")]), ("  n  ", [.character("n")]),
      ("^Shift-Left", [KeyPress(.left, [.control, .shift])]),
    ] as [(String, [KeyPress])])
  func textIsKeys(_ text: String, _ keys: [KeyPress]) {
    let binding = KeyBinding(text)
    #expect(binding.keys == keys)
    #expect(binding.problem == nil)
  }

  @Test(arguments: [
    ("", "no key is given"), ("   ", "no key is given"), ("Entr", "“Entr” is not a key"),
    ("enter", "“enter” is not a key"), ("F0", "“F0” is not a key"), ("F64", "“F64” is not a key"),
    ("F-1", "“F-1” is not a key"), ("Alt-", "“Alt-” is not a key"), ("g gg", "“gg” is not a key"),
    ("Shift-a", "“Shift-a” arrives as another character: write that one"),
    ("^I", "“^I” is the same key as Tab"), ("^M", "“^M” is the same key as Enter"),
    ("^h", "“^h” is the same key as Backspace"), ("^[", "“^[” is the same key as Esc"),
    ("^Z", "“^Z” goes to the shell"), ("^\\", "“^\\” forces the program to quit"),
    ("\u{7}", "“\u{7}” is not a key"),
  ])
  func textThatIsNoKeySaysWhy(_ text: String, _ problem: String) {
    let binding = KeyBinding(text)
    #expect(binding.keys == [])
    #expect(binding.problem == problem)
  }

  /// Keys can be written in a configuration as hints and help show them.
  @Test func everyLabelIsReadBack() {
    let keys: [Key] =
      [
        .enter, .tab, .backspace, .escape, .up, .down, .left, .right, .home, .end, .pageUp,
        .pageDown, .insert, .delete, .character(" "), .character("a"), .character("^"),
        .character("-"), .character("/"), .character("é"),
      ] + (1...12).map(Key.function)
    for key in keys {
      for modifiers: KeyPress.Modifiers in [[], .alt, .control, [.control, .alt]] {
        let press = KeyPress(key, modifiers)
        let binding = KeyBinding(press.label)
        #expect(binding.keys == [press], "\(press.label): \(binding.problem ?? "")")
      }
    }
  }
}
