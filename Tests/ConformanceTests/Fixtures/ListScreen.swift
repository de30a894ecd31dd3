import Foundation
import Reprise

/// Rows of app data, which may have names.
final class Shelf {
  var things: [String]

  /// Every row whose name the kit requested.
  var asked: [Int] = []

  init(_ count: Int) {
    things = (0..<count).map { "thing \($0)" }
  }
}

/// A screen with a table whose rows have no names.
class ListScreen: ViewController, TableViewDataSource {
  let shelf: Shelf
  let table = TableView()

  init(_ identifier: String, _ shelf: Shelf) {
    self.shelf = shelf
    super.init()
    restorationIdentifier = identifier
  }

  override func loadView() -> View { table }

  override func viewDidLoad() {
    table.restorationIdentifier = "table"
    table.dataSource = self
  }

  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    shelf.things.count
  }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    cell.text = shelf.things[indexPath.row]
    return cell
  }

  /// The text of the selected row, and the first row on screen.
  var selected: String? { table.indexPathForSelectedRow.map { shelf.things[$0.row] } }
  var top: String? { table.indexPathForFirstVisibleRow.map { shelf.things[$0.row] } }
}

/// A list screen that names its elements.
final class NamedListScreen: ListScreen, DataSourceModelAssociation {
  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    shelf.asked.append(indexPath.row)
    return shelf.things.indices.contains(indexPath.row) ? shelf.things[indexPath.row] : nil
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    shelf.things.firstIndex(of: identifier).map { IndexPath(row: $0, section: 0) }
  }
}
