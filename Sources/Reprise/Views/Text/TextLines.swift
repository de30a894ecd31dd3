import Terminal

/// The lines that a text takes on the screen: where each of them begins.
///
/// A value without any view, told the measures of the graphemes. After a change only the lines around it are broken anew, so a key press
/// in a long text costs as much as in a short one, but for moving numbers.
struct TextLines: Hashable {
  /// The columns that a line may take.
  let width: Int

  /// Where each line begins, in graphemes; the first at 0.
  private(set) var starts: [Int] = [0]

  /// Breaks a whole text.
  init(_ text: [GraphemeMeasure] = [], width: Int) {
    self.width = width
    while let next = Self.next(after: starts[starts.count - 1], in: text, width) {
      starts.append(next)
    }
  }

  var count: Int { starts.count }

  /// Where the line after the one that begins at a place begins, if there is one.
  private static func next(after start: Int, in text: [GraphemeMeasure], _ width: Int) -> Int? {
    let end = CellText.endOfLine(in: text, from: start, toWidth: width)
    guard end < text.count else { return nil }
    return text[end].role == .lineEnd ? end + 1 : end
  }

  /// Takes over a change of the text.
  ///
  /// - Parameter text: The text after the change.
  /// - Returns: How many lines were broken anew.
  @discardableResult
  mutating func update(for edit: TextEdit, in text: [GraphemeMeasure]) -> Int {
    let moved = edit.inserted.count - edit.removed.count
    let settled = edit.location + edit.inserted.count
    // Where a line breaks can depend on the first grapheme of the second line from it.
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
        // From a common start behind the change on, all lines are as they were.
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

  /// The line that a grapheme is on; a position between two lines belongs to the second.
  func line(of position: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= position { low = middle } else { high = middle }
    }
    return low
  }

  /// The graphemes of a line, without its line end.
  func range(of line: Int, in text: [GraphemeMeasure]) -> Range<Int> {
    let start = starts[line]
    guard line + 1 < starts.count else { return start..<text.count }
    let next = starts[line + 1]
    return start..<(text[next - 1].role == .lineEnd ? next - 1 : next)
  }

  /// Whether a line ends because it is full, so that its end is also the start of the next one.
  func goesOn(_ line: Int, in text: [GraphemeMeasure]) -> Bool {
    line + 1 < starts.count && text[starts[line + 1] - 1].role != .lineEnd
  }

  /// The position on a line at a column, or before the grapheme that covers it.
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
