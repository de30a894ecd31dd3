extension TextView {
  /// Forgets what vertical motions remember.
  func leaveLine() {
    goalColumn = nil
    isAtBreak = false
  }

  /// The line of the caret.
  var caretLine: Int {
    let line = lines.line(of: buffer.caret)
    return isAtBreak && line > 0 && lines.starts[line] == buffer.caret ? line - 1 : line
  }

  /// The column of the caret.
  var caretColumn: Int {
    var column = 0
    for position in lines.starts[caretLine]..<buffer.caret {
      column += buffer.measures[position].width
    }
    return column
  }

  func move(_ motion: TextViewAction.LineMotion, selecting: Bool) {
    let page = max(1, bounds.height - 1)
    switch motion {
    case .up: moveVertically(by: -1, selecting: selecting)
    case .down: moveVertically(by: 1, selecting: selecting)
    case .pageUp:
      scrollWithCaret(by: -page)
      moveVertically(by: -page, selecting: selecting)
    case .pageDown:
      scrollWithCaret(by: page)
      moveVertically(by: page, selecting: selecting)
    case .start:
      goalColumn = nil
      moveCaret(toColumn: 0, of: caretLine, selecting: selecting)
    case .end:
      goalColumn = nil
      moveCaret(toColumn: .max, of: caretLine, selecting: selecting)
    }
  }

  /// Moves to another line, as near to the goal column as it reaches.
  ///
  /// Up from the first line and down from the last one lead to the ends of the text.
  private func moveVertically(by step: Int, selecting: Bool) {
    let line = caretLine
    let target = min(max(0, line + step), lines.count - 1)
    guard target != line else {
      goalColumn = nil
      isAtBreak = false
      return buffer.move(to: step < 0 ? 0 : buffer.characters.count, selecting: selecting)
    }
    let goal = goalColumn ?? caretColumn
    moveCaret(toColumn: goal, of: target, selecting: selecting)
    goalColumn = goal
  }

  /// Moves the caret to a column of a line, or to the end of the line.
  func moveCaret(toColumn column: Int, of line: Int, selecting: Bool) {
    let text = buffer.measures
    let position = lines.position(atColumn: column, of: line, in: text)
    buffer.move(to: position, selecting: selecting)
    isAtBreak = lines.goesOn(line, in: text) && position == lines.starts[line + 1]
  }

  /// Whether a motion leads out of the text, so that its key is left to the screen.
  func leadsOut(_ action: TextViewAction) -> Bool {
    switch action {
    case .line(.up, selecting: false): caretLine == 0
    case .line(.down, selecting: false): caretLine == lines.count - 1
    default: false
    }
  }
}
