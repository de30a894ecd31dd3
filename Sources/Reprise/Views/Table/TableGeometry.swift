import Foundation

/// Which line of a table shows what: headers and rows, each one line high.
struct TableGeometry: Equatable {
  struct Section: Equatable {
    var title: String?
    var rows: Int
    var start: Int

    var lines: Int { rows + (title == nil ? 0 : 1) }
  }

  enum Line: Equatable {
    case header(String)
    case row(IndexPath)
  }

  private(set) var sections: [Section] = []

  init() {}

  init(sections counts: [(title: String?, rows: Int)]) {
    var start = 0
    for section in counts {
      let next = Section(title: section.title, rows: max(0, section.rows), start: start)
      sections.append(next)
      start += next.lines
    }
  }

  var lineCount: Int { sections.last.map { $0.start + $0.lines } ?? 0 }

  var rowCount: Int { sections.reduce(0) { $0 + $1.rows } }

  func contains(_ path: IndexPath) -> Bool {
    sections.indices.contains(path.section) && (0..<sections[path.section].rows).contains(path.row)
  }

  func line(of path: IndexPath) -> Int? {
    guard contains(path) else { return nil }
    let section = sections[path.section]
    return section.start + (section.title == nil ? 0 : 1) + path.row
  }

  func content(ofLine line: Int) -> Line? {
    guard let index = sections.lastIndex(where: { $0.start <= line && $0.lines > 0 }) else {
      return nil
    }
    let section = sections[index]
    var row = line - section.start
    guard row < section.lines else { return nil }
    if let title = section.title {
      if row == 0 { return .header(title) }
      row -= 1
    }
    return .row(IndexPath(row: row, section: index))
  }

  /// The row nearest to a line, looking down first.
  func row(nearLine line: Int) -> IndexPath? {
    guard rowCount > 0 else { return nil }
    let line = min(max(0, line), lineCount - 1)
    for candidate in [line, line + 1, line - 1] {
      if case .row(let path) = content(ofLine: candidate) { return path }
    }
    return sections.lastIndex { $0.rows > 0 && $0.start <= line }
      .map { IndexPath(row: sections[$0].rows - 1, section: $0) }
      ?? sections.firstIndex { $0.rows > 0 }.map { IndexPath(row: 0, section: $0) }
  }

  /// The row that is nearest to a saved place whose thing is gone.
  func row(nearPath path: IndexPath) -> IndexPath? {
    guard sections.indices.contains(path.section) else { return row(nearLine: lineCount - 1) }
    let section = sections[path.section]
    if section.rows > 0 {
      return IndexPath(row: min(max(0, path.row), section.rows - 1), section: path.section)
    }
    return row(nearLine: section.start)
  }
}
