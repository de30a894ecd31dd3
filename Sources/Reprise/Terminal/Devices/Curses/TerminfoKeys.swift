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
