/// A drawing surface: a frame seen through an origin and a clip.
///
/// Each view gets one in its own coordinates and cannot draw outside its bounds. Only here does
/// text become cells, through ``CellText``.
///
/// ```swift
/// let canvas = Canvas(size: Size(width: 40, height: 1), theme: .light)
/// canvas.draw(name, at: .zero, style: .title)
/// canvas.draw(place, at: Point(x: 20, y: 0), style: .secondary.adding(.underline))
/// ```
public final class Canvas {
  /// The frame drawn so far.
  ///
  /// Like `area` and `clip`, it is accessed by one method at a time, which calls no foreign code
  /// meanwhile. Checking exclusive access at every run of text would take as long as drawing it.
  @exclusivity(unchecked) public private(set) var frame: Frame

  /// The visible part of the drawing area, in the area's coordinates.
  public var bounds: Rect { Rect(origin: .zero, size: area.size) }

  /// Whether the picture will be stored, so that private content must be left out (contract 8.2.3).
  ///
  /// The kit omits secure views on its own. A view that draws a substitute instead checks this
  /// flag.
  public let isRedacting: Bool

  /// The theme that resolves the roles of styles.
  public let theme: Theme

  @exclusivity(unchecked) private var area: Rect
  @exclusivity(unchecked) private var clip: Rect

  /// The colors of the level that is drawn on, for everything without colors of its own.
  @exclusivity(unchecked) private var ground: Theme.Ground

  /// Makes a canvas on an empty frame.
  ///
  /// - Parameters:
  ///   - size: Columns and rows.
  ///   - theme: Resolves the roles of styles.
  ///   - isRedacting: Whether private content is left out.
  ///   - level: The level of the screen that it shows.
  public init(
    size: Size, theme: Theme = .dark, isRedacting: Bool = false, level: Style.Level = .base
  ) {
    self.isRedacting = isRedacting
    self.theme = theme
    frame = Frame(size: size)
    area = frame.bounds
    clip = frame.bounds
    ground = theme.ground(of: level)
    if theme.look(of: .plain, on: ground) != .plain { fill(bounds) }
  }

  /// Draws within a part of the area; the part's top left is the origin inside `body`.
  public func inside(_ rect: Rect, _ body: (Canvas) -> Void) {
    let outer = enter(rect)
    if !clip.isEmpty { body(self) }
    leave(to: outer)
  }

  /// Paints a part of the area in the background of a level, and draws on it.
  ///
  /// Cells that `body` draws without a background get that of the level.
  public func inside(_ rect: Rect, on level: Style.Level, _ body: (Canvas) -> Void) {
    let outer = enter(rect, on: level)
    if !clip.isEmpty {
      fill(bounds)
      body(self)
    }
    leave(to: outer)
  }

  /// A part of the canvas, its visible portion, and its level.
  package struct Region {
    fileprivate var area: Rect
    fileprivate var clip: Rect
    fileprivate var ground: Theme.Ground
  }

  /// Begins to draw within a part of the area, without a closure, which costs at every row of a table.
  ///
  /// - Parameters:
  ///   - rect: The part.
  ///   - level: Its level; `nil` for that of the part around. It is not painted.
  /// - Returns: The state that ``leave(to:)`` restores.
  package func enter(_ rect: Rect, on level: Style.Level? = nil) -> Region {
    let outer = Region(area: area, clip: clip, ground: ground)
    area = rect.offsetBy(dx: area.minX, dy: area.minY)
    clip = clip.intersection(area)
    if let level { ground = theme.ground(of: level) }
    return outer
  }

  /// Goes on to draw in the part around.
  package func leave(to outer: Region) {
    (area, clip, ground) = (outer.area, outer.clip, outer.ground)
  }

  /// Notes the visible cells of a row as a link.
  func addLink(_ address: String, in rect: Rect) {
    let part = rect.offsetBy(dx: area.minX, dy: area.minY).intersection(clip)
    guard !part.isEmpty else { return }
    let row = Array(frame.row(part.minY))
    frame.links.append(
      FrameLink(
        address: address, row: part.minY, columns: part.minX..<part.maxX,
        glyphs: row[part.minX..<part.maxX].map(\.glyph)))
  }

  /// The visible part in the area's coordinates.
  var visible: Rect { clip.offsetBy(dx: -area.minX, dy: -area.minY) }

  /// Whether the part is invisible.
  package var isClipped: Bool { clip.isEmpty }

