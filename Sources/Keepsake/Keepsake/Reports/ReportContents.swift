import Foundation
import Reprise

/// The lines of the reports: all of them, or those that the first frame of a launch needs.
struct ReportContents: Codable, Equatable {
  /// Lines under a heading.
  struct Section: Codable, Equatable {
    var title: String
    /// The number of lines, including those that are not loaded.
    var count: Int
  }

  /// The text at the right of the bar.
  private(set) var detail = ""
  private(set) var sections: [Section] = []
  /// The loaded lines by section and index.
  private var rows: [[Int: ReportRow]] = []

  /// Creates empty contents.
  init() {}

  /// Creates contents with all lines.
  init(detail: String, sections: [ReportSection]) {
    self.detail = detail
    self.sections = sections.map { Section(title: $0.title, count: $0.rows.count) }
    rows = sections.map { Dictionary(uniqueKeysWithValues: $0.rows.enumerated().map { ($0, $1) }) }
  }

  /// The line at a path, if it is loaded.
  func row(at path: IndexPath) -> ReportRow? {
    rows.indices.contains(path.section) ? rows[path.section][path.row] : nil
  }

  /// The path of a line, if it is loaded.
  func path(ofRow id: String) -> IndexPath? {
    for (section, lines) in rows.enumerated() {
      if let line = lines.first(where: { $0.value.id == id }) {
        return IndexPath(row: line.key, section: section)
      }
    }
    return nil
  }

  // MARK: - Lines to save

  /// Saved ranges begin at a multiple of this many lines, so that moving the selection rarely changes them.
  private static let stride = 64
  /// The number of lines to save; more than a window shows.
  private static let reach = 192

  /// The lines to save: those from about the top of the screen, and the selected one.
  struct Kept: Equatable {
    var lines = 0..<0
    var selected: IndexPath?
  }

  /// The lines to save for a table with this top and selection.
  func kept(top: IndexPath?, selected: IndexPath?) -> Kept {
    let start = number(of: top ?? IndexPath(row: 0, section: 0)) / Self.stride * Self.stride
    let lines = start..<(start + Self.reach)
    let isOutside = selected.map { !lines.contains(number(of: $0)) } ?? false
    return Kept(lines: lines, selected: isOutside ? selected : nil)
  }

  /// The same reports with only the lines to save.
  func keeping(_ kept: Kept) -> ReportContents {
    var contents = self
    for (section, lines) in rows.enumerated() {
      contents.rows[section] = lines.filter { line in
        let path = IndexPath(row: line.key, section: section)
        return path == kept.selected || kept.lines.contains(number(of: path))
      }
    }
    return contents
  }

  private func number(of path: IndexPath) -> Int {
    sections.prefix(path.section).reduce(path.row) { $0 + $1.count }
  }

  /// Whether the contents are consistent: they may come from a saved state, which is not trusted.
  var isSound: Bool {
    rows.count == sections.count && sections.count < 100
      && sections.allSatisfy { (0..<10_000_000).contains($0.count) }
  }
}

/// A line of the reports: a title, a bar if there is room, and an amount.
final class ReportCell: TableViewCell {
  private var row: ReportRow?

  /// The width of the longest bar, in cells.
  private static let barWidth = 20

  /// Shows a line.
  func show(_ row: ReportRow) {
    self.row = row
    setNeedsDisplay()
  }

  override func draw(_ canvas: Canvas) {
    guard let row else { return }
    let width = canvas.bounds.width
    if rowStyle != .plain { canvas.fill(canvas.bounds, style: rowStyle) }
    let style = row.isWarning && rowStyle == .plain ? Style.warning : rowStyle
    let beside = rowStyle == .plain ? Style.secondary : rowStyle
    let value = CellText(row.value)
    let right = width - 1 - (value.width > 0 ? max(value.width, 14) : 0)
    canvas.draw(value, at: Point(x: width - 1 - value.width, y: 0), style: style)
    let hasBars = width >= 60 && row.share != nil
    let end = hasBars ? right - Self.barWidth - 2 : right
    if hasBars, let share = row.share {
      let bar = BarView.text(share: share, width: Self.barWidth)
      canvas.draw(bar, at: Point(x: end + 1, y: 0), style: rowStyle == .plain ? .accent : rowStyle)
    }
    let left = 1 + 2 * min(row.depth, 8)
    let isRule = row.value.isEmpty && row.depth > 0
    var x = left
    // Not by color alone.
    if row.isWarning { x += canvas.draw("! ", at: Point(x: x, y: 0), width: 2, style: style) }
    x += canvas.draw(
      row.title, at: Point(x: x, y: 0), width: max(0, end - x - 1), style: isRule ? beside : style)
    if !row.remark.isEmpty {
      canvas.draw(
        row.remark, at: Point(x: x + 2, y: 0), width: max(0, end - x - 3), style: beside)
    }
  }
}
