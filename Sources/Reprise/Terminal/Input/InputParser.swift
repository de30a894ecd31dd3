/// Turns the bytes from a terminal into events.
///
/// A value without I/O and without a clock: ``TimedInput`` measures how long an unfinished sequence has
/// waited, and calls ``timeout()`` after ``timeout(escapeDelay:)``.
///
/// It understands UTF-8, control characters, Alt as an escape prefix, the cursor, editing and
/// function keys of xterm, the Linux console, rxvt and screen with xterm's modifiers, `CSI u` and
/// modifyOtherKeys keys, SGR mouse reports, focus reports and bracketed paste. Anything else that
/// looks like a sequence or a terminal's reply is swallowed, whatever its length, and never becomes
/// keys (reliability S3). An escape key directly before a key sequence in one burst is Alt with
/// that key, as rxvt and PuTTY send it.
///
/// Input may arrive in pieces, as over a slow line, and the pauses change only one thing: an ESC alone
/// is the escape key after a short delay. The rest of its CSI or SS3 sequence is then dropped if it
/// follows within half a second, since typed it would be commands. A paste and what the terminal reports
/// keep their meaning. A character in UTF-8 may take as long as it likes.
///
/// Characters of one feed that form one grapheme are one key press, so an emoji from a picker or a
/// letter with its accent is typed at once. Split over two feeds, they are two key presses that
/// yield the same text.
///
/// A string (OSC, DCS, APC, PM, SOS) ends with ST, CAN or SUB, an OSC also with BEL. An escape in
/// it that does not begin an ST belongs to the string. Its content is dropped. An unterminated
/// string ends after a pause of a second.
package struct InputParser: Sendable {
  /// The position in a sequence.
  enum State {
    case ground
    /// After ESC.
    case escape
    /// After `ESC [`.
    case controlSequence
    /// After `ESC O`.
    case singleShift
    /// After `ESC [ [`, as the Linux console begins F1 to F5.
    case consoleFunction
    /// In the coordinates of an old mouse report, with the number of missing bytes.
    case oldMouse(Int)
    /// In an OSC, DCS, APC, PM or SOS string.
    case string
    /// After an ESC in a string.
    case stringEscape
    /// Between the marks of a bracketed paste.
    case paste
  }

  /// The longest sequence that is interpreted, in bytes.
  static let sequenceLimit = 64

  var state = State.ground
  var events: [TerminalEvent] = []

  /// The bytes of the current sequence; of two ESC in a row only the second.
  var sequence: [UInt8] = []

  /// Whether another ESC preceded the sequence: Alt on rxvt and PuTTY.
  var hasAltPrefix = false

  /// Whether the last ESC was already reported as the escape key, although the rest of a sequence may
  /// still follow.
  var isLate = false

  /// Whether the terminal may still reply to a query.
  var expectsReply = false

  /// Whether the sequence was too long for ``sequence``.
  private(set) var isCut = false
  private var decoder = ScalarDecoder()
  private var decodesWithAlt = false
  private var paste = PasteBuffer()

  /// The content of an OSC, an APC or a DCS, up to the longest possible answer.
  private var stringContent: [UInt8] = []
  private let extraKeys: [[UInt8]: KeyPress]

  /// Makes a parser that also knows a terminal type's own key sequences.
  ///
  /// - parameter keys: Sequences that begin with ESC. They override the built-in meaning; redundant
  ///   ones cost nothing.
  package init(keys: [(sequence: [UInt8], key: KeyPress)] = []) {
    var extraKeys: [[UInt8]: KeyPress] = [:]
    for (sequence, key) in keys
    where sequence.count > 1 && sequence.count <= Self.sequenceLimit && sequence[0] == 0x1B {
      var builtIn = InputParser(extraKeys: [:])
      if builtIn.feed(sequence) != [.key(key)] { extraKeys[sequence] = key }
    }
    self.init(extraKeys: extraKeys)
  }

  private init(extraKeys: [[UInt8]: KeyPress]) {
    self.extraKeys = extraKeys
  }

  /// Whether an unfinished sequence or character waits for more bytes.
  package var isWaiting: Bool {
    switch state {
    case .ground: decoder.isWaiting
    case .paste: false
    default: true
    }
  }

  /// Whether a paste has begun and not ended; see ``abandonPaste()``.
  package var isPasting: Bool {
    if case .paste = state { true } else { false }
  }

  /// How many bytes are buffered: for tests of the limits.
  var heldByteCount: Int { sequence.count + paste.count + stringContent.count }

  /// Consumes bytes and returns the events that they complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    for byte in bytes { accept(byte) }
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  /// Resolves incomplete input after a pause: a lone ESC is the escape key.
  ///
  /// `ESC [` is Alt with a character, or only the character if the ESC was reported before; a longer
  /// unfinished sequence is dropped. An incomplete character keeps waiting.
  package mutating func timeout() -> [TerminalEvent] {
    switch state {
    case .ground:
      isLate = false
    case .paste:
      break
    case .escape:
      if hasAltPrefix { emit(.escape) }
      emit(.escape)
      leaveSequence()
      isLate = true
    default:
      let introducer = loneIntroducer
      let modifiers: KeyPress.Modifiers = isLate ? [] : .alt
      leaveSequence()
      if let introducer { emit(typed: introducer, modifiers) }
    }
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  /// Ends a paste whose end mark never came, so that the keyboard works again.
  package mutating func abandonPaste() -> [TerminalEvent] {
    guard isPasting else { return [] }
    state = .ground
    return pasted()
  }

  /// Drops incomplete input.
  mutating func reset() {
    leaveSequence()
    decoder = ScalarDecoder()
    decodesWithAlt = false
    paste = PasteBuffer()
  }

  /// The paste event, followed by an event that reports truncation if the paste was cut.
  private mutating func pasted() -> [TerminalEvent] {
    let isCut = paste.isCut
    return [.paste(paste.take())] + (isCut ? [.pasteCut(limit: PasteBuffer.limit)] : [])
  }

  // MARK: - Bytes

  private mutating func accept(_ byte: UInt8) {
    switch state {
    case .ground:
      ground(byte)
    case .paste:
      if paste.accept(byte) {
        state = .ground
        events += pasted()
      }
    case .oldMouse(let remaining):
      if remaining > 1 { state = .oldMouse(remaining - 1) } else { leaveSequence() }
    case .string, .stringEscape:
      string(byte)
    case .escape, .controlSequence, .singleShift, .consoleFunction:
      inSequence(byte)
    }
  }

  private mutating func ground(_ byte: UInt8) {
    if isLate, beginRest(byte) { return }
    if byte >= 0x80 || decoder.isWaiting {
      decode(byte)
    } else if byte == 0x1B {
      sequence.append(byte)
      state = .escape
    } else if byte < 0x20 || byte == 0x7F {
      emit(control: byte)
    } else {
      emit(typed: Unicode.Scalar(byte))
    }
  }

  /// Decodes a byte of a non-ASCII character, or the byte after an incomplete one.
  private mutating func decode(_ byte: UInt8) {
    switch decoder.accept(byte) {
    case .more:
      return
    case .scalar(let scalar):
      emit(typed: scalar, decodesWithAlt ? .alt : [])
      decodesWithAlt = false
    case .invalid(let usesByte):
      emit(typed: "\u{FFFD}", decodesWithAlt ? .alt : [])
      decodesWithAlt = false
      if !usesByte { ground(byte) }
    }
  }

  private mutating func inSequence(_ byte: UInt8) {
    if case .escape = state, byte == 0x1B {
      if hasAltPrefix { emit(.escape) }
      hasAltPrefix = true
      return
    }
    guard byte >= 0x20, byte < 0x7F else {
      interrupt(byte)
      return
    }
    if sequence.count < Self.sequenceLimit { sequence.append(byte) } else { isCut = true }
    if !extraKeys.isEmpty, !isCut, let key = extraKeys[sequence] {
      if !isLate { emit(key.key, key.modifiers.union(altPrefix)) }
      leaveSequence()
    } else {
      advance(byte)
    }
  }

  /// Handles a byte that no sequence contains: Alt with it directly after ESC, else the end of a
  /// broken sequence.
  private mutating func interrupt(_ byte: UInt8) {
    guard case .escape = state else {
      let typed = isLate ? loneIntroducer : nil
      leaveSequence()
      if let typed { emit(typed: typed) }
      if byte != 0x18, byte != 0x1A { ground(byte) }
      return
    }
    if hasAltPrefix { emit(.escape) }
    hasAltPrefix = false
    leaveSequence()
    if byte < 0x80 {
      emit(control: byte, .alt)
    } else {
      decodesWithAlt = true
      decode(byte)
    }
  }

  /// Swallows a byte of a string, or ends the string.
  private mutating func string(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\\") where isAfterEscape: finishString()
    case 0x07 where isOperatingSystemCommand: finishString()
    case 0x18, 0x1A: leaveSequence()
    case 0x1B: state = .stringEscape
    default:
      state = .string
      isCut = true
      // Keep one byte more than the longest answer, so that a longer string isn't taken for an
      // answer.
      if isOperatingSystemCommand || isApplicationCommand || isDeviceControl,
        stringContent.count <= BackgroundReply.limit
      {
        stringContent.append(byte)
      }
    }
  }

  private var isOperatingSystemCommand: Bool { sequence.last == UInt8(ascii: "]") }

  private var isApplicationCommand: Bool { sequence.last == UInt8(ascii: "_") }

  private var isDeviceControl: Bool { sequence.last == UInt8(ascii: "P") }

  /// Ends a string; of a terminal's answers, only its background color, its name and its graphics support
  /// are used.
  private mutating func finishString() {
    let hasGraphics = isApplicationCommand && KittyGraphics.isAnswer(stringContent)
    let color =
      isOperatingSystemCommand ? BackgroundReply.color(from: stringContent) : nil
    let type = isDeviceControl ? TypeReply.type(from: stringContent) : nil
    let isVersion = isDeviceControl && stringContent.starts(with: ">|".utf8)
    if hasAltPrefix { insertEscape(at: events.count) }
    leaveSequence()
    if isVersion { events.append(.version) }
    if hasGraphics { events.append(.graphics) }
    if let type { events.append(.type(type)) }
    if let color { events.append(.background(color)) }
  }

  var isAfterEscape: Bool {
    if case .stringEscape = state { true } else { false }
  }

  /// Drops the sequence and expects keys again.
  mutating func leaveSequence() {
    state = .ground
    sequence.removeAll(keepingCapacity: true)
    stringContent.removeAll()
    hasAltPrefix = false
    isLate = false
    isCut = false
  }

  /// Starts collecting a paste.
  mutating func beginPaste() {
    leaveSequence()
    state = .paste
  }
}

