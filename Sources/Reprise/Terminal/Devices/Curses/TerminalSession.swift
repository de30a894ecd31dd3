import CGuardian
import CTerminal

/// The state that exists only while a terminal is open.
@MainActor struct TerminalSession {
  /// The frame size in bytes from which synchronized output is used, where the terminal supports
  /// it.
  private static let synchronizationThreshold = 1024

  var tty: TTY
  let sink: TerminalSink
  var modes: TerminalModes
  var screen: CursesScreen

  /// Tells the guardian that the terminal is taken, and how to restore it.
  mutating func noteTaken() {
    var saved = tty.saveModes()
    guardian_note_taken(modes.restore, modes.restore.count, &saved)
  }

  /// Writes a frame, and the graphic above it.
  mutating func draw(_ frame: Frame, _ size: Size, _ graphics: inout TerminalGraphics) {
    if graphics.hasToClear(for: frame) {
      screen.resize(to: size)
      _ = graphics.lift()
    }
    var cells = screen.update(to: frame, around: graphics.rect)
    if screen.hasTouchedGraphic {
      cells = graphics.lift() + cells
      // A drawing in cells disappears only when the cells are cleared, so these cells are written twice.
      if graphics.form == .sixels {
        screen.resize(to: size)
        cells += screen.update(to: frame)
      }
    }
    write(cells)
    let above = graphics.update(to: frame)
    if !above.isEmpty { sink.write(above) }
  }

  private func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let isLarge = bytes.count > Self.synchronizationThreshold && modes.canSynchronize
    let marks = TerminalModes.synchronized
    sink.write(isLarge ? marks.begin + bytes + marks.end : bytes)
  }
}
