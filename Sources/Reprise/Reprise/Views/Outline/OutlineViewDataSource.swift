import Foundation

/// Supplies the items of an outline; asked for children only while their row is expanded.
///
/// Items are known by model identifiers: the same at every launch, wherever the item is in the tree. `nil` stands for
/// the top.
///
/// ```swift
/// func outlineView(
///   _ outlineView: OutlineView, numberOfChildrenOfItem identifier: String?
/// ) -> Int {
///   folders[identifier]?.count ?? 0
/// }
///
/// func outlineView(
///   _ outlineView: OutlineView, child index: Int, ofItem identifier: String?
/// ) -> String? {
///   folders[identifier]?[index]
/// }
///
/// func outlineView(_ outlineView: OutlineView, parentOfItem identifier: String) -> String? {
///   folders.first { $0.value.contains(identifier) }?.key
/// }
/// ```
public protocol OutlineViewDataSource: AnyObject {
  /// The number of items in an item, or at the top.
  func outlineView(_ outlineView: OutlineView, numberOfChildrenOfItem identifier: String?) -> Int

  /// The identifier of an item in an item, or at the top; asked for rows on the screen.
  func outlineView(
    _ outlineView: OutlineView, child index: Int, ofItem identifier: String?
  ) -> String?

  /// The item around an item; `nil` at the top, or if the item is gone.
  func outlineView(_ outlineView: OutlineView, parentOfItem identifier: String) -> String?

  /// The position of an item in the item around it; `nil` if it is not there.
  ///
  /// The default asks for one child after the other. Implement it for items with thousands of children.
  func outlineView(
    _ outlineView: OutlineView, indexOfItem identifier: String, inItem parent: String?
  ) -> Int?

  /// Whether an item can be expanded; asked for rows on the screen. By default, whether it has children.
  func outlineView(_ outlineView: OutlineView, isItemExpandableAt location: OutlineLocation) -> Bool

  /// The cell for an item. Take it from ``TableView/dequeueReusableCell(_:)``.
  ///
  /// The outline sets its ``TableViewCell/indentationLevel`` and its ``TableViewCell/disclosure``.
  func outlineView(
    _ outlineView: OutlineView, cellForItemAt location: OutlineLocation
  )
    -> TableViewCell

  /// Whether an item still exists, however the rows are filtered: expanded items that are gone are forgotten at
  /// the next launch.
  ///
  /// By default, whether the outline can find it.
  func outlineView(_ outlineView: OutlineView, containsItem identifier: String) -> Bool

  /// The identifiers of all children, in order; `nil` for one without an identifier.
  ///
  /// Called when many rows are marked at once. The default asks for each child.
  func outlineView(
    _ outlineView: OutlineView, childrenOfItem identifier: String?
  ) -> [String?]

  /// Which of some marked items are gone, so that they lose their marks; by default those that
  /// ``outlineView(_:containsItem:)`` doesn't find.
  func outlineView(
    _ outlineView: OutlineView, missingItemsAmong identifiers: [String]
  ) -> [String]

  /// Whether ``TableView/deleteSelection()`` can delete an item; every one by default.
  func outlineView(_ outlineView: OutlineView, canEditItemAt location: OutlineLocation) -> Bool

  /// Deletes an item, as ``TableView/deleteSelection()`` requests.
  func outlineView(
    _ outlineView: OutlineView, commitDeletionForItemAt location: OutlineLocation)

  /// Whether the user can move a row in editing mode; no row by default.
  func outlineView(_ outlineView: OutlineView, canMoveRowAt indexPath: IndexPath) -> Bool

  /// Moves the item in a row, as requested in editing mode; see ``TableViewDataSource``.
  func outlineView(
    _ outlineView: OutlineView, moveRowAt indexPath: IndexPath, to target: IndexPath)
}

extension OutlineViewDataSource {
  /// Asks for one child after the other.
  public func outlineView(
    _ outlineView: OutlineView, indexOfItem identifier: String, inItem parent: String?
  ) -> Int? {
    (0..<self.outlineView(outlineView, numberOfChildrenOfItem: parent)).first {
      self.outlineView(outlineView, child: $0, ofItem: parent) == identifier
    }
  }

  /// Whether the item has children.
  public func outlineView(
    _ outlineView: OutlineView, isItemExpandableAt location: OutlineLocation
  ) -> Bool {
    let child = self.outlineView(outlineView, child: location.index, ofItem: location.parent)
    return child.map { self.outlineView(outlineView, numberOfChildrenOfItem: $0) > 0 } ?? false
  }

  /// Whether the item is at a position in the item around it.
  public func outlineView(
    _ outlineView: OutlineView, containsItem identifier: String
  ) -> Bool {
    let parent = self.outlineView(outlineView, parentOfItem: identifier)
    return self.outlineView(outlineView, indexOfItem: identifier, inItem: parent) != nil
  }

  /// Asks for each child.
  public func outlineView(
    _ outlineView: OutlineView, childrenOfItem identifier: String?
  ) -> [String?] {
    (0..<self.outlineView(outlineView, numberOfChildrenOfItem: identifier)).map {
      self.outlineView(outlineView, child: $0, ofItem: identifier)
    }
  }

  /// The items that ``outlineView(_:containsItem:)`` doesn't find.
  public func outlineView(
    _ outlineView: OutlineView, missingItemsAmong identifiers: [String]
  ) -> [String] {
    identifiers.filter { !self.outlineView(outlineView, containsItem: $0) }
  }

  /// Every item.
  public func outlineView(
    _ outlineView: OutlineView, canEditItemAt location: OutlineLocation
  ) -> Bool { true }

  /// Deletes nothing.
  public func outlineView(
    _ outlineView: OutlineView, commitDeletionForItemAt location: OutlineLocation
  ) {}

  /// No row.
  public func outlineView(_ outlineView: OutlineView, canMoveRowAt indexPath: IndexPath) -> Bool {
    false
  }

  /// Moves nothing.
  public func outlineView(
    _ outlineView: OutlineView, moveRowAt indexPath: IndexPath, to target: IndexPath
  ) {}
}
