/// A line of a list, split at its bars.
protocol TableRow {
  init?(parts: [String])
}

/// A title in a list, and the rows below it.
struct TableSection<Row: TableRow> {
  var title: String
  var rows: [Row] = []
}

/// A line that is neither a row, nor a title, nor a comment.
struct UnreadableLine: Error {
  var number: Int
  var text: String
}

extension TableSection {
  /// Reads a list: `## ` starts a title, `#` a comment, and every other line is a row.
  static func sections(of text: String) throws(UnreadableLine) -> [TableSection] {
    var sections: [TableSection] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("## ") {
        sections.append(TableSection(title: String(line.dropFirst(3))))
      } else if !line.isEmpty, !line.hasPrefix("#") {
        guard let row = Row(parts: parts(of: line)), !sections.isEmpty else {
          throw UnreadableLine(number: index + 1, text: String(line))
        }
        sections[sections.count - 1].rows.append(row)
      }
    }
    return sections
  }

  private static func parts(of line: Substring) -> [String] {
    line.split(separator: "|", omittingEmptySubsequences: false).map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }
}
