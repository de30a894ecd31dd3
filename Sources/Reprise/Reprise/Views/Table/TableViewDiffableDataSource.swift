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
/// Rows in groups under a title are sections:
///
/// ```swift
/// rows.apply([.init(items: [name, place]), .init("Bought", items: [price, date])])
/// ```
///
/// Keep the object as long as the table, which refers to it weakly. Two items of one identity are two
/// rows; restoring finds the first.
public final class TableViewDiffableDataSource<Item: Identifiable> {
  /// Rows under a title.
  public struct Section {
    /// The title above the rows; `nil` for none.
    public let title: String?

    /// The items in the rows, in order.
    public let items: [Item]

    /// Makes a section.
    public init(_ title: String? = nil, items: [Item]) {
      self.title = title
      self.items = items
    }
  }

  /// The sections, in order.
  public private(set) var sections: [Section] = [Section(items: [])]

  /// The items in the rows, in order.
  public var items: [Item] { sections.flatMap(\.items) }

  /// Opens an item: Enter, or a click on the selected row.
  ///
  /// Without it rows cannot be opened.
  public var didOpen: ((Item) -> Void)? {
    didSet { updateDelegate() }
  }

  /// Called when a layout shows another selection or other rows than the last one.
  public var didMove: (() -> Void)? {
    didSet { updateDelegate() }
  }

  /// Whether an item can be marked; every one without it.
  public var canMark: ((Item) -> Bool)? {
    didSet { updateDelegate() }
  }

  /// Called when other rows are marked than before.
  public var didChangeMarks: (() -> Void)? {
    didSet { updateDelegate() }
  }

  private func updateDelegate() {
    let isNeeded = didOpen != nil || didMove != nil || canMark != nil || didChangeMarks != nil
    tableView?.delegate = isNeeded ? self : nil
  }

  /// Deletes an item, as ``TableView/deleteSelection()`` requests.
  ///
  /// Without it rows cannot be deleted.
  public var didDelete: ((Item) -> Void)?

  /// Called with all sections after the user moved a row in editing mode; store their new order.
  ///
  /// Without it rows cannot be moved.
  ///
  /// ```swift
  /// rows.didReorder = { [store] in store.notes = $0.flatMap(\.items) }
  /// ```
  public var didReorder: (([Section]) -> Void)?

  /// Whether the user can move an item; every one without it.
  public var canReorder: ((Item) -> Bool)?

  private weak var tableView: TableView?
  private let fill: (TableViewCell, Item) -> Void
  private let name: (Item.ID) -> String

  /// The place of each item by its identity, made when first asked for.
  private var pathsByName: [String: IndexPath]?

  /// Makes the data source of a table.
  ///
  /// - Parameters:
  ///   - tableView: The table.
  ///   - fill: Shows an item in a cell.
  public convenience init(
    _ tableView: TableView, fill: @escaping (_ cell: TableViewCell, _ item: Item) -> Void
  ) where Item.ID: CustomStringConvertible {
    self.init(tableView, name: { $0.description }, fill: fill)
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
  public func apply(_ items: [Item]) { apply([Section(items: items)]) }

  /// Shows other sections, or the same ones changed; a selected item stays selected while it exists,
  /// whichever section it is in.
  public func apply(_ sections: [Section]) {
    self.sections = sections
    pathsByName = nil
    tableView?.reloadData()
  }

  /// The item in a row; `nil` if the row does not exist.
  public func item(at indexPath: IndexPath) -> Item? {
    guard sections.indices.contains(indexPath.section) else { return nil }
    let items = sections[indexPath.section].items
    return items.indices.contains(indexPath.row) ? items[indexPath.row] : nil
  }

  /// The selected item.
  public var selectedItem: Item? { tableView?.indexPathForSelectedRow.flatMap(item(at:)) }

  /// Selects an item, if it exists.
  public func select(_ id: Item.ID) {
    if let path = path(named: name(id)) { tableView?.selectRow(at: path) }
  }

  private func path(named name: String) -> IndexPath? {
    if let pathsByName { return pathsByName[name] }
    var paths: [String: IndexPath] = [:]
    for (index, section) in sections.enumerated() {
      for (row, item) in section.items.enumerated() {
        let name = self.name(item.id)
        if paths[name] == nil { paths[name] = IndexPath(row: row, section: index) }
      }
    }
    pathsByName = paths
    return paths[name]
  }
}

extension TableViewDiffableDataSource: TableViewDataSource, DataSourceModelAssociation {
  /// The number of sections.
  public func numberOfSections(in tableView: TableView) -> Int { sections.count }

  /// The number of items in a section.
  public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
    sections.indices.contains(section) ? sections[section].items.count : 0
  }

  /// The title of a section.
  public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    sections.indices.contains(section) ? sections[section].title : nil
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

  /// Every row, if items can be moved and ``canReorder`` allows it.
  public func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    guard didReorder != nil, let item = item(at: indexPath) else { return false }
    return canReorder?(item) ?? true
  }

  /// Moves the item, also to another section, and calls ``didReorder``.
  public func tableView(
    _ tableView: TableView, moveRowAt indexPath: IndexPath, to target: IndexPath
  ) {
    guard let moved = item(at: indexPath), sections.indices.contains(target.section) else { return }
    var items = sections.map(\.items)
    items[indexPath.section].remove(at: indexPath.row)
    guard (0...items[target.section].count).contains(target.row) else { return }
    items[target.section].insert(moved, at: target.row)
    sections = zip(sections, items).map { Section($0.title, items: $1) }
    pathsByName = nil
    didReorder?(sections)
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
    path(named: identifier)
  }
}

extension TableViewDiffableDataSource: TableViewDelegate {
  /// Opens the item.
  public func tableView(
    _ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath
  ) {
    if let item = item(at: indexPath) { didOpen?(item) }
  }

  /// Asks ``canMark``.
  public func tableView(_ tableView: TableView, canMarkRowAt indexPath: IndexPath) -> Bool {
    guard let canMark, let item = item(at: indexPath) else { return true }
    return canMark(item)
  }

  /// Tells ``didChangeMarks``.
  public func tableViewDidChangeMarks(_ tableView: TableView) { didChangeMarks?() }

  /// Tells ``didMove``.
  public func tableViewDidMove(_ tableView: TableView) { didMove?() }
}
