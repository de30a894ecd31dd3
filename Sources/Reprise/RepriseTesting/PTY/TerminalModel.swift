import CVterm
import Terminal

/// A terminal emulator without a window: processes a program's output and shows what a person would
/// see.
///
/// libvterm models the cells; ``EscapeScanner`` reads the modes from the same bytes. libvterm 0.1.4
/// has one known bug: it may lose a combining mark in the last column after 16 or more characters
/// in a row. It measures emoji newer than Unicode 9 as narrow; they count as wide where a blank
/// follows.
///
/// ```swift
/// let terminal = try #require(TerminalModel(size: Size(width: 20, height: 2)))
/// terminal.feed(Array("\u{1B}[1mTotal\u{1B}[0m 12.50".utf8))
/// let picture: TerminalPicture = terminal.picture
/// ```
nonisolated public final class TerminalModel {
  /// The modes and the kinds of sequences seen so far.
  public private(set) var scanner = EscapeScanner()

  /// The graphics, which are off until a test turns them on.
  public var graphics = GraphicsModel()

  /// Columns and rows.
  public private(set) var size: Size

  /// The Sixel drawings, which are off until a test turns them on.
  public var sixels = SixelModel()

  /// The optional features, which are off until a test turns them on.
  public var features = FeatureModel()

  private var filter = CommandFilter()
  private var replies: [UInt8] = []

  private let terminal: OpaquePointer
  private let screen: OpaquePointer

  /// Makes a terminal in its initial state; `nil` if there is no memory for it.
  public init?(size: Size) {
    guard let terminal = vterm_new(Int32(size.height), Int32(size.width)),
      let screen = vterm_obtain_screen(terminal)
    else { return nil }
    self.size = size
    self.terminal = terminal
    self.screen = screen
    vterm_set_utf8(terminal, 1)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  deinit {
    vterm_free(terminal)
  }

  /// Processes a program's output.
  public func feed(_ bytes: [UInt8]) {
    scanner.feed(bytes)
    for piece in filter.pieces(of: bytes) {
      switch piece {
      case .other(let bytes):
        replies += graphics.note(bytes) + sixels.note(bytes) + features.note(bytes, size: size)
        write(bytes)
      case .device(let content): sixels.take(content, cursor: cursor)
      case .command(let content): replies += graphics.take(content, cursor: cursor)
      }
    }
  }

  private func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      _ = vterm_input_write(terminal, buffer.bindMemory(to: CChar.self).baseAddress, buffer.count)
    }
    var buffer = [CChar](repeating: 0, count: 1024)
    let count = vterm_output_read(terminal, &buffer, buffer.count)
    replies += features.others(sixels.naming(buffer[..<count].map(UInt8.init(bitPattern:))))
  }

  /// The terminal's replies to the program's queries, in their order.
  public func takeReplies() -> [UInt8] {
    defer { replies = [] }
    return replies
  }

  /// Changes the size of the window.
  public func resize(to size: Size) {
    self.size = size
    vterm_set_size(terminal, Int32(size.height), Int32(size.width))
  }

  /// The current picture of the terminal.
  public var picture: TerminalPicture {
    TerminalPicture(
      size: size, rows: (0..<size.height).map(row), cursor: cursor,
      modes: TerminalPicture.Modes(privateModes: scanner.modes))
  }

  private var cursor: Point {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return Point(x: Int(position.col), y: Int(position.row))
  }

  private func row(_ y: Int) -> [TerminalPicture.Cell] {
    var row: [TerminalPicture.Cell] = []
    for x in 0..<size.width {
      var cell = cvterm_cell()
      if !cvterm_get_cell(screen, Int32(y), Int32(x), &cell) {
        row.append(TerminalPicture.Cell(text: " ", style: .plain))
      } else if cell.chars.0 == .max {
        // The right half of a wide glyph has the style of its left half.
        row.append(TerminalPicture.Cell(text: "", style: row.last?.style ?? .plain))
      } else {
        row.append(TerminalPicture.Cell(text: text(of: cell), style: style(of: cell)))
      }
    }
    return widened(row)
  }

  /// Widens glyphs that are missing in libvterm's old table, over the blank to their right.
  ///
  /// A terminal that knows them covers the blank; any other neighbor is an error.
  private func widened(_ row: [TerminalPicture.Cell]) -> [TerminalPicture.Cell] {
    var row = row
    for x in row.indices.dropLast() where row[x].text.utf8.count > 1 && row[x + 1].text == " " {
      if CellText.width(of: row[x].text) == 2 { row[x + 1].text = "" }
    }
    return row
  }

  private func text(of cell: cvterm_cell) -> String {
    let chars = cell.chars
    guard chars.0 != 0 else { return " " }
    // The fast path for nearly every cell: tests read thousands of pictures.
    if chars.1 == 0 { return Unicode.Scalar(chars.0).map(String.init) ?? "" }
    var scalars = String.UnicodeScalarView()
    for value in [chars.0, chars.1, chars.2, chars.3, chars.4, chars.5] {
      guard value != 0, let scalar = Unicode.Scalar(value) else { break }
      scalars.append(scalar)
    }
    return String(scalars)
  }

  private func style(of cell: cvterm_cell) -> Style {
    var style = Style(
      foreground: color(cell.foreground), background: color(cell.background))
    if cell.bold { style.attributes.insert(.bold) }
    if cell.underline { style.attributes.insert(.underline) }
    if cell.italic { style.attributes.insert(.italic) }
    if cell.reverse { style.attributes.insert(.reverse) }
    return style
  }

  private func color(_ index: Int32) -> Color {
    UInt8(exactly: index).map(Color.palette) ?? .default
  }
}
