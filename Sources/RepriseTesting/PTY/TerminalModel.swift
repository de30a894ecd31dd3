import CVterm
import Terminal

/// A terminal emulator without a window: takes a program's output, shows what a person would see.
///
/// The cells are libvterm's; the modes are read from the same bytes by ``EscapeScanner``. One thing
/// libvterm 0.1.4 gets wrong: a combining mark in the last column, after 16 or more characters in a
/// row, may be lost. Emoji newer than Unicode 9, which it takes for narrow, are shown as wide where a
/// blank follows.
nonisolated public final class TerminalModel {
  /// The modes and the kinds of sequences seen so far.
  public private(set) var scanner = EscapeScanner()

  /// Columns and rows.
  public private(set) var size: Size

  private let terminal: OpaquePointer
  private let screen: OpaquePointer

  /// Switches a terminal on; `nil` if there is no memory for it.
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

  /// Takes what a program wrote.
  public func feed(_ bytes: [UInt8]) {
    scanner.feed(bytes)
    bytes.withUnsafeBytes { buffer in
      _ = vterm_input_write(terminal, buffer.bindMemory(to: CChar.self).baseAddress, buffer.count)
    }
  }

  /// What the terminal answers to requests of the program; a program that asks nothing gets nothing.
  public func takeReplies() -> [UInt8] {
    var buffer = [CChar](repeating: 0, count: 1024)
    let count = vterm_output_read(terminal, &buffer, buffer.count)
    return buffer[..<count].map(UInt8.init(bitPattern:))
  }

  /// Changes the size of the window.
  public func resize(to size: Size) {
    self.size = size
    vterm_set_size(terminal, Int32(size.height), Int32(size.width))
  }

  /// What stands on the terminal now.
  public var picture: TerminalPicture {
    var cursor = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &cursor)
    return TerminalPicture(
      size: size, rows: (0..<size.height).map(row),
      cursor: Point(x: Int(cursor.col), y: Int(cursor.row)),
      modes: TerminalPicture.Modes(privateModes: scanner.modes))
  }

  private func row(_ y: Int) -> [TerminalPicture.Cell] {
    var row: [TerminalPicture.Cell] = []
    for x in 0..<size.width {
      var cell = cvterm_cell()
      if !cvterm_get_cell(screen, Int32(y), Int32(x), &cell) {
        row.append(TerminalPicture.Cell(text: " ", style: .plain))
      } else if cell.chars.0 == .max {
        // The right half of a wide glyph looks like the left one.
        row.append(TerminalPicture.Cell(text: "", style: row.last?.style ?? .plain))
      } else {
        row.append(TerminalPicture.Cell(text: text(of: cell), style: style(of: cell)))
      }
    }
    return widened(row)
  }

  /// Wide glyphs that libvterm's table is too old for, over the blank that is left beside them.
  ///
  /// In a terminal that knows them they cover it; anything else that stands there is a mistake.
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
    // Nearly every cell, and tests read thousands of pictures.
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