extension InputParser {
  /// The most code points that join into one key press.
  private static let graphemeLimit = 32

  mutating func emit(_ key: Key, _ modifiers: KeyPress.Modifiers = []) {
    events.append(.key(KeyPress(key, modifiers)))
  }

  /// Emits a typed character; joins it to the previous one if both form one grapheme.
  mutating func emit(typed scalar: Unicode.Scalar, _ modifiers: KeyPress.Modifiers = []) {
    guard scalar.properties.generalCategory != .control else {
      emit(.character("\u{FFFD}"), modifiers)
      return
    }
    if !scalar.isASCII, modifiers.isEmpty, let joined = joinedToLast(scalar) {
      events.removeLast()
      emit(.character(joined))
    } else {
      emit(.character(Character(scalar)), modifiers)
    }
  }

  private func joinedToLast(_ scalar: Unicode.Scalar) -> Character? {
    guard case .key(let last)? = events.last, last.modifiers.isEmpty,
      case .character(let character) = last.key,
      character.unicodeScalars.count < Self.graphemeLimit
    else { return nil }
    var text = String(character)
    text.unicodeScalars.append(scalar)
    return text.count == 1 ? text.first : nil
  }

  /// Emits the key that sends a C0 control character or DEL.
  mutating func emit(control byte: UInt8, _ modifiers: KeyPress.Modifiers = []) {
    switch byte {
    case 0x08, 0x7F: emit(.backspace, modifiers)
    case 0x09: emit(.tab, modifiers)
    case 0x0D: emit(.enter, modifiers)
    case 0x1B: emit(.escape, modifiers)
    case 0x00: emit(.character(" "), modifiers.union(.control))
    case 0x01...0x1A:
      emit(.character(Character(Unicode.Scalar(byte | 0x60))), modifiers.union(.control))
    default:
      emit(.character(Character(Unicode.Scalar(byte | 0x40))), modifiers.union(.control))
    }
  }

