import CTerminal

/// The screen as ncurses models it: converts frames to the bytes that update the terminal.
///
/// ncurses keeps its state in globals, so only one can exist at a time; see ``CursesTerminal``.
@MainActor struct CursesScreen {
  /// The number of colors in use: 0 without color, else 8, 16 or 256.
  private(set) var colors: Int

  /// The number that the terminal type has.
  private let colorsOfType: Int

  /// The frame that the terminal shows, as far as ncurses knows.
  private(set) var shown: Frame?

  /// The rows of ``shown`` that hold glyphs of disputed width.
  private var disputedRows: Set<Int> = []

  /// The links on the terminal, by their rows; rows with links are never moved.
  private var shownLinks: [Int: [FrameLink]] = [:]

  /// Whether the terminal ignores a link that it doesn't know.
  var canLink = false

  /// Whether rows were scrolled since ncurses compared all of them; never while there are disputed ones.
  private var hasScrolled = false

  /// Whether the last update may have written cells under a graphic, or moved rows, which takes it along.
  private(set) var hasTouchedGraphic = false

  /// Whether ncurses believes it has taken over the terminal.
  private(set) var isTaken = false

  /// Whether the terminal is released: ncurses' output would now move a cursor that is not ours.
  private var isReleased = false

  /// Whether the memory of the cells is released, so that no frame fits.
  private(set) var isAsleep = false
  private var cells: [terminal_cell] = []
  private let resets: ColorResets

  /// Whether the terminal's font has no rounded corners: the console of Linux.
  private let hasSquareCorners: Bool

  /// How many cells the last update passed to ncurses; rows moved by a scroll do not count.
  private(set) var updatedCellCount = 0

  /// Starts ncurses for a terminal type; `nil` if terminfo describes too little of it.
  ///
  /// - parameter type: The type; `nil` for the built-in description.
  init?(type: String?, size: Size, usesColor: Bool) {
    terminal_use_utf8()
    let (width, height) = (Int32(size.width), Int32(size.height))
    guard terminal_screen_open(type, width, height, usesColor) else { return nil }
    let known = Int(terminal_screen_colors())
    colorsOfType = Self.usable(known)
    hasSquareCorners = type == "linux" || type?.hasPrefix("linux-") == true
    colors = colorsOfType
    resets = ColorResets(turningOff: TerminalModes.capability("sgr0"))
  }

  private static func usable(_ count: Int) -> Int { [256, 16, 8].first { $0 <= count } ?? 0 }

  /// Uses no more colors than a terminal has, and no more than its type.
  mutating func limitColors(to count: Int) { colors = min(colorsOfType, Self.usable(count)) }

