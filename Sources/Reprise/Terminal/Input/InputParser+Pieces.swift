/// Sequences that arrive in pieces: how long to wait for the rest, and what the rest means after the wait.
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
