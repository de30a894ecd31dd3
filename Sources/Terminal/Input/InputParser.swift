/// Turns the bytes that a terminal sends into events.
///
/// A value without I/O and without a clock: whoever reads the bytes also decides when a started
/// sequence has waited long enough and calls ``timeout()``.
///
/// Understood are UTF-8, control letters, Alt as an escape prefix, the cursor, editing and function
/// keys of xterm, the Linux console, rxvt and screen with xterm's modifiers, `CSI u` and
/// modifyOtherKeys keys, SGR mouse reports, focus reports and bracketed paste. Everything else that
/// looks like a sequence or a terminal's reply is swallowed, however long it is, and never becomes keys
/// (reliability S3). An escape key and a key sequence right behind it in one burst are Alt with that
/// key, as rxvt and PuTTY send it.
///
/// Characters that come in one feed and form one grapheme are one key press, so that an emoji from
/// a picker or a letter with its accent is typed at once. Split over two feeds they are two key
/// presses, which together give the same text.
///
/// A string (OSC, DCS, APC, PM, SOS) ends with ST, with CAN or SUB, an OSC also with BEL; an escape in
/// it that begins no ST is part of it. Nothing of it is kept. One that never ends is over when nothing
/// came for a while: see ``isInString``.
public struct InputParser: Sendable {
  /// Where in a sequence the parser is.
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
    /// In the coordinates of an old mouse report, so many bytes before its end.
    case oldMouse(Int)
    /// In an OSC, DCS, APC, PM or SOS string.
    case string
    /// After an ESC in such a string.
    case stringEscape
    /// Between the marks of a bracketed paste.
    case paste
  }

  /// The longest sequence that is looked at, in bytes.
  static let sequenceLimit = 64

  var state = State.ground
  var events: [TerminalEvent] = []

  /// The bytes of the sequence so far, without the ESC before an ESC.
  var sequence: [UInt8] = []

  /// Whether another ESC stood before the sequence: Alt on rxvt and PuTTY.
  var hasAltPrefix = false

  /// Whether more came than ``sequence`` holds.
  private var isCut = false
  private var decoder = ScalarDecoder()
  private var decodesWithAlt = false
  private var paste = PasteBuffer()
  private let extraKeys: [[UInt8]: KeyPress]

  /// Makes a parser that also knows a terminal type's own key sequences.
  ///
  /// - parameter keys: Sequences that begin with ESC. They win over the built-in meaning; those that
  ///   mean the same anyway cost nothing.
  public init(keys: [(sequence: [UInt8], key: KeyPress)] = []) {
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

  /// Whether a sequence or a character has begun that more bytes could complete; see ``timeout()``.
  public var isWaiting: Bool {
    switch state {
    case .ground: decoder.isWaiting
    case .paste: false
    default: true
    }
  }

  /// Whether a string goes on, of which something came behind its introducer.
  ///
  /// A reply of a terminal may pause on its way, so ``timeout()`` should come late then: about a second
  /// after the last byte. Sooner, the rest would count as keys; not at all, a string that was cut
  /// would lock the keyboard for ever.
  public var isInString: Bool {
    switch state {
    case .string: isCut
    case .stringEscape: true
    default: false
    }
  }

  /// Whether a paste has begun and not ended; see ``abandonPaste()``.
  public var isPasting: Bool {
    if case .paste = state { true } else { false }
  }

  /// How many bytes are kept of what has begun: for tests of the limits.
  var heldByteCount: Int { sequence.count + paste.count }

  /// Takes bytes and gives the events that they complete.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    for byte in bytes { accept(byte) }
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  /// Decides what has begun, since nothing more came: a lone ESC is the escape key.
  ///
  /// `ESC [` and the like are Alt with a character; half a character is U+FFFD; a longer unfinished
  /// sequence is dropped.
  public mutating func timeout() -> [TerminalEvent] {
    switch state {
    case .ground:
      finishCharacter()
    case .paste:
      break
    case .escape:
      if hasAltPrefix { emit(.escape) }
      emit(.escape)
      leaveSequence()
    default:
      if sequence.count == 2, !isCut, !isAfterEscape {
        emit(typed: Unicode.Scalar(sequence[1]), .alt)
      }
      leaveSequence()
    }
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  /// Ends a paste whose end never came, so that the keyboard works again.
  public mutating func abandonPaste() -> [TerminalEvent] {
    guard isPasting else { return [] }
    state = .ground
    return pasted()
  }

  /// What was pasted, and behind it that it is not all.
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

  /// Takes a byte of a character that is not ASCII, or the byte after one that was cut short.
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

  private mutating func finishCharacter() {
    guard decoder.isWaiting else { return }
    decoder = ScalarDecoder()
    emit(typed: "\u{FFFD}", decodesWithAlt ? .alt : [])
    decodesWithAlt = false
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
      emit(key.key, key.modifiers)
      leaveSequence()
    } else {
      advance(byte)
    }
  }

  /// A byte that no sequence contains: Alt with it right after ESC, else the end of a cut sequence.
  private mutating func interrupt(_ byte: UInt8) {
    guard case .escape = state else {
      leaveSequence()
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

  /// Swallows a byte of a string, or ends it.
  private mutating func string(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\\") where isAfterEscape, 0x18, 0x1A: leaveSequence()
    case 0x07 where sequence.last == UInt8(ascii: "]"): leaveSequence()
    case 0x1B: state = .stringEscape
    default:
      state = .string
      isCut = true
    }
  }

  private var isAfterEscape: Bool {
    if case .stringEscape = state { true } else { false }
  }

  /// Forgets the sequence and takes keys again.
  mutating func leaveSequence() {
    state = .ground
    sequence.removeAll(keepingCapacity: true)
    hasAltPrefix = false
    isCut = false
  }

  /// Goes over to collecting a paste.
  mutating func beginPaste() {
    leaveSequence()
    state = .paste
  }
}