  /// Fills a rectangle with one glyph.
  public func fill(_ rect: Rect, with glyph: Glyph = .space, style: Style = .plain) {
    let part = rect.offsetBy(dx: area.minX, dy: area.minY).intersection(clip)
    guard !part.isEmpty else { return }
    let cell = Cell(glyph: glyph, style: theme.look(of: style, on: ground))
    let width = frame.size.width
    frame.cells.withUnsafeMutableBufferPointer { cells in
      for y in part.minY..<part.maxY {
        let row = UnsafeMutableBufferPointer(rebasing: cells[y * width..<(y + 1) * width])
        Self.repairLeftEdge(of: row, at: part.minX)
        for x in part.minX..<part.maxX { row[x] = cell }
        Self.repairRightEdge(of: row, at: part.maxX)
      }
    }
  }

  /// Draws a picture, clipped; a wide glyph that is cut becomes a space.
  public func draw(_ picture: Frame, at point: Point) {
    let origin = point.offsetBy(dx: area.minX, dy: area.minY)
    let part = Rect(origin: origin, size: picture.size).intersection(clip)
    guard !part.isEmpty else { return }
    let width = frame.size.width
    frame.cells.withUnsafeMutableBufferPointer { cells in
      for y in part.minY..<part.maxY {
        let row = UnsafeMutableBufferPointer(rebasing: cells[y * width..<(y + 1) * width])
        let source = picture.row(y - origin.y)
        Self.repairLeftEdge(of: row, at: part.minX)
        for x in part.minX..<part.maxX { row[x] = source[source.startIndex + x - origin.x] }
        if row[part.minX].glyph == .continuation { row[part.minX].glyph = .space }
        if part.maxX - origin.x < source.count,
          source[source.startIndex + part.maxX - origin.x].glyph == .continuation
        {
          row[part.maxX - 1].glyph = .space
        }
        Self.repairRightEdge(of: row, at: part.maxX)
      }
    }
  }

  /// Draws a picture with its pixels, which a terminal that can shows above the cells.
  ///
  /// One graphic a frame: the last one counts. Of a picture that is clipped only the cells are shown.
  public func draw(_ picture: Frame, at point: Point, graphic: Graphic) {
    draw(picture, at: point)
    let origin = point.offsetBy(dx: area.minX, dy: area.minY)
    let rect = Rect(origin: origin, size: picture.size)
    guard clip.intersection(rect) == rect else { return }
    frame.graphic = PlacedGraphic(graphic: graphic, rect: rect, cells: picture.cells)
  }

  /// Draws one line of text and returns its width in columns.
  ///
  /// Text wider than `width` columns is truncated and ends in `…`. A wide glyph is never halved.
  @discardableResult
  public func draw(
    _ text: CellText, at point: Point, width: Int? = nil, style: Style = .plain
  )
    -> Int
  {
    let shown = width.map { text.truncated(toWidth: $0) } ?? text
    let start = point.offsetBy(dx: area.minX, dy: area.minY)
    guard start.y >= clip.minY, start.y < clip.maxY, start.x < clip.maxX else {
      return shown.width
    }
    write(shown, row: start.y, from: start.x, style: theme.look(of: style, on: ground))
    return shown.width
  }

  /// Writes glyphs into a row, clipped.
  ///
  /// Borrows cells and glyphs once for the whole run: this is the innermost loop of drawing.
  private func write(_ text: CellText, row: Int, from start: Int, style: Style) {
    let width = frame.size.width
    let (left, right) = (clip.minX, clip.maxX)
    let isWhole = start >= left && right.subtracting(start) >= text.width
    frame.cells.withUnsafeMutableBufferPointer { cells in
      let cells = UnsafeMutableBufferPointer(rebasing: cells[row * width..<(row + 1) * width])
      text.pieces.withUnsafeBufferPointer { pieces in
        if isWhole {
          Self.write(pieces, into: cells, from: start, style: style)
        } else {
          Self.write(pieces, into: cells, from: start, style: style, clip: left..<right)
        }
      }
    }
  }

  /// Writes glyphs for which there is room.
  private static func write(
    _ pieces: UnsafeBufferPointer<CellText.Piece>, into row: UnsafeMutableBufferPointer<Cell>,
    from start: Int, style: Style
  ) {
    guard !pieces.isEmpty else { return }
    repairLeftEdge(of: row, at: start)
    var x = start
    for piece in pieces {
      row[x] = Cell(glyph: piece.glyph, style: style)
      x &+= 1
      guard piece.isWide else { continue }
      row[x] = Cell(glyph: .continuation, style: style)
      x &+= 1
    }
    repairRightEdge(of: row, at: x)
  }

