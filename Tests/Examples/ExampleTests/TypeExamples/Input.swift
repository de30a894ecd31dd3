import Reprise
import Terminal
import Testing

@Suite @MainActor struct InputExamples {
  /// Moves a cursor: what a view's `pressBegan(_:)` and `mouse(_:at:)` decide.
  private struct Cursor {
    var position = Point.zero

    mutating func move(for press: KeyPress) -> Bool {
      switch press {
      case KeyPress(.left): position.x -= 1
      case KeyPress(.right): position.x += 1
      case KeyPress(.home), .control("a"): position.x = 0
      default: return false
      }
      return true
    }

    mutating func move(for event: MouseEvent) -> Bool {
      guard event.kind == .press, event.modifiers.isEmpty else { return false }
      position = event.location
      return true
    }
  }

  @Test func keysMoveACursor() {
    var cursor = Cursor()
    let keys = [KeyPress(.right), KeyPress(.right), KeyPress(.function(1))]
    let moves = keys.map { cursor.move(for: $0) }
    #expect(moves == [true, true, false] && cursor.position.x == 2)
    let isTaken = cursor.move(for: MouseEvent(.press, at: Point(x: 3, y: 2)))
    #expect(isTaken && cursor.position == Point(x: 3, y: 2))
  }

  @Test func aDigitIsTakenFromAKey() {
    func digit(of key: Key) -> Int? {
      if case .character(let character) = key { character.wholeNumberValue } else { nil }
    }
    #expect(digit(of: .character("7")) == 7)
    #expect(digit(of: .enter) == nil)
  }

  @Test func eventsAreTold() {
    func describe(_ event: TerminalEvent) -> String? {
      switch event {
      case .key(let press): KeyScript.text(of: [press])
      case .paste(let text): "paste of \(text.count) characters"
      case .resize(let size): "\(size.width) columns"
      case .signal(let signal): signal == SystemSignal.terminate ? "the system ends" : nil
      default: nil
      }
    }
    #expect(describe(.key(.control("s"))) == "<^S>")
    #expect(describe(.signal(SystemSignal.terminate)) == "the system ends")
  }

  @Test func aTestTellsTheTypeOfItsTerminal() {
    func hasColors(_ type: ReportedType) -> Bool { (type.colors ?? 0) >= 256 }
    func changesColors(_ report: TerminalReport) -> Bool { report == .colorScheme }
    #expect(changesColors(.colorScheme) && !changesColors(.mode(2031, state: 2)))
    func isColorful(_ event: TerminalEvent) -> Bool {
      if case .type(let type) = event { hasColors(type) } else { false }
    }
    #expect(!isColorful(.focus(true)))
  }

  @Test func aBindingIsWrittenAsText() {
    let save: KeyBinding = "^S"
    let problem = KeyBinding("^I").problem  // "^I" is the same key as Tab
    #expect(save.keys == [.control("s")] && problem != nil)
  }

  @Test func aScriptIsReadAndWritten() {
    let script = KeyScript("nLamp<Tab><^S>")
    #expect(script.unknownNames.isEmpty)
    #expect(script.keys.count == 7)
    #expect(KeyScript.text(of: script.keys) == "nLamp<Tab><^S>")
  }

  @Test func aKeyCommandRuns() {
    var isOpen = false
    let command = KeyCommand([.character("g"), .character("o")], title: "Open") { isOpen = true }
    #expect(command.label == "g o")
    command.action()
    #expect(isOpen)
  }
}
