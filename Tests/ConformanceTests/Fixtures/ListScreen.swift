import Foundation
import Reprise

/// Rows of things that are the app's, some of which it may know by name.
final class Shelf {
  var things: [String]

  /// Every row that the kit asked the name of.
  var asked: [Int] = []

  init(_ count: Int) {
    things = (0..<count).map { "thing \($0)" }
  }
}

/// A screen with a table, whose rows have no names beyond the app.
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

  /// What the selected row shows, and the first row on screen.
  var selected: String? { table.indexPathForSelectedRow.map { shelf.things[$0.row] } }
  var top: String? { table.indexPathForFirstVisibleRow.map { shelf.things[$0.row] } }
}

/// A list that names its things.
final class NamedListScreen: ListScreen, DataSourceModelAssociation {
  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    shelf.asked.append(indexPath.row)
    return shelf.things.indices.contains(indexPath.row) ? shelf.things[indexPath.row] : nil
  }

  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath? {
    shelf.things.firstIndex(of: identifier).map { IndexPath(row: $0, section: 0) }
  }
}
