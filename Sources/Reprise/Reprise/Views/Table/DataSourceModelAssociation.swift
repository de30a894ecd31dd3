import Foundation

/// Identifies the items in rows, so that selection and scroll position follow items, not row numbers
/// (contract 5).
public protocol DataSourceModelAssociation: AnyObject {
  /// The identifier of the item in a row: the same at every launch, whatever row the item is in.
  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String?

  /// The row of an item, or `nil` if it is gone.
  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath?

  /// The identifiers of all items of a section, in the order of their rows; `nil` for a row without one.
  ///
  /// Called when many rows are marked at once. The default calls ``modelIdentifierForElement(at:in:)`` for each row; a
  /// data source with very many rows can be faster.
  func modelIdentifiers(inSection section: Int, in view: View) -> [String?]

  /// Which of some marked items are gone, so that they lose their marks.
  ///
  /// Called whenever rows are loaded. By default an item without a row is gone; while there are no rows, none is. A
  /// data source whose rows can be filtered answers from its data:
  ///
  /// ```swift
  /// func modelIdentifiersOfMissingElements(among identifiers: [String], in view: View) -> [String] {
  ///   identifiers.filter { store.notes[$0] == nil }
  /// }
  /// ```
  func modelIdentifiersOfMissingElements(among identifiers: [String], in view: View) -> [String]
}

extension DataSourceModelAssociation {
  /// The identifier of each row.
  public func modelIdentifiers(inSection section: Int, in view: View) -> [String?] {
    guard let table = view as? TableView, let dataSource = table.dataSource else { return [] }
    return (0..<dataSource.tableView(table, numberOfRowsInSection: section)).map {
      modelIdentifierForElement(at: IndexPath(row: $0, section: section), in: view)
    }
  }

  /// The items without a row; none while there are no rows.
  public func modelIdentifiersOfMissingElements(
    among identifiers: [String], in view: View
  ) -> [String] {
    if let table = view as? TableView, table.numberOfRows == 0 { return [] }
    return identifiers.filter { indexPathForElement(withModelIdentifier: $0, in: view) == nil }
  }
}
