import Terminal

extension TerminalPicture {
  /// The picture as a frame, to draw with `Frame.svg(on:)` or `MovingPicture`.
  nonisolated public var frame: Frame {
    let canvas = Canvas(size: size)
    for (y, row) in rows.enumerated() {
      for (x, cell) in row.enumerated() where !cell.text.isEmpty {
        _ = canvas.draw(cell.text, at: Point(x: x, y: y), style: cell.style)
      }
    }
    var frame = canvas.frame
    frame.cursor = modes.contains(.cursorVisible) ? cursor : nil
    return frame
  }
}