  /// Emits a key given by its code point, as in `CSI u` and modifyOtherKeys reports.
  mutating func emit(code: Int, shifted: Int?, _ modifiers: KeyPress.Modifiers) {
    if let key = KeyTable.key(code: code) {
      var press = KeyPress(key, modifiers)
      press.isUnambiguous = true
      events.append(.key(press))
      return
    }
    guard code >= 0x20, !(0xE000...0xF8FF).contains(code),
      let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value),
      scalar.properties.generalCategory != .control
    else { return }
    let character = Character(scalar)
    if modifiers.contains(.control) {
      let small = character.lowercased()
      emit(.character(small.count == 1 ? Character(small) : character), modifiers)
    } else if modifiers.contains(.shift) {
      let typed =
        shifted.flatMap { UInt32(exactly: $0) }.flatMap { Unicode.Scalar($0) }
        ?? character.uppercased().unicodeScalars.first ?? scalar
      emit(typed: typed, modifiers.subtracting(.shift))
    } else {
      emit(typed: scalar, modifiers)
    }
  }
}

/// Sequences that arrive in pieces: how long to wait for the rest, and what a late rest means.
extension InputParser {
  /// How long the rest of a sequence may take after its ESC was reported as the escape key, and from one
  /// piece of it to the next.
  static let lateRest = Duration.milliseconds(500)

