import Foundation

/// Feeds a table from an array of things that have an identity.
///
/// Selection and scroll position follow the things through every change and every launch
/// (contract 5.2), without a data source of one's own:
///
/// ```swift
/// private lazy var rows = TableViewDiffableDataSource<Note>(table) { $0.text = $1.name }
///
/// override func updateProperties() { rows.apply(store.notes) }
/// ```
///
/// Keep the object as long as the table: the table refers to it weakly. Two things of one identity are
/// two rows; whatever is restored by name finds the first.
public final class TableViewDiffableDataSource<Item: Identifiable> {
  /// The things in the rows, in order.
  public private(set) var items: [Item] = []

  /// Opens a thing: Enter, or a click on the selected row.
  ///
  /// Without it no row can be opened.
  public var didOpen: ((Item) -> Void)? {
    didSet { tableView?.delegate = didOpen == nil ? nil : self }
  }

  /// Deletes a thing: the person asked for it in editing mode.
  ///
  /// Without it no row offers that.
  public var didDelete: ((Item) -> Void)?

  private weak var tableView: TableView?
  private let fill: (TableViewCell, Item) -> Void
  private let name: (Item.ID) -> String

  /// Where each thing stands, by its name; made when first asked for.
  private var rowsByName: [String: Int]?

  /// Becomes a table's data source.
  ///
  /// - Parameters:
  ///   - tableView: The table.
  ///   - fill: Puts a thing into an empty cell.
  public convenience init(
    _ tableView: TableView, fill: @escaping (_ cell: TableViewCell, _ item: Item) -> Void
  ) where Item.ID: CustomStringConvertible {
    self.init(tableView, name: \.description, fill: fill)
  }

  /// Becomes a table's data source, of things whose identity has no text of its own.
  ///
  /// - Parameters:
  ///   - tableView: The table.
  ///   - name: The identity as text: the same at every launch.
  ///   - fill: Puts a thing into an empty cell.
  public init(
    _ tableView: TableView, name: @escaping (Item.ID) -> String,
    fill: @escaping (_ cell: TableViewCell, _ item: Item) -> Void
  ) {
    self.tableView = tableView
    self.name = name
    self.fill = fill
    tableView.dataSource = self
  }

  /// Shows other things, or the same ones changed; what was selected stays so as long as it is there.
  public func apply(_ items: [Item]) {
    self.items = items
    rowsByName = nil
    tableView?.reloadData()
  }

  /// The thing in a row; `nil` where there is none.
  public func item(at indexPath: IndexPath) -> Item? {
    items.indices.contains(indexPath.row) ? items[indexPath.row] : nil
  }

  /// The thing that is selected.
  public var selectedItem: Item? { tableView?.indexPathForSelectedRow.flatMap(item(at:)) }

  /// Selects a thing, if it is there.
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
  /// As many as there are things.
  public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    items.count
  }

  /// A cell with the thing filled in.
  public func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell
  {
    let cell = tableView.dequeueReusableCell(TableViewCell.self)
    if let item = item(at: indexPath) { fill(cell, item) }
    return cell
  }

  /// Every row, where things can be deleted.
  public func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
    didDelete != nil
  }

  /// Deletes the thing.
  public func tableView(_ tableView: TableView, commitDeletionForRowAt indexPath: IndexPath) {
    if let item = item(at: indexPath) { didDelete?(item) }
  }

  /// The identity of the thing, as text.
  public func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String? {
    item(at: indexPath).map { name($0.id) }
  }

  /// Where the thing stands now.
  public func indexPathForElement(
    withModelIdentifier identifier: String, in view: View
  )
    -> IndexPath?
  {
    row(named: identifier).map { IndexPath(row: $0, section: 0) }
  }
}

extension TableViewDiffableDataSource: TableViewDelegate {
  /// Opens the thing.
  public func tableView(
    _ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath
  ) {
    if let item = item(at: indexPath) { didOpen?(item) }
  }
}
