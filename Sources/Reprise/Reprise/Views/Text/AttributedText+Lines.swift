import Terminal

/// Wrapping and cutting by the width on the screen.
nonisolated extension AttributedText {
  /// The graphemes, each with the index of its part.
  private var graphemes: [(character: Character, run: Int)] {
    runs.enumerated().flatMap { index, run in run.text.map { ($0, index) } }
  }

  /// The lines of the text: broken at line ends, and where they are wider than a limit after a space if possible.
  ///
  /// - Parameter limit: In columns.
  public func lines(toWidth limit: Int) -> [AttributedText] {
    let graphemes = graphemes
    let measures = graphemes.map { GraphemeMeasure($0.character) }
    let lines = TextLines(measures, width: max(1, limit))
    return (0..<lines.count).map { line in
      var range = lines.range(of: line, in: measures)
      var width = range.reduce(0) { $0 + measures[$1].width }
      // Spaces that do not fit before a break are left out.
      while width > limit, let last = range.last, measures[last].role == .space {
        range = range.dropLast()
        width -= 1
      }
      return part(range, of: graphemes)
    }
  }

  /// The text, cut to at most a width, with `…` where it was cut.
  ///
  /// - Parameter limit: In columns.
  public func truncated(toWidth limit: Int) -> AttributedText {
    guard width > limit else { return self }
    guard limit > 0 else { return AttributedText([]) }
    let graphemes = graphemes
    var reached = 0
    let end = graphemes.firstIndex { grapheme in
      reached += CellText.width(of: grapheme.character)
      return reached > limit - 1
    }
    guard let end else { return self }
    let style = runs[graphemes[end].run].style
    return part(0..<end, of: graphemes) + AttributedText("…", style: style)
  }

  /// The parts, each with the position of its first grapheme in the whole text.
  ///
  /// A mark at the beginning of a part belongs to the grapheme before it.
  var positions: [(start: Int, run: Run)] {
    let text = string
    var positions: [(start: Int, run: Run)] = []
    var (index, position, end) = (text.startIndex, 0, 0)
    for run in runs {
      while index < text.endIndex, text.utf8.distance(from: text.startIndex, to: index) < end {
        index = text.index(after: index)
        position += 1
      }
      positions.append((position, run))
      end += run.text.utf8.count
    }
    return positions
  }

  /// The text as a row shows it: in the role of the row where that is selected.
  func inRow(of style: Style) -> AttributedText {
    style == .plain ? self : role(style.role)
  }

  /// The link at a column of a line; `nil` where there is none.
  func link(atColumn column: Int) -> Link? {
    var end = 0
    for run in runs {
      let start = end
      end += CellText.width(of: run.text)
      if (start..<end).contains(column) { return run.link }
    }
    return nil
  }

  private func part(
    _ range: Range<Int>, of graphemes: [(character: Character, run: Int)]
  ) -> AttributedText {
    var parts: [Run] = []
    var last: Int?
    for (character, run) in graphemes[range] {
      if run == last {
        parts[parts.count - 1].text.append(character)
      } else {
        parts.append(Run(String(character), style: runs[run].style, link: runs[run].link))
      }
      last = run
    }
    return AttributedText(parts)
  }
}

extension Canvas {
  /// Draws one line of attributed text, and returns its width in columns.
  ///
  /// - Parameters:
  ///   - text: The text; wider text is cut and ends in `…`.
  ///   - point: The cell at which it begins.
  ///   - width: The most columns; `nil` for no limit.
  ///   - style: The style of parts without a role; its attributes are added to all parts.
  @discardableResult
  public func draw(
    _ text: AttributedText, at point: Point, width: Int? = nil, style: Style = .plain
  ) -> Int {
    let shown = width.map { text.truncated(toWidth: $0) } ?? text
    var x = point.x
    for run in shown.runs {
      let start = Point(x: x, y: point.y)
      x += draw(run.text, at: start, style: run.style.over(style))
      if case .url(let url) = run.link {
        link(to: url.absoluteString, at: start, width: x - start.x)
      }
    }
    return x - point.x
  }
}

nonisolated extension Style {
  /// The style of a part in a text of another style.
  func over(_ base: Style) -> Style {
    var style = adding(base.attributes)
    if style.role == .plain { style.role = base.role }
    if style.foreground == .default { style.foreground = base.foreground }
    if style.background == .default { style.background = base.background }
    return style
  }
}
