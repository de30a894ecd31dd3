import Foundation
import GRDB
import RepriseTesting
import Testing

/// Data files with wrong values in a column, as another program could write them: one line and a status, or the
/// screen with the readable data (reliability S7).
struct BadDataTests {
  /// Puts a value into a column of every row, bypassing the schema.
  private func damage(_ file: String, _ table: String, _ column: String, _ value: String) throws {
    let database = try DatabaseQueue(path: file)
    try database.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;
          PRAGMA writable_schema = ON;
          UPDATE sqlite_schema SET sql = replace(replace(sql, ') STRICT', ')'), ' NOT NULL', '')
            WHERE name = '\(table)';
          """)
    }
    try database.close()
    let loosened = try DatabaseQueue(path: file)
    try loosened.write { database in
      try database.execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = \(value)")
    }
    try loosened.close()
  }

  @Test(arguments: [
    ("inventory", "item", "uuid", "x'00'"), ("inventory", "item", "name", "x'FF00'"),
    ("inventory", "item", "name", "NULL"), ("inventory", "item", "rev", "'many'"),
    ("inventory", "item", "quantity", "'a few'"), ("inventory", "location", "uuid", "7"),
    ("inventory", "location", "path", "NULL"), ("inventory", "change", "op", "NULL"),
    ("inventory", "meta", "value", "NULL"), ("drafts", "draft", "uuid", "'none'"),
    ("drafts", "draft", "base_rev", "1e300"), ("drafts", "redo", "record", "'text'"),
  ])
  func unreadableDataIsReported(
    _ file: String, _ table: String, _ column: String, _ value: String
  ) throws {
    let home = try Home()
    let before = try home.open()
    try before.press(script: "nHalf a thought")
    try before.killEverything()
    try damage("\(home.data)/\(file).sqlite", table, column, value)
    for command in [["list"], ["list", "--json"], ["export"]] {
      let result = try home.run(command)
      #expect([0, 65].contains(result.status), "\(command): \(result.status) \(result.errors)")
      #expect(result.messages.count == (result.status == 0 ? 0 : 1), "\(result.errors)")
    }
    let window = try home.launch()
    try window.wait { $0.modes.contains(.alternateScreen) || window.reap() != nil }
    let shown = try window.waitUntilIdle()
    if let status = window.reap() {
      #expect(status == .exited(65))
      #expect(shown.lines.count { $0.hasPrefix("keepsake: ") } == 1, "\(shown.text)")
      #expect(home.namesInQuarantine.isEmpty)
    } else {
      try window.press(script: "<Esc>jj<Enter><Esc>2<Enter>")
      #expect(window.reap() == nil)
      try window.killEverything()
    }
  }
}
