extension InputParser {
  /// Continues a sequence; `byte` is printable ASCII and its last byte so far.
  mutating func advance(_ byte: UInt8) {
    switch state {
    case .escape:
      afterEscape(byte)
    case .singleShift:
      // Digits are modifiers on old terminals.
      if !(0x30...0x39).contains(byte) { finishSingleShift(byte) }
    case .consoleFunction:
      if !isLate, (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) {
        emit(.function(Int(byte) - 0x40), altPrefix)
      }
      leaveSequence()
    default:
      inControlSequence(byte)
    }
  }

  var altPrefix: KeyPress.Modifiers { hasAltPrefix ? .alt : [] }

  private mutating func afterEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): state = .controlSequence
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      state = .string
    default:
      if hasAltPrefix { emit(.escape) }
      leaveSequence()
      emit(typed: Unicode.Scalar(byte), .alt)
    }
  }

  private mutating func finishSingleShift(_ byte: UInt8) {
    if isLate { return finishLateSingleShift(byte) }
    defer { leaveSequence() }
    guard sequence.count <= 4 else { return }
    let number = sequence.count > 3 ? Int(sequence[sequence.count - 2] & 0x0F) : 1
    let modifiers = ControlSequence.modifiers(number).union(altPrefix)
    if let key = KeyTable.key(letter: byte) ?? KeyTable.keypad(letter: byte) {
      emit(key, modifiers)
    } else if let key = KeyTable.smallArrow(letter: byte) {
      emit(key, modifiers.union(.control))
    }
  }

  private mutating func inControlSequence(_ byte: UInt8) {
    if byte == UInt8(ascii: "["), sequence.count == 3 {
      state = .consoleFunction
    } else if byte == UInt8(ascii: "$"), isOneNumber {
      finishControlSequence()
    } else if byte >= 0x40 {
      finishControlSequence()
    }
  }

  /// Whether `ESC [` and the last byte enclose only digits: rxvt's Shift ends in `$`.
  private var isOneNumber: Bool {
    sequence.count > 3 && sequence.count < Self.sequenceLimit
      && sequence[2..<(sequence.count - 1)].allSatisfy { (0x30...0x39).contains($0) }
  }

  private mutating func finishControlSequence() {
    let isComplete = sequence.count < Self.sequenceLimit
    let control = ControlSequence(sequence)
    let modifiers = control.modifiers.union(altPrefix)
    let (isLate, isAfterEscape, first) = (isLate, hasAltPrefix, events.count)
    leaveSequence()
    guard isComplete else { return }
    defer {
      if isLate { dropInput(from: first) }
      if isAfterEscape, control.mark != 0 || isNoKey(from: first) { insertEscape(at: first) }
    }
    if control.mark == UInt8(ascii: "<") {
      mouse(control)
    } else if control.mark == UInt8(ascii: "?"), control.final == UInt8(ascii: "c"),
      !control.hasIntermediates
    {
      events.append(.attributes(control.parameters.compactMap(\.first)))
    } else if let report = TerminalReport(control) {
      events.append(.report(report))
    } else if control.mark == 0, !control.hasIntermediates {
      key(control, modifiers)
    }
  }

  /// Whether the last sequence was no key: it caused another event, or begins something longer.
  private func isNoKey(from index: Int) -> Bool {
    guard case .ground = state else { return true }
    guard let event = events[index...].first else { return false }
    if case .key = event { return false }
    return true
  }

  /// Reports an ESC that turned out not to be the prefix of Alt as the escape key, before what followed it.
  ///
  /// Only keys have that prefix. Anything else may arrive right after the user has pressed Esc: a reply, a mouse
  /// report, the focus, a paste.
  mutating func insertEscape(at index: Int) {
    events.insert(.key(KeyPress(.escape)), at: index)
  }

  private mutating func key(_ control: ControlSequence, _ modifiers: KeyPress.Modifiers) {
    switch control.final {
    case UInt8(ascii: "~"):
      numbered(control, modifiers)
    case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "@"):
      guard let key = control.parameter(0).flatMap(KeyTable.key(number:)) else { return }
      let held: [UInt8: KeyPress.Modifiers] = [
        0x5E: .control, 0x24: .shift, 0x40: [.control, .shift],
      ]
      emit(key, modifiers.union(held[control.final] ?? []))
    case UInt8(ascii: "u"):
      guard let code = control.parameter(0), control.parameter(1, part: 1) != 3,
        !control.hasDesktopModifier
      else { return }
      // Control with a letter of another script is the key that a Latin layout has there.
      let base = control.parameter(0, part: 2).flatMap { (0x21...0x7E).contains($0) ? $0 : nil }
      let isForeign = code > 0x7F && modifiers.contains(.control)
      emit(
        code: isForeign ? base ?? code : code, shifted: control.parameter(0, part: 1), modifiers)
    case UInt8(ascii: "Z"):
      emit(.tab, modifiers.union(.shift))
    case UInt8(ascii: "I") where control.parameters.isEmpty:
      events.append(.focus(true))
    case UInt8(ascii: "O") where control.parameters.isEmpty:
      events.append(.focus(false))
    case UInt8(ascii: "M") where control.parameters.isEmpty:
      state = .oldMouse(3)
    case UInt8(ascii: "t"):
      cellPixels(control)
    case UInt8(ascii: "P")...UInt8(ascii: "S"):
      functionKey(control, modifiers)
    default:
      if let key = KeyTable.key(letter: control.final) {
        emit(key, modifiers)
      } else if let key = KeyTable.smallArrow(letter: control.final) {
        emit(key, modifiers.union(.shift))
      }
    }
  }

  /// Emits the size of a cell in pixels, if the report contains one and it is plausible.
  private mutating func cellPixels(_ control: ControlSequence) {
    guard control.parameters.count == 3, control.parameter(0) == 6,
      let height = control.parameter(1), let width = control.parameter(2),
      (6...128).contains(height), (4...64).contains(width)
    else { return }
    events.append(.cellPixels(Size(width: width, height: height)))
  }

  /// Emits F1 to F4, but not for the cursor position report, which looks alike.
  private mutating func functionKey(_ control: ControlSequence, _ modifiers: KeyPress.Modifiers) {
    let isModified = control.parameter(0) == 1 && (2...16).contains(control.parameter(1) ?? 0)
    guard control.parameters.isEmpty || control.parameters.count == 2 && isModified else { return }
    if let key = KeyTable.key(letter: control.final) { emit(key, modifiers) }
  }

  private mutating func numbered(_ control: ControlSequence, _ modifiers: KeyPress.Modifiers) {
    guard let number = control.parameter(0) else { return }
    switch number {
    case 200:
      beginPaste()
    case 27:
      if let code = control.parameter(2) { emit(code: code, shifted: nil, modifiers) }
    default:
      if let key = KeyTable.key(number: number) { emit(key, modifiers) }
    }
  }

  /// Emits an SGR mouse report of the left button or the wheel; ignores other buttons, and motion
  /// without the left button.
  private mutating func mouse(_ control: ControlSequence) {
    let isPress = control.final == UInt8(ascii: "M")
    guard isPress || control.final == UInt8(ascii: "m"),
      let code = control.parameter(0), let x = control.parameter(1), let y = control.parameter(2),
      (1...Int(Int16.max)).contains(x), (1...Int(Int16.max)).contains(y)
    else { return }
    let kind: MouseEvent.Kind
    switch code & ~0b11100 {
    case 0: kind = isPress ? .press : .release
    case 32 where isPress: kind = .drag
    case 64 where isPress: kind = .wheel(-1)
    case 65 where isPress: kind = .wheel(1)
    default: return
    }
    var modifiers: KeyPress.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    let location = Point(x: x - 1, y: y - 1)
    events.append(.mouse(MouseEvent(kind, at: location, modifiers: modifiers)))
  }
}
