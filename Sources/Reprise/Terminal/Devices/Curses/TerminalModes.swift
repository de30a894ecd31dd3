import CTerminal

/// The sequences that take over a terminal, beyond those of ncurses, and those that restore it.
///
/// Bracketed paste, focus reports and mouse reports, also of dragging, are enabled only if terminfo lists xterm's
/// mouse reports (`kmous` or `XM`) and an alternate screen (`smcup`): such terminals support or
/// ignore all three. The Linux console and the VT100 do neither.
@MainActor struct TerminalModes {
  /// Sent after ncurses has taken over the terminal.
  let take: [UInt8]

  /// Restores the terminal from any state; also passed to the guardian.
  var restore: [UInt8] { graphicsEnd + features.flatMap { Array($0.end.utf8) } + basicRestore }

  /// The optional features that are on.
  var features: [TerminalFeatures.Feature] = []

  private let basicRestore: [UInt8]
  private var graphicsEnd: [UInt8] = []

  /// Whether the terminal answers a question, or passes over it.
  let canBeAsked: Bool

  /// Whether a frame may be wrapped in synchronized output.
  let canSynchronize: Bool

  /// Brackets a frame that should appear at once.
  static let synchronized = (
    begin: Array("\u{1B}[?2026h".utf8), end: Array("\u{1B}[?2026l".utf8)
  )

  /// Reads the sequences of the terminal type with which ncurses was started.
  init() {
    let hasMouse = !Self.capability("kmous").isEmpty || !Self.capability("XM").isEmpty
    let isXTermLike = hasMouse && !Self.capability("smcup").isEmpty
    var restore: [UInt8] = []
    if isXTermLike {
      take = Array("\u{1B}[?2004h\u{1B}[?1004h\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h".utf8)
      restore += Array(
        "\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1004l\u{1B}[?2004l".utf8)
    } else {
      take = []
    }
    for name in ["rmacs", "sgr0", "op", "cnorm", "rmkx"] { restore += Self.capability(name) }
    // Resets the scroll region. This moves the cursor, so it precedes the sequence that restores
    // the cursor.
    if !Self.capability("csr").isEmpty { restore += Array("\u{1B}[r".utf8) }
    let leave = Self.capability("rmcup")
    // Without an alternate screen the picture is cleared, so that nothing private stays visible.
    restore += leave.isEmpty ? Self.capability("clear") : leave
    basicRestore = restore
    canSynchronize = isXTermLike
    canBeAsked = isXTermLike
  }

  /// Ends a truncated graphic, and removes its remains, before anything else is restored.
  ///
  /// A Sixel drawing goes with the alternate screen.
  mutating func restoreGraphics(_ form: GraphicForm) {
    let end = form == .pixels ? KittyGraphics.deletion : Array("\u{1B}\\".utf8)
    if !graphicsEnd.starts(with: end) { graphicsEnd = end + graphicsEnd }
  }

  /// A string capability of the terminal type; empty if it has none.
  static func capability(_ name: String) -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 256)
    let count = terminal_screen_capability(name, &buffer, buffer.count)
    return buffer[..<count].map(UInt8.init(bitPattern:))
  }
}

/// The key sequences of a terminal type, for ``InputParser``.
@MainActor enum TerminfoKeys {
  /// Reads the sequences of the type with which ncurses was started.
  static func read() -> [(sequence: [UInt8], key: KeyPress)] {
    var keys: [(sequence: [UInt8], key: KeyPress)] = []
    for (name, key) in names {
      let sequence = TerminalModes.capability(name)
      if !sequence.isEmpty { keys.append((sequence, key)) }
    }
    return keys
  }

  private static let names: [(String, KeyPress)] =
    [
      ("kcuu1", KeyPress(.up)), ("kcud1", KeyPress(.down)), ("kcub1", KeyPress(.left)),
      ("kcuf1", KeyPress(.right)), ("khome", KeyPress(.home)), ("kend", KeyPress(.end)),
      ("kpp", KeyPress(.pageUp)), ("knp", KeyPress(.pageDown)), ("kich1", KeyPress(.insert)),
      ("kdch1", KeyPress(.delete)), ("kcbt", KeyPress(.tab, .shift)), ("kent", KeyPress(.enter)),
      ("kri", KeyPress(.up, .shift)), ("kind", KeyPress(.down, .shift)),
      ("kLFT", KeyPress(.left, .shift)), ("kRIT", KeyPress(.right, .shift)),
      ("kHOM", KeyPress(.home, .shift)), ("kEND", KeyPress(.end, .shift)),
      ("kDC", KeyPress(.delete, .shift)), ("kIC", KeyPress(.insert, .shift)),
      ("kPRV", KeyPress(.pageUp, .shift)), ("kNXT", KeyPress(.pageDown, .shift)),
    ] + (1...12).map { ("kf\($0)", KeyPress(.function($0))) }
}
