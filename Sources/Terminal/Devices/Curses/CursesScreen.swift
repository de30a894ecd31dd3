import CTerminal

/// The picture as ncurses keeps it: takes frames, gives the bytes that bring the terminal up to date.
///
/// ncurses keeps its state in globals, so there is one at a time; see ``CursesTerminal``.
@MainActor struct CursesScreen {
  /// Colours used: 0 without colour, else 8, 16 or 256.
  let colors: Int

  /// The frame on the glass, as far as ncurses knows.
  private(set) var shown: Frame?

  /// Whether ncurses has taken the terminal over, as far as it knows.
  private(set) var isTaken = false

  /// Whether the terminal is somebody else's: what ncurses writes meanwhile would move the cursor there.
  private var isGivenBack = false

  /// Whether there is no room for any frame now.
  private(set) var isAsleep = false
  private var cells: [terminal_cell] = []

  /// Starts ncurses for a terminal type; `nil` if it knows too little about it.
  init?(type: TerminalType, size: Size, usesColor: Bool) {
    terminal_use_utf8()
    let (width, height) = (Int32(size.width), Int32(size.height))
    guard terminal_screen_open(type.name, width, height, usesColor) else { return nil }
    let known = Int(terminal_screen_colors())
    colors = [256, 16, 8].first { $0 <= known } ?? 0
  }

  /// Takes a frame and gives the bytes that show it.
  ///
  /// Rows that a list was scrolled by are moved, not handed over again: that was a third of a key.
  mutating func update(to frame: Frame) -> [UInt8] {
    let shift = shown.flatMap { frame.shift(from: $0) }
    if let shift {
      terminal_screen_scroll(
        Int32(shift.rows.lowerBound), Int32(shift.rows.upperBound), Int32(shift.distance))
    }
    for y in 0..<frame.size.height {
      let origin = shift.map { $0.origin(of: y) } ?? y
      let columns = frame.columns(ofRow: y, differingFrom: shown, at: origin)
      if !columns.isEmpty { set(columns, ofRow: y, in: frame) }
    }
    let cursor = frame.cursor.map { (Int32($0.y), Int32($0.x)) } ?? (-1, -1)
    terminal_screen_update(cursor.0, cursor.1, shown == nil)
    shown = frame
    isTaken = true
    isGivenBack = false
    return collect()
  }

  /// Changes the size and forgets what is shown.
  mutating func resize(to size: Size) {
    terminal_screen_resize(Int32(size.width), Int32(size.height))
    if isGivenBack { _ = collect() }
    shown = nil
    isAsleep = false
  }

  /// Notes that the terminal was given back; the next update takes it over and draws everything.
  mutating func suspend() {
    terminal_screen_suspend()
    _ = collect()
    isTaken = false
    isGivenBack = true
    shown = nil
  }

  /// Gives the memory of all cells back, until ``resize(to:)``.
  mutating func sleep() {
    shown = nil
    cells = []
    terminal_screen_resize(1, 1)
    _ = collect()
    isAsleep = true
  }

  /// Ends ncurses.
  func close() {
    terminal_screen_close()
  }

  private mutating func set(_ columns: Range<Int>, ofRow y: Int, in frame: Frame) {
    cells.removeAll(keepingCapacity: true)
    let start = y * frame.size.width
    for cell in frame.cells[(start + columns.lowerBound)..<(start + columns.upperBound)] {
      let style = cell.style.reduced(toColors: colors)
      let marks = cell.glyph.marks
      cells.append(
        terminal_cell(
          base: cell.glyph.base, marks: (marks[0], marks[1], marks[2], marks[3]),
          foreground: style.foreground.index, background: style.background.index,
          attributes: style.attributes.rawValue))
    }
    terminal_screen_set_cells(Int32(y), Int32(columns.lowerBound), cells, Int32(cells.count))
  }

  private func collect() -> [UInt8] {
    let count = terminal_screen_waiting()
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = count == 0 ? 0 : terminal_screen_collect(buffer.baseAddress, count)
    }
  }
}