  /// Returns the bytes that show a frame.
  ///
  /// The terminal moves rows that a list scrolled; sending them took a third of a key press. While
  /// the screen holds glyphs of disputed width, we move nothing; where ncurses might move rows on
  /// its own, every row with such glyphs is rewritten.
  ///
  /// - parameter rect: Cells above which a graphic stands; see ``hasTouchedGraphic``.
  mutating func update(to frame: Frame, around rect: Rect? = nil) -> [UInt8] {
    let isFirst = shown == nil
    updatedCellCount = 0
    if isFirst { (disputedRows, shownLinks) = ([], [:]) }
    let links = canLink ? frame.visibleLinks : [:]
    var shift = disputedRows.isEmpty ? shown.flatMap { frame.shift(from: $0) } : nil
    var changes = changes(to: frame, after: shift)
    var disputes = disputes(of: frame, in: changes)
    if shift != nil, !disputes.isEmpty || !links.isEmpty {
      shift = nil
      changes = self.changes(to: frame, after: nil)
    }
    if !disputedRows.isEmpty {
      let others = disputedRows.subtracting(changes.map(\.row)).sorted()
      if !others.isEmpty, hasMovedRows(changes, in: frame) {
        changes += others.map { RowChange(row: $0, columns: 0..<frame.size.width) }
        disputes = self.disputes(of: frame, in: changes)
      }
    }
    terminal_screen_allow_moving(disputedRows.isEmpty && disputes.isEmpty && links.isEmpty)
    if !disputes.isEmpty || !links.isEmpty, hasScrolled {
      // Before any such glyph is on the screen: nothing is moved by what ncurses remembers.
      terminal_screen_compare_all()
      hasScrolled = false
    }
    hasTouchedGraphic =
      rect.map { rect in
        shift != nil || changes.contains { $0.isIn(rect) } || hasMovedRows(changes, in: frame)
      } ?? false
    if let shift {
      terminal_screen_scroll(
        Int32(shift.rows.lowerBound), Int32(shift.rows.upperBound), Int32(shift.distance))
      hasScrolled = true
    }
    let isWrittenHere = isFirst && disputes.isEmpty && terminal_screen_takes_first()
    if isWrittenHere { terminal_screen_begin_first() }
    for change in changes {
      let dispute = disputes.isEmpty ? nil : disputes.first { $0.row == change.row }
      prepare(change, of: frame, upTo: dispute?.columns.first)
      if isWrittenHere { terminal_screen_put_first(Int32(change.row), cells, Int32(cells.count)) }
    }
    if isWrittenHere { terminal_screen_end_first() }
    for (index, dispute) in disputes.enumerated() {
      write(dispute, of: frame, everything: isFirst && index == 0)
    }
    for change in changes where !disputedRows.isEmpty { disputedRows.remove(change.row) }
    for dispute in disputes { disputedRows.insert(dispute.row) }
    let cursor = frame.cursor.map { (Int32($0.y), Int32($0.x)) } ?? (-1, -1)
    let isRewritten = isFirst && disputes.isEmpty && !isWrittenHere
    terminal_screen_update(cursor.0, cursor.1, isRewritten)
    if !links.isEmpty || !shownLinks.isEmpty, writeLinks(links, changed: Set(changes.map(\.row))) {
      terminal_screen_update(cursor.0, cursor.1, false)
    }
    shown = frame
    isTaken = true
    isReleased = false
    return resets.removed(from: collect())
  }

  /// Changes the size and forgets what the terminal shows.
  mutating func resize(to size: Size) {
    terminal_screen_resize(Int32(size.width), Int32(size.height))
    if isReleased { _ = collect() }
    shown = nil
    isAsleep = false
  }

  /// Releases the terminal; the next update takes it over again and redraws everything.
  mutating func suspend() {
    terminal_screen_suspend()
    _ = collect()
    isTaken = false
    isReleased = true
    shown = nil
  }

  /// Releases the memory of all cells until ``resize(to:)``.
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

  // MARK: - Rows

  /// A changed row: the columns from the first to the last difference.
  private struct RowChange {
    let row: Int
    let columns: Range<Int>

    /// Whether cells of a rectangle are written: ncurses may write what lies between two changes.
    func isIn(_ rect: Rect) -> Bool {
      row >= rect.minY && row < rect.maxY && columns.overlaps(rect.minX..<rect.maxX)
    }
  }

  /// The columns at which glyphs of disputed width start in a row; at least one.
  private struct RowDispute {
    let row: Int
    let columns: [Int]
  }

  // Plain loops here and below: a closure would look up at each row which thread it is on.
  private func changes(to frame: Frame, after shift: RowShift?) -> [RowChange] {
    var changes: [RowChange] = []
    for y in 0..<frame.size.height {
      let origin = if let shift { shift.origin(of: y) } else { y }
      let columns = frame.columns(ofRow: y, differingFrom: shown, at: origin)
      if !columns.isEmpty { changes.append(RowChange(row: y, columns: columns)) }
    }
    return changes
  }

  /// Whether a changed row equals any earlier row.
  ///
  /// ncurses may then scroll it, and other rows with it, and write the scrolled region in one piece.
  private func hasMovedRows(_ changes: [RowChange], in frame: Frame) -> Bool {
    guard let shown else { return false }
    return changes.contains { change in
      (0..<frame.size.height).contains { frame.hasRow(change.row, at: $0, in: shown) }
    }
  }

  private func disputes(of frame: Frame, in changes: [RowChange]) -> [RowDispute] {
    var disputes: [RowDispute] = []
    for change in changes {
      let columns = frame.disputedColumns(ofRow: change.row)
      if !columns.isEmpty { disputes.append(RowDispute(row: change.row, columns: columns)) }
    }
    return disputes
  }

