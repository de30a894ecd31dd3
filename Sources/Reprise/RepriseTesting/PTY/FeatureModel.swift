import Terminal

/// The optional features of a terminal: what is on, and how it answers.
///
/// Like ``EscapeScanner`` it shares no code with the kit. Off until a test turns it on, as in terminals without them.
nonisolated public struct FeatureModel: Sendable {
  /// Whether the terminal has the features.
  public var isOn = false

  /// Whether each cell takes several code points (2027) unless a program turns that off.
  public var joinsScalars = false

  /// The flags of Kitty's keyboard protocol, the newest last; a program pushes and pops them.
  public private(set) var keyboard: [Int] = []

  /// Whether it reports a change between light and dark (2031).
  public var reportsColorScheme: Bool { modes.contains(2031) }

  /// Whether it reports its size in the input (2048).
  public var reportsSize: Bool { modes.contains(2048) }

  /// Modes and flags that a program changed.
  public var changes: [String] {
    modes.symmetricDifference(joinsScalars ? [2027] : []).sorted().map { "\($0)" }
      + keyboard.map { "keyboard \($0)" }
  }

  /// How often a program has asked for something.
  public private(set) var questions = 0

  private static let known: Set<Int> = [2027, 2031, 2048]
  private var changed: Set<Int> = []
  private var control: [UInt8]?
  private var isEscape = false

  private var modes: Set<Int> { joinsScalars ? changed.symmetricDifference([2027]) : changed }

  /// Makes a terminal without features.
  public init() {}

  /// Processes output, byte by byte; returns the terminal's answers.
  mutating func note(_ output: [UInt8], size: Size) -> [UInt8] {
    guard isOn else { return [] }
    var answers = ""
    for byte in output {
      if var body = control {
        if (0x40...0x7E).contains(byte) {
          control = nil
          answers += answer(String(decoding: body + [byte], as: UTF8.self), size)
        } else {
          body.append(byte)
          control = body.count < 32 ? body : nil
        }
      } else if isEscape, byte == UInt8(ascii: "[") {
        control = []
      }
      isEscape = byte == 0x1B
    }
    return Array(answers.utf8)
  }

  /// The report that the terminal sends when its window is resized.
  public func report(of size: Size) -> String {
    "\u{1B}[48;\(size.height);\(size.width);\(size.height * 20);\(size.width * 10)t"
  }

  private mutating func answer(_ sequence: String, _ size: Size) -> String {
    switch (sequence.first, sequence.last) {
    case ("?", "u"):
      questions += 1
      return "\u{1B}[?\(keyboard.last ?? 0)u"
    case (">", "u"): keyboard.append(number(sequence) ?? 0)
    case ("<", "u"): keyboard = keyboard.dropLast(number(sequence) ?? 1)
    case ("=", "u"):
      if !keyboard.isEmpty { keyboard[keyboard.count - 1] = number(sequence) ?? 0 }
    case ("?", "p"):
      guard let mode = number(sequence) else { return "" }
      questions += 1
      let state = Self.known.contains(mode) ? modes.contains(mode) ? 1 : 2 : 0
      return "\u{1B}[?\(mode);\(state)$y"
    case ("?", "h"), ("?", "l"):
      guard let mode = number(sequence), Self.known.contains(mode) else { return "" }
      set(mode, to: sequence.last == "h")
      return mode == 2048 && sequence.last == "h" ? report(of: size) : ""
    case ("c", _): return "\u{1B}[?62;22c"
    default: break
    }
    return ""
  }

  private mutating func set(_ mode: Int, to isSet: Bool) {
    guard modes.contains(mode) != isSet else { return }
    changed.formSymmetricDifference([mode])
  }

  private func number(_ sequence: String) -> Int? {
    Int(sequence.drop { !$0.isNumber }.prefix { $0.isNumber })
  }

  /// The answers of the rest of the terminal, without those that are given here.
  func others(_ answers: [UInt8]) -> [UInt8] {
    guard isOn else { return answers }
    var text = String(decoding: answers, as: UTF8.self).replacing("\u{1B}[?1;2c", with: "")
    for mode in Self.known { text = text.replacing("\u{1B}[?\(mode);0$y", with: "") }
    return Array(text.utf8)
  }
}
