import Foundation

/// Supplies the rows of a table; asked only for those on screen.
public protocol TableViewDataSource: AnyObject {
  /// The number of sections; one by default.
  func numberOfSections(in tableView: TableView) -> Int

  /// The number of rows in a section.
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int

  /// The cell for a row. Take it from ``TableView/dequeueReusableCell(_:)``.
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell

  /// The title over a section; `nil` for none.
  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?

  /// Whether ``TableView/deleteSelection()`` can delete a row.
  func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool

  /// Deletes the item in a row, as ``TableView/deleteSelection()`` requests.
  func tableView(_ tableView: TableView, commitDeletionForRowAt indexPath: IndexPath)

  /// Whether the user can move a row in editing mode; no row by default.
  func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool

  /// Moves the item in a row, as requested in editing mode.
  ///
  /// Only change the data: the table then shows the row at its new place and keeps it selected.
  ///
  /// ```swift
  /// func tableView(_ tableView: TableView, moveRowAt path: IndexPath, to target: IndexPath) {
  ///   items.insert(items.remove(at: path.row), at: target.row)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - tableView: The table.
  ///   - indexPath: The path before the move.
  ///   - target: The path after the move, counted without the moved row.
  func tableView(_ tableView: TableView, moveRowAt indexPath: IndexPath, to target: IndexPath)

  /// Identifies the items in the rows; by default the data source itself, if it conforms.
  var modelAssociation: (any DataSourceModelAssociation)? { get }
}

extension TableViewDataSource where Self: DataSourceModelAssociation {
  /// The data source itself, known at compile time: a cast at run time takes long the first time.
  public var modelAssociation: (any DataSourceModelAssociation)? { self }
}

extension TableViewDataSource {
  /// The data source itself, if it conforms.
  public var modelAssociation: (any DataSourceModelAssociation)? {
    self as? any DataSourceModelAssociation
  }

  /// One section.
  public func numberOfSections(in tableView: TableView) -> Int { 1 }

  /// No title.
  public func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
    nil
  }

  /// Every row.
  public func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { true }

  /// Deletes nothing.
  public func tableView(_ tableView: TableView, commitDeletionForRowAt indexPath: IndexPath) {}

  /// No row.
  public func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }

  /// Moves nothing.
  public func tableView(
    _ tableView: TableView, moveRowAt indexPath: IndexPath, to target: IndexPath
  ) {}
}

/// Receives the user's actions in a table.
public protocol TableViewDelegate: AnyObject {
  /// Opens a row: Enter, or a click on the selected row.
  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath)

  /// Called when the selection has moved.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)

  /// The height of a row in lines, in a table of automatic heights; `nil` for what the cell needs.
  ///
  /// Asked only for rows on and around the screen.
  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int?

  /// Whether a row can be marked, in a table that allows it.
  func tableView(_ tableView: TableView, canMarkRowAt indexPath: IndexPath) -> Bool

  /// Whether a key may change the marks of all rows now.
  ///
  /// Return `false` while the rows are about to be replaced, and call ``TableView/perform(_:)`` later.
  func tableView(_ tableView: TableView, shouldPerform action: MarkingAction) -> Bool

  /// Where a row goes that the user moves to a path: that path, another one, or the row's own for nowhere.
  func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath

  /// Called when other rows are marked than before.
  func tableViewDidChangeMarks(_ tableView: TableView)

  /// Called when a layout shows another selection or other rows than the last one.
  func tableViewDidMove(_ tableView: TableView)
}

extension TableViewDelegate {
  /// Does nothing.
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}

  /// The height that the cell needs.
  public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int? {
    nil
  }

  /// Every row.
  public func tableView(_ tableView: TableView, canMarkRowAt indexPath: IndexPath) -> Bool { true }

  /// Always.
  public func tableView(_ tableView: TableView, shouldPerform action: MarkingAction) -> Bool {
    true
  }

  /// Where the user moves it.
  public func tableView(
    _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath { proposed }

  /// Does nothing.
  public func tableViewDidChangeMarks(_ tableView: TableView) {}

  /// Does nothing.
  public func tableViewDidMove(_ tableView: TableView) {}
}

nonisolated extension IndexPath {
  /// Makes the path of a row in a section of a table.
  public init(row: Int, section: Int) {
    self.init(indexes: [section, row])
  }

  /// The section; 0 if the path has none.
  public var section: Int { isEmpty ? 0 : self[0] }

  /// The row in the section; 0 if the path has none.
  public var row: Int { count < 2 ? 0 : self[1] }
}

/// A change of the marks of all rows, by a key.
///
/// ```swift
/// func tableView(_ tableView: TableView, shouldPerform action: MarkingAction) -> Bool {
///   if isLoading { waiting = action }
///   return !isLoading
/// }
/// ```
public enum MarkingAction: Sendable {
  /// Marks all rows; if all are marked, unmarks them.
  case markAll
  /// Marks the rows that aren't marked, and unmarks the others.
  case invert
}
