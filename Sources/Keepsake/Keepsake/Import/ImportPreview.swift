import Foundation
import Inventory
import Reprise

/// A table of the first rows of a file.
final class ImportPreview: TableViewDataSource, DataSourceModelAssociation {
  let table = TableView()
  private var rows: [[String]] = []

  init() {
    table.dataSource = self
    table.hintsPrimaryAction = false
    table.placeholder = "No rows below the header."
  }

  /// Shows the rows, with the header as headings.
  func show(_ reading: ImportReading) {
    let shown = max(reading.sample.first?.count ?? 0, min(reading.header.count, 40))
    table.columns = (0..<shown).map { index in
      let name = index < reading.header.count ? reading.header[index] : ""
      return TableColumn(
        String(index), name.isEmpty ? "column \(index + 1)" : name, priority: -index,
        minimumWidth: 6)
    }
    guard rows != reading.sample else { return }
    rows = reading.sample
    table.reloadData()
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { rows.count }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(Cell.self)
    cell.texts = rows[indexPath.row]
    return cell
  }

  func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { false }

  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    String(indexPath.row)
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    Int(identifier).flatMap { rows.indices.contains($0) ? IndexPath(row: $0, section: 0) : nil }
  }

  private final class Cell: ColumnCell {
    var texts: [String] = [] {
      didSet { reloadColumns() }
    }

    override func text(inColumn id: String) -> String {
      Int(id).flatMap { texts.indices.contains($0) ? texts[$0] : nil } ?? ""
    }
  }
}
