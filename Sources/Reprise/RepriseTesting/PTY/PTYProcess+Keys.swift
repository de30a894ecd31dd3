import Terminal

nonisolated extension PTYProcess {
  /// Presses keys in one burst, which pauses after each Esc: otherwise the program would read it and
  /// the next key as one key with Alt.
  public func press(_ keys: KeyPress...) {
    let isApplication = picture.modes.contains(.applicationCursorKeys)
    var burst = ""
    for key in keys {
      burst += Self.sequence(for: key, applicationCursorKeys: isApplication)
      guard key.key == .escape else { continue }
      type(burst)
      burst = ""
      waitOutEscapeDelay()
    }
    if !burst.isEmpty { type(burst) }
  }

  /// Waits until the program has read the escape character, and then for twice its escape delay.
  private func waitOutEscapeDelay() {
    let deadline = ContinuousClock.now + PTYProcess.timeout
    while hasUnreadInput, ContinuousClock.now < deadline { _ = pump(milliseconds: 1) }
    let end = ContinuousClock.now + .milliseconds(2 * escapeDelay)
    while ContinuousClock.now < end { _ = pump(milliseconds: 5) }
  }

  /// What xterm sends for a key.
  public static func sequence(for press: KeyPress, applicationCursorKeys: Bool) -> String {
    let alt = press.modifiers.contains(.alt) ? "\u{1B}" : ""
    switch press.key {
    case .character(let character):
      return alt + (press.modifiers.contains(.control) ? control(character) : String(character))
    case .enter: return alt + "\r"
    case .tab: return press.modifiers.contains(.shift) ? "\u{1B}[Z" : alt + "\t"
    case .backspace: return alt + "\u{7F}"
    case .escape: return alt + "\u{1B}"
    case .function(let number):
      return number <= 4
        ? cursor(["P", "Q", "R", "S"][max(number, 1) - 1], press, true)
        : numbered([15, 17, 18, 19, 20, 21, 23, 24][min(number, 12) - 5], press)
    case .up: return cursor("A", press, applicationCursorKeys)
    case .down: return cursor("B", press, applicationCursorKeys)
    case .right: return cursor("C", press, applicationCursorKeys)
    case .left: return cursor("D", press, applicationCursorKeys)
    case .home: return cursor("H", press, applicationCursorKeys)
    case .end: return cursor("F", press, applicationCursorKeys)
    case .insert: return numbered(2, press)
    case .delete: return numbered(3, press)
    case .pageUp: return numbered(5, press)
    case .pageDown: return numbered(6, press)
    }
  }

  /// What xterm sends for the mouse, in SGR encoding.
  public static func sequence(for event: MouseEvent) -> String {
    let button =
      switch event.kind {
      case .press, .release: 0
      case .drag: 32
      case .wheel(let notches): notches < 0 ? 64 : 65
      }
    let end = event.kind == .release ? "m" : "M"
    let place = "\(event.location.x + 1);\(event.location.y + 1)"
    return "\u{1B}[<\(button + Int(event.modifiers.rawValue) * 4);\(place)\(end)"
  }

  /// What a terminal sends for a paste; removes the end mark from the text.
  public static func sequence(pasting text: String) -> String {
    "\u{1B}[200~\(text.replacing("\u{1B}[201~", with: ""))\u{1B}[201~"
  }

  private static func control(_ character: Character) -> String {
    guard let ascii = character.asciiValue else { return String(character) }
    return String(Character(Unicode.Scalar(ascii == 0x20 ? 0 : ascii & 0x1F)))
  }

  private static func cursor(_ letter: String, _ press: KeyPress, _ isApplication: Bool) -> String {
    if press.modifiers.isEmpty { return "\u{1B}" + (isApplication ? "O" : "[") + letter }
    return "\u{1B}[1;\(press.modifiers.rawValue + 1)" + letter
  }

  private static func numbered(_ number: Int, _ press: KeyPress) -> String {
    if press.modifiers.isEmpty { return "\u{1B}[\(number)~" }
    return "\u{1B}[\(number);\(press.modifiers.rawValue + 1)~"
  }
}
