import Foundation

/// Supplies a table's rows, one by one and only those on screen.
public protocol TableViewDataSource: AnyObject {
  /// How many sections there are; one unless said otherwise.
  func numberOfSections(in tableView: TableView) -> Int

  /// How many rows a section has.
  func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int

  /// The cell for a row. Take it from ``TableView/dequeueReusableCell(_:)``.
  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell

  /// The title over a section; `nil` for none.
  func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String?

  /// Whether editing mode offers to delete a row.
  func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool

  /// Deletes a row's thing: the person asked for it in editing mode.
  func tableView(_ tableView: TableView, commitDeletionForRowAt indexPath: IndexPath)

  /// Who names the things in the rows; the data source itself if it can, unless said otherwise.
  var modelAssociation: (any DataSourceModelAssociation)? { get }
}

extension TableViewDataSource where Self: DataSourceModelAssociation {
  /// The data source itself, without asking at run time, which takes long the first time.
  public var modelAssociation: (any DataSourceModelAssociation)? { self }
}

extension TableViewDataSource {
  /// The data source itself if it names things.
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
}

/// Hears what a person does with a table.
public protocol TableViewDelegate: AnyObject {
  /// Opens a row: Enter, or a click on the selected row.
  func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath)

  /// The selection has moved.
  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)

  /// The lines of a row in a table of automatic heights; `nil` for as many as its cell needs.
  ///
  /// Asked of the rows on and around the screen only.
  func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int?

  /// Other rows are marked than before.
  func tableViewDidChangeMarks(_ tableView: TableView)

  /// The selection or the rows on screen are others than at the last layout.
  func tableViewDidMove(_ tableView: TableView)
}

extension TableViewDelegate {
  /// Does nothing.
  public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}

  /// As many as its cell needs.
  public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int? {
    nil
  }

  /// Does nothing.
  public func tableViewDidChangeMarks(_ tableView: TableView) {}

  /// Does nothing.
  public func tableViewDidMove(_ tableView: TableView) {}
}
