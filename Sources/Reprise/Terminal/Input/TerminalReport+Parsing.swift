extension TerminalReport {
  /// Parses a report; `nil` for any other control sequence.
  init?(_ control: ControlSequence) {
    let numbers = control.parameters.map { $0.count == 1 ? $0[0] : -1 }
    guard numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    switch (control.mark, control.intermediate, control.final) {
    case (UInt8(ascii: "?"), 0, UInt8(ascii: "u")) where numbers.count == 1 && numbers[0] < 32:
      self = .keyboard(flags: numbers[0])
    case (UInt8(ascii: "?"), UInt8(ascii: "$"), UInt8(ascii: "y"))
    where numbers.count == 2 && Self.modes.contains(numbers[0]) && numbers[1] <= 4:
      self = .mode(numbers[0], state: numbers[1])
    case (UInt8(ascii: "?"), 0, UInt8(ascii: "n"))
    where numbers == [997, 1] || numbers == [997, 2]:
      self = .colorScheme
    case (0, 0, UInt8(ascii: "t")) where numbers.count == 5 && numbers[0] == 48:
      let (height, width) = (numbers[1], numbers[2])
      guard (1...Self.longestSide).contains(height), (1...Self.longestSide).contains(width),
        height * width <= Self.mostCells
      else { return nil }
      self = .windowSize(Size(width: width, height: height))
    default: return nil
    }
  }
}
