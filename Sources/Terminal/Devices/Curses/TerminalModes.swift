import CTerminal

/// The sequences that take a terminal over beyond what ncurses does, and those that give it back.
///
/// Bracketed paste, focus reports and mouse reports are switched on only where terminfo says that the
/// terminal knows xterm's mouse reports (`kmous` or `XM`) and has a second screen (`smcup`): such
/// terminals know the others or pass over them. The Linux console and the VT100 would not.
@MainActor struct TerminalModes {
  /// Sent after ncurses has taken the terminal over.
  let take: [UInt8]

  /// Gives the terminal back, whatever state it is in; also known to the guardian.
  let restore: [UInt8]

  /// Whether a picture may be wrapped in synchronized output.
  let canSynchronize: Bool

  /// Brackets a picture that should appear at once.
  static let synchronized = (
    begin: Array("\u{1B}[?2026h".utf8), end: Array("\u{1B}[?2026l".utf8)
  )

  /// Reads the sequences of the terminal type that ncurses was started for.
  init() {
    let hasMouse = !Self.capability("kmous").isEmpty || !Self.capability("XM").isEmpty
    let isXTermLike = hasMouse && !Self.capability("smcup").isEmpty
    var restore: [UInt8] = []
    if isXTermLike {
      take = Array("\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?1000h\u{1B}[?1006h".utf8)
      restore += Array(
        "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?1004l\u{1B}[?2004l".utf8)
    } else {
      take = []
    }
    for name in ["rmacs", "sgr0", "op", "cnorm", "rmkx"] { restore += Self.capability(name) }
    // All rows scroll again; moves the cursor, so it comes before what puts that back.
    if !Self.capability("csr").isEmpty { restore += Array("\u{1B}[r".utf8) }
    let leave = Self.capability("rmcup")
    // Without a second screen the picture is wiped, so that nothing private stays behind.
    restore += leave.isEmpty ? Self.capability("clear") : leave
    self.restore = restore
    canSynchronize = isXTermLike
  }

  /// A capability string of the terminal type; empty if it has none.
  static func capability(_ name: String) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 256)
    let count = terminal_screen_capability(name, &buffer, buffer.count)
    return buffer[..<count].map(UInt8.init(bitPattern:))
  }
}
