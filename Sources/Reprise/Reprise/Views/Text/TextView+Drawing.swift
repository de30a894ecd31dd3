extension TextView {
  /// Draws the lines on screen, or the placeholder.
  func drawText(on canvas: Canvas) {
    let base = isEditable && isFirstResponder ? style.adding(.underline) : style
    canvas.fill(canvas.bounds, style: base)
    if buffer.characters.isEmpty {
      canvas.drawPlaceholder(placeholder, base.attributes)
      return
    }
    for y in 0..<canvas.bounds.height where topLine + y < lines.count {
      draw(line: topLine + y, y: y, style: base, on: canvas)
    }
    canvas.drawScrollMark(topLine: topLine, lineCount: lines.count)
  }

  private func draw(line: Int, y: Int, style: Style, on canvas: Canvas) {
    var range = lines.range(of: line, in: buffer.measures)
    let end = range.upperBound
    // Spaces before a break may reach far beyond the edge.
    range = range.lowerBound..<min(end, range.lowerBound + canvas.bounds.width)
    let selection = isFirstResponder ? buffer.selection ?? 0..<0 : 0..<0
    let selected = selection.clamped(to: range)
    var x = 0
    func draw(_ part: Range<Int>, _ style: Style) {
      guard !part.isEmpty else { return }
      for (piece, own) in pieces(of: part) {
        x += canvas.draw(
          String(buffer.characters[piece]), at: Point(x: x, y: y), style: own.over(style))
      }
    }
    draw(range.lowerBound..<selected.lowerBound, style)
    draw(selected, style.adding(.reverse))
    draw(selected.upperBound..<range.upperBound, style)
    // A selected line end is shown as one cell.
    let endsHard = line + 1 < lines.count && !lines.goesOn(line, in: buffer.measures)
    if endsHard, selection.contains(end) {
      canvas.fill(Rect(x: x, y: y, width: 1, height: 1), style: style.adding(.reverse))
    }
  }

  /// Splits a part of the text where its style changes.
  private func pieces(of part: Range<Int>) -> [(Range<Int>, Style)] {
    if attributes.isEmpty { return [(part, .plain)] }
    return attributes.indices.compactMap { index in
      let next = index + 1
      let end = next < attributes.count ? attributes[next].start : buffer.characters.count
      let piece = (attributes[index].start..<max(attributes[index].start, end)).clamped(to: part)
      return piece.isEmpty ? nil : (piece, attributes[index].run.style)
    }
  }
}