  /// Writes the glyphs that are completely inside the clip.
  private static func write(
    _ pieces: UnsafeBufferPointer<CellText.Piece>, into row: UnsafeMutableBufferPointer<Cell>,
    from start: Int, style: Style, clip: Range<Int>
  ) {
    var x = start
    var end: Int?
    for piece in pieces {
      if x >= clip.lowerBound, x + piece.width <= clip.upperBound {
        if end == nil { repairLeftEdge(of: row, at: x) }
        row[x] = Cell(glyph: piece.glyph, style: style)
        if piece.isWide { row[x + 1] = Cell(glyph: .continuation, style: style) }
        end = x + piece.width
      }
      x += piece.width
    }
    if let end { repairRightEdge(of: row, at: end) }
  }

  /// Draws one line of a string.
  @discardableResult
  public func draw(
    _ text: String, at point: Point, width: Int? = nil, style: Style = .plain
  )
    -> Int
  {
    guard let width else { return draw(CellText(text), at: point, style: style) }
    return draw(CellText(text, width: width), at: point, style: style)
  }

  /// Changes the style of every cell of a rectangle and keeps its glyph.
  public func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    let part = rect.offsetBy(dx: area.minX, dy: area.minY).intersection(clip)
    guard !part.isEmpty else { return }
    for y in part.minY..<part.maxY {
      for x in part.minX..<part.maxX {
        let index = y * frame.size.width + x
        frame.cells[index].style = theme.look(of: change(frame.cells[index].style), on: ground)
      }
    }
  }

  /// Draws everything in a rectangle again in the role ``Style/Role/quiet``, as behind a sheet.
  ///
  /// Levels keep their backgrounds; pictures, which bring colors along, become a light shade.
  public func quieten(_ rect: Rect) {
    let part = rect.offsetBy(dx: area.minX, dy: area.minY).intersection(clip)
    guard !part.isEmpty else { return }
    let quiet = theme.look(of: Style(role: .quiet), on: theme.ground(of: .base))
    let blank = theme.look(of: .plain, on: theme.ground(of: .base))
    let (raised, bar) = (theme.ground(of: .raised).background, theme.ground(of: .bar).background)
    let width = frame.size.width
    frame.cells.withUnsafeMutableBufferPointer { cells in
      for y in part.minY..<part.maxY {
        for x in y * width + part.minX..<y * width + part.maxX {
          let background = cells[x].style.background
          var style = quiet
          if background == raised || background == bar {
            style.background = background
          } else if background != quiet.background, cells[x].glyph.isBlock {
            cells[x].glyph = .shade
          }
          cells[x].style = style
        }
        let row = cells[y * width + part.minX..<y * width + part.maxX]
        Self.clearGaps(of: UnsafeMutableBufferPointer(rebasing: row), in: quiet, to: blank)
      }
    }
  }

  /// Makes the wider gaps between texts plain: terminals skip those in fewer bytes.
  private static func clearGaps(
    of row: UnsafeMutableBufferPointer<Cell>, in style: Style, to blank: Style
  ) {
    let gap = Cell(glyph: .space, style: style)
    var start = 0
    for x in 0...row.count where x == row.count || row[x] != gap {
      if x - start >= 4 { for place in start..<x { row[place].style = blank } }
      start = x + 1
    }
  }

  /// Puts the hardware cursor on a cell, if the cell is visible.
  public func setCursor(_ point: Point?) {
    guard let point else {
      frame.cursor = nil
      return
    }
    let place = point.offsetBy(dx: area.minX, dy: area.minY)
    frame.cursor = clip.contains(place) ? place : nil
  }

  /// Draws over single cells, as lines do that join the lines already drawn.
  ///
  /// - Parameters:
  ///   - point: The cell.
  ///   - style: Its style.
  ///   - glyph: Makes the glyph from the present one.
  func replaceGlyph(at point: Point, style: Style, _ glyph: (Glyph) -> Glyph) {
    let place = point.offsetBy(dx: area.minX, dy: area.minY)
    guard clip.contains(place) else { return }
    let look = theme.look(of: style, on: ground)
    let width = frame.size.width
    frame.cells.withUnsafeMutableBufferPointer { cells in
      let row = UnsafeMutableBufferPointer(
        rebasing: cells[place.y * width..<(place.y + 1) * width])
      Self.repairLeftEdge(of: row, at: place.x)
      row[place.x] = Cell(glyph: glyph(row[place.x].glyph), style: look)
      Self.repairRightEdge(of: row, at: place.x + 1)
    }
  }

  /// Blanks the left half of a wide glyph before its right half is overwritten.
  private static func repairLeftEdge(of row: UnsafeMutableBufferPointer<Cell>, at x: Int) {
    if x > 0, row[x].glyph == .continuation { row[x - 1].glyph = .space }
  }

  /// Blanks the right half of a wide glyph after its left half was overwritten.
  private static func repairRightEdge(of row: UnsafeMutableBufferPointer<Cell>, at x: Int) {
    if x < row.count, row[x].glyph == .continuation { row[x].glyph = .space }
  }
}