  /// How long a sequence or a reply may pause once it is known to be one; short, since the keyboard is
  /// dead meanwhile.
  static let sequencePause = Duration.seconds(1)

  /// How long a paste may pause before it counts as ended.
  static let pastePause = Duration.seconds(5)

  /// How long an ESC waits at least while a reply may be on its way.
  static let replyDelay = Duration.milliseconds(50)

  /// How long after the last byte ``timeout()`` or ``abandonPaste()`` is due; `nil` for never.
  ///
  /// - parameter escapeDelay: How long a lone ESC waits for the rest of a sequence.
  func timeout(escapeDelay: Duration) -> Duration? {
    let escapeDelay = expectsReply ? max(Self.replyDelay, escapeDelay) : escapeDelay
    switch state {
    case .ground: return isLate ? Self.lateRest : nil
    case .escape: return escapeDelay
    case .paste: return Self.pastePause
    case .string where !isCut && !isAfterEscape && !isLate && !expectsReply:
      // Alt with a character, unless the terminal was asked something.
      return escapeDelay
    default: return isLate ? Self.lateRest : Self.sequencePause
    }
  }

  /// The introducer of the sequence, if it is all that has arrived.
  var loneIntroducer: Unicode.Scalar? {
    guard sequence.count == 2, !isCut, !isAfterEscape else { return nil }
    return Unicode.Scalar(sequence[1])
  }

  /// Begins the rest of a sequence whose ESC was reported as the escape key; whether the byte does so.
  ///
  /// The introducer of a string is also a letter that people type, so it counts only while a reply is
  /// expected.
  mutating func beginRest(_ byte: UInt8) -> Bool {
    isLate = false
    switch byte {
    case UInt8(ascii: "["): state = .controlSequence
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
      guard expectsReply else { return false }
      state = .string
    default: return false
    }
    sequence = [0x1B, byte]
    isLate = true
    return true
  }

  /// Drops the rest of an SS3 sequence; any other letter was typed.
  mutating func finishLateSingleShift(_ byte: UInt8) {
    let isKey =
      sequence.count > 3 || KeyTable.key(letter: byte) != nil
      || KeyTable.keypad(letter: byte) != nil || KeyTable.smallArrow(letter: byte) != nil
    leaveSequence()
    if isKey { return }
    emit(typed: "O")
    emit(typed: Unicode.Scalar(byte))
  }

  /// Drops the keys and mouse events from an index on; reports of the terminal stay.
  mutating func dropInput(from index: Int) {
    events[index...].removeAll {
      switch $0 {
      case .key, .mouse: true
      default: false
      }
    }
  }
}
