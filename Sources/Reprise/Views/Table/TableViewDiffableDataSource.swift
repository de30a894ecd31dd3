import Foundation

/// Feeds a table from an array of items that have an identity.
///
/// Selection and scroll position follow the items through every change and every launch (contract 5.2),
/// without a data source of your own:
///
/// ```swift
/// private lazy var rows = TableViewDiffableDataSource<Note>(table) { $0.text = $1.name }
///
/// override func updateProperties() { rows.apply(store.notes) }
/// ```
///
/// Keep the object as long as the table, which refers to it weakly. Two items of one identity are two
/// rows; restoring finds the first.
public final class TableViewDiffableDataSource<Item: Identifiable> {
  /// The items in the rows, in order.
  public private(set) var items: [Item] = []

  /// Opens an item: Enter, or a click on the selected row.
  ///
  /// Without it rows cannot be opened.
  public var didOpen: ((Item) -> Void)? {
    didSet { tableView?.delegate = didOpen == nil ? nil : self }
  }

  /// Deletes an item, as the person asked for in editing mode.
  ///
  /// Without it rows cannot be deleted.
  public var didDelete: ((Item) -> Void)?

  private weak var tableView: TableView?
  private let fill: (TableViewCell, Item) -> Void
  private let name: (Item.ID) -> String

  /// The row of each item by its identity, made when first asked for.
  private var rowsByName: [String: Int]?

  /// Makes the data source of a table.
  ///
  /// - Parameters:
  ///   - tableView: The table.
  ///   - fill: Shows an item in a cell.
  public convenience init(
    _ tableView: TableView, fill: @escaping (_ cell: TableViewCell, _ item: Item) -> Void
  ) where Item.ID: CustomStringConvertible {
    self.init(tableView, name: \.description, fill: fill)
  }

  /// Makes the data source of a table, for items whose identity is not a text itself.
  ///
  /// - Parameters:
  ///   - tableView: The table.
  ///   - name: The identity as text: the same at every launch.
  ///   - fill: Shows an item in a cell.
  public init(
    _ tableView: TableView, name: @escaping (Item.ID) -> String,
    fill: @escaping (_ cell: TableViewCell, _ item: Item) -> Void
  ) {
    self.tableView = tableView
    self.name = name
    self.fill = fill
    tableView.dataSource = self
  }

  /// Shows other items, or the same ones changed; a selected item stays selected while it exists.
  public func apply(_ items: [Item]) {
    self.items = items
    rowsByName = nil
    tableView?.reloadData()
  }

  /// The item in a row; `nil` if there is none.
  public func item(at indexPath: IndexPath) -> Item? {
    items.indices.contains(indexPath.row) ? items[indexPath.row] : nil
  }

  /// The selected item.
  public var selectedItem: Item? { tableView?.indexPathForSelectedRow.flatMap(item(at:)) }

  /// Selects an item, if it exists.
  public func select(_ id: Item.ID) {
    guard let row = row(named: name(id)) else { return }
    tableView?.selectRow(at: IndexPath(row: row, section: 0))
  }

  private func row(named name: String) -> Int? {
    if let rowsByName { return rowsByName[name] }
    let rows = Dictionary(
      items.enumerated().map { (self.name($1.id), $0) }, uniquingKeysWith: { first, _ in first })
    rowsByName = rows
    return rows[name]
  }
}

extension TableViewDiffableDataSource: TableViewDataSource, DataSourceModelAssociation {
  /// The number of items.
  public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    items.count
  }

  /// A cell that shows the item.
  public func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell
  {
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    if let item = item(at: indexPath) { fill(cell, item) }
    return cell
  }

  /// Every row, if items can be deleted.
  public func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
    didDelete != nil
  }

  /// Deletes the item.
  public func tableView(_ tableView: TableView, commitDeletionForRowAt indexPath: IndexPath) {
    if let item = item(at: indexPath) { didDelete?(item) }
  }

  /// The identity of the item, as text.
  public func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    item(at: indexPath).map { name($0.id) }
  }

  /// The present row of the item.
  public func indexPathForElement(
    withModelIdentifier identifier: String, in view: View
  )
    -> IndexPath?
  {
    row(named: identifier).map { IndexPath(row: $0, section: 0) }
  }
}

extension TableViewDiffableDataSource: TableViewDelegate {
  /// Opens the item.
  public func tableView(
    _ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath
  ) {
    if let item = item(at: indexPath) { didOpen?(item) }
  }
}
