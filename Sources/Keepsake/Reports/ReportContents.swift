import Foundation

/// The lines that the reports show: all of them, or those that a launch needs to show what was there.
struct ReportContents: Codable, Equatable {
  /// Some lines under a heading.
  struct Section: Codable, Equatable {
    var title: String
    /// How many lines there are, known or not.
    var count: Int
  }

  /// What the bar says at the right.
  private(set) var detail = ""
  private(set) var sections: [Section] = []
  /// The lines that are known, by section and number.
  private var rows: [[Int: ReportRow]] = []

  /// Knows nothing.
  init() {}

  /// Knows all lines.
  init(detail: String, sections: [ReportSection]) {
    self.detail = detail
    self.sections = sections.map { Section(title: $0.title, count: $0.rows.count) }
    rows = sections.map { Dictionary(uniqueKeysWithValues: $0.rows.enumerated().map { ($0, $1) }) }
  }

  /// The line at a path, if it is known.
  func row(at path: IndexPath) -> ReportRow? {
    rows.indices.contains(path.section) ? rows[path.section][path.row] : nil
  }

  /// Where a line stands, if it is known.
  func path(ofRow id: String) -> IndexPath? {
    for (section, lines) in rows.enumerated() {
      if let line = lines.first(where: { $0.value.id == id }) {
        return IndexPath(row: line.key, section: section)
      }
    }
    return nil
  }

  // MARK: - What is kept

  /// The lines that are kept are a multiple of this many from the top, so that few moves of the
  /// selection change them.
  private static let stride = 64
  /// More lines than a window shows.
  private static let reach = 192

  /// Which lines to keep: those around the top of the screen, and the selected one.
  struct Kept: Equatable {
    var lines = 0..<0
    var selected: IndexPath?
  }

  /// The lines to keep for a table that shows these.
  func kept(top: IndexPath?, selected: IndexPath?) -> Kept {
    let start = number(of: top ?? IndexPath(row: 0, section: 0)) / Self.stride * Self.stride
    let lines = start..<(start + Self.reach)
    let isOutside = selected.map { !lines.contains(number(of: $0)) } ?? false
    return Kept(lines: lines, selected: isOutside ? selected : nil)
  }

  /// The same reports with the lines alone that are kept.
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

  /// Whether it may be shown: what comes from a saved state is not trusted.
  var isSound: Bool {
    rows.count == sections.count && sections.count < 100
      && sections.allSatisfy { (0..<10_000_000).contains($0.count) }
  }
}