  /// Passes a row to ncurses: the whole row, or up to its first glyph of disputed width and then
  /// blanks, so that no stale cell remains next to the glyph.
  private mutating func prepare(_ change: RowChange, of frame: Frame, upTo dispute: Int?) {
    let y = change.row
    guard dispute != nil || disputedRows.contains(y) else {
      set(change.columns, ofRow: y, in: frame)
      return
    }
    terminal_screen_forget_row(Int32(y))
    let start = dispute ?? frame.size.width
    set(0..<start, ofRow: y, in: frame)
    set(start..<frame.size.width, ofRow: y, in: frame, asBlanks: true)
  }

  /// Writes the rest of a row from its first glyph of disputed width.
  ///
  /// After each such glyph it addresses the cursor again, so the next glyph is placed correctly
  /// whatever width the terminal gave this one. Cells that a wider glyph may have overwritten are
  /// written again.
  private mutating func write(_ dispute: RowDispute, of frame: Frame, everything: Bool) {
    let (y, width) = (dispute.row, frame.size.width)
    let row = Array(frame.row(y))
    var start = dispute.columns[0]
    terminal_screen_write(Int32(y), Int32(start), everything)
    for column in dispute.columns {
      let isWide = column + 1 < width && row[column + 1].glyph == .continuation
      let end = column + (isWide ? 2 : 1)
      let isWiderElsewhere = row[column].glyph.widthElsewhere == .wider
      set(start..<column, ofRow: y, in: frame)
      // A glyph too wide for the last column would wrap, and scroll the screen in the last row.
      let isCut = isWiderElsewhere && end == width
      set(column..<end, ofRow: y, in: frame, replacing: isCut)
      terminal_screen_write(Int32(y), Int32(min(end, width - 1)), false)
      if isWiderElsewhere { terminal_screen_forget_cells(Int32(y), Int32(end), 2) }
      start = end
    }
    set(start..<width, ofRow: y, in: frame)
  }

  /// Passes cells of a row to ncurses: unchanged, as blanks of the same style, or replaced by
  /// U+FFFD.
  private mutating func set(
    _ columns: Range<Int>, ofRow y: Int, in frame: Frame, asBlanks: Bool = false,
    replacing: Bool = false
  ) {
    guard !columns.isEmpty else { return }
    updatedCellCount += columns.count
    cells.removeAll(keepingCapacity: true)
    let start = y * frame.size.width
    for cell in frame.cells[(start + columns.lowerBound)..<(start + columns.upperBound)] {
      let style = cell.style.reduced(toColors: colors)
      var glyph = asBlanks ? Glyph.space : cell.glyph
      if hasSquareCorners { glyph = glyph.withSquareCorner }
      if replacing { glyph = cell.glyph == .continuation ? .space : Glyph(base: 0xFFFD) }
      let marks = glyph.marks
      cells.append(
        terminal_cell(
          base: glyph.base, marks: (marks[0], marks[1], marks[2], marks[3]),
          foreground: style.foreground.index, background: style.background.index,
          attributes: style.attributes.rawValue))
    }
    terminal_screen_set_cells(Int32(y), Int32(columns.lowerBound), cells, Int32(cells.count))
  }

  /// Writes the cells of links once more where they changed; returns whether it wrote any.
  ///
  /// ncurses has no links, so each is written by itself. Its cells are known to ncurses, which rewrites or clears them
  /// like others, and the terminal drops the link with the cell.
  private mutating func writeLinks(_ links: [Int: [FrameLink]], changed: Set<Int>) -> Bool {
    var hasWritten = false
    func write(_ link: FrameLink, _ address: String?) {
      terminal_screen_write_link(
        Int32(link.row), Int32(link.columns.lowerBound), Int32(link.columns.count), address)
      hasWritten = true
    }
    for (row, former) in shownLinks where !changed.contains(row) && links[row] != former {
      for link in former { write(link, nil) }
    }
    for (row, links) in links where changed.contains(row) || shownLinks[row] != links {
      for link in links { write(link, link.address) }
    }
    shownLinks = links
    disputedRows.formUnion(links.keys)
    return hasWritten
  }

  private func collect() -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let part = [UInt8](unsafeUninitializedCapacity: Self.part) { buffer, count in
        count = terminal_screen_collect(buffer.baseAddress, buffer.count)
      }
      // Most frames fit one buffer.
      if bytes.isEmpty { bytes = part } else { bytes += part }
      if part.count < Self.part { return bytes }
    }
  }

  /// The size of the collecting buffer, in bytes.
  private static let part = 4096
}
