import Terminal

/// The lines of a text on the screen: where each begins.
///
/// A value that knows no view, only the measures of the graphemes. After a change only the lines around
/// it are broken again: a key in a long text costs as much as in a short one, except for the numbers
/// that move.
nonisolated struct TextLines: Hashable {
  /// The columns of a line.
  let width: Int

  /// The position at which each line begins; the first is 0.
  private(set) var starts: [Int] = [0]

  /// Breaks a whole text.
  init(_ text: [GraphemeMeasure] = [], width: Int) {
    self.width = width
    while let next = Self.next(after: starts[starts.count - 1], in: text, width) {
      starts.append(next)
    }
  }

  var count: Int { starts.count }

  /// The start of the line after the one starting at `start`; `nil` after the last line.
  private static func next(after start: Int, in text: [GraphemeMeasure], _ width: Int) -> Int? {
    let end = CellText.endOfLine(in: text, from: start, toWidth: width)
    guard end < text.count else { return nil }
    return text[end].role == .lineEnd ? end + 1 : end
  }

  /// Updates the lines after a change.
  ///
  /// - Parameter text: The text after the change.
  /// - Returns: The number of lines that were broken again.
  @discardableResult
  mutating func update(for edit: TextEdit, in text: [GraphemeMeasure]) -> Int {
    let moved = edit.inserted.count - edit.removed.count
    let settled = edit.location + edit.inserted.count
    // The first grapheme of a line can decide where the second line above it breaks.
    let first = max(0, line(of: edit.location) - 2)
    var start = starts[first]
    var fresh: [Int] = []
    var kept = starts.count
    var candidate = first + 1
    var broken = 0
    while let next = Self.next(after: start, in: text, width) {
      broken += 1
      while candidate < starts.count, starts[candidate] + moved < next { candidate += 1 }
      if next >= settled, candidate < starts.count, starts[candidate] + moved == next {
        // From a common start after the change on, the line breaks are the same as before.
        kept = candidate
        break
      }
      fresh.append(next)
      start = next
    }
    if moved != 0 { for index in kept..<starts.count { starts[index] += moved } }
    starts.replaceSubrange(first + 1..<kept, with: fresh)
    return broken
  }

  // MARK: - Finding places

  /// The line of a position; a position between two lines belongs to the second.
  func line(of position: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= position { low = middle } else { high = middle }
    }
    return low
  }

  /// The positions of a line, without its line end.
  func range(of line: Int, in text: [GraphemeMeasure]) -> Range<Int> {
    let start = starts[line]
    guard line + 1 < starts.count else { return start..<text.count }
    let next = starts[line + 1]
    return start..<(text[next - 1].role == .lineEnd ? next - 1 : next)
  }

  /// Whether a line breaks because it is full, so that its end is also the start of the next.
  func goesOn(_ line: Int, in text: [GraphemeMeasure]) -> Bool {
    line + 1 < starts.count && text[starts[line + 1] - 1].role != .lineEnd
  }

  /// The position at a column of a line, or before the grapheme that covers the column.
  func position(atColumn column: Int, of line: Int, in text: [GraphemeMeasure]) -> Int {
    let range = range(of: line, in: text)
    var x = 0
    for position in range {
      x += text[position].width
      if x > column { return position }
    }
    return range.upperBound
  }
}
