extension SampleApp {
  /// The lines inside the frame of the sheet in front; the lines of the screen if the sheet covers it.
  ///
  /// For windows below 100 columns, in which nothing else has a frame.
  var sheetLines: [String] {
    let rows = pilot.screen.split(separator: "\n", omittingEmptySubsequences: false)
    guard let top = rows.firstIndex(where: { $0.contains("╭") }) else {
      return rows.map(String.init)
    }
    return rows[(top + 1)...].prefix { !$0.contains("╰") }.map { row in
      let parts = row.split(separator: "│", omittingEmptySubsequences: false)
      return parts.count > 1 ? String(parts[1]) : ""
    }
  }

  /// The words of the sheet in front, separated by single blanks.
  var sheetWords: String {
    sheetLines.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
