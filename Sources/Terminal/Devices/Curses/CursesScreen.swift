import CTerminal

/// The picture as ncurses keeps it: takes frames, gives the bytes that bring the terminal up to date.
///
/// ncurses keeps its state in globals, so there is one at a time; see ``CursesTerminal``.
@MainActor struct CursesScreen {
  /// Colours used: 0 without colour, else 8, 16 or 256.
  let colors: Int

  /// The frame on the glass, as far as ncurses knows.
  private(set) var shown: Frame?
  private var row: [terminal_cell] = []

  /// Starts ncurses for a terminal type; `nil` if it knows too little about it.
  init?(type: TerminalType, size: Size, usesColor: Bool) {
    terminal_use_utf8()
    let (width, height) = (Int32(size.width), Int32(size.height))
    guard terminal_screen_open(type.name, width, height, usesColor) else { return nil }
    let known = Int(terminal_screen_colors())
    colors = [256, 16, 8].first { $0 <= known } ?? 0
  }

  /// Takes a frame and gives the bytes that show it.
  mutating func update(to frame: Frame) -> [UInt8] {
    let previous = shown?.size == frame.size ? shown : nil
    for y in 0..<frame.size.height {
      if let previous, previous.row(y) == frame.row(y) { continue }
      set(frame.row(y), at: y)
    }
    let cursor = frame.cursor.map { (Int32($0.y), Int32($0.x)) } ?? (-1, -1)
    terminal_screen_update(cursor.0, cursor.1, shown == nil)
    shown = frame
    return collect()
  }

  /// Changes the size and forgets what is shown.
  mutating func resize(to size: Size) {
    terminal_screen_resize(Int32(size.width), Int32(size.height))
    shown = nil
  }

  /// Notes that the terminal was given back; the next update takes it over and draws everything.
  mutating func suspend() {
    terminal_screen_suspend()
    _ = collect()
    shown = nil
  }

  /// Ends ncurses.
  func close() {
    terminal_screen_close()
  }

  private mutating func set(_ cells: ArraySlice<Cell>, at y: Int) {
    row.removeAll(keepingCapacity: true)
    for cell in cells {
      let style = cell.style.reduced(toColors: colors)
      let marks = cell.glyph.marks
      row.append(
        terminal_cell(
          base: cell.glyph.base, marks: (marks[0], marks[1], marks[2], marks[3]),
          foreground: style.foreground.index, background: style.background.index,
          attributes: style.attributes.rawValue))
    }
    terminal_screen_set_row(Int32(y), row, Int32(row.count))
  }

  private func collect() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 8192)
    while true {
      let count = terminal_screen_collect(&buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
