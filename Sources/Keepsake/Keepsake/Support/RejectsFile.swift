import Foundation
import Inventory
import RepriseCommands

/// A table of the rows that an import skipped, with the reasons in a last column.
nonisolated enum RejectsFile {
  /// Saves the rows.
  ///
  /// - Parameters:
  ///   - header: The names of the columns.
  ///   - file: The path of the imported file; `-` for standard input.
  ///   - path: Where to write; `nil` for the first free name like `belongings.rejects.csv` next to the file.
  /// - Returns: The path; `nil` if there are no such rows.
  static func save(
    _ rows: [TableImportReport.BadRow], of header: [String], beside file: String, to path: String?
  ) throws -> String? {
    guard !rows.isEmpty else { return nil }
    let path = path ?? freePath(beside: file)
    let output = try OutputFile(path: path, replaces: false)
    try output.append(Array(line(header + ["Keepsake's reason"]).utf8))
    for row in rows {
      let blanks = [String](repeating: "", count: max(0, header.count - row.cells.count))
      let cells = row.cells + blanks + [row.reasons.joined(separator: "; ")]
      try output.append(Array(line(cells).utf8))
    }
    try output.commit()
    return path
  }

  private static func freePath(beside file: String) -> String {
    let base = file == "-" ? "import" : (file as NSString).deletingPathExtension
    var path = "\(base).rejects.csv"
    var number = 2
    while FileManager.default.fileExists(atPath: path) {
      path = "\(base).rejects-\(number).csv"
      number += 1
    }
    return path
  }

  private static func line(_ cells: [String]) -> String {
    cells.map { cell in
      let needsQuotes = cell.contains { ",\"\n\r\r\n".contains($0) }
      return needsQuotes ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
    }.joined(separator: ",") + "\r\n"
  }
}
