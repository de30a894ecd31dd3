import Foundation

/// Supplies the items of a collection; asked only for those on screen.
///
/// There is one section, so ``Foundation/IndexPath/row`` counts the items.
public protocol CollectionViewDataSource: AnyObject {
  /// The number of items.
  func numberOfItems(in collectionView: CollectionView) -> Int

  /// The cell for an item. Take it from ``CollectionView/dequeueReusableCell(_:)``.
  func collectionView(
    _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
  ) -> CollectionViewCell

  /// Identifies the items; by default the data source itself, if it conforms.
  var modelAssociation: (any DataSourceModelAssociation)? { get }
}

extension CollectionViewDataSource {
  /// The data source itself, if it conforms.
  public var modelAssociation: (any DataSourceModelAssociation)? {
    self as? any DataSourceModelAssociation
  }
}

/// Hears what a person does with a collection.
public protocol CollectionViewDelegate: AnyObject {
  /// Opens an item: Enter, or a click on the selected one.
  func collectionView(
    _ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath)

  /// Called when the selection has moved.
  func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath)
}

extension CollectionViewDelegate {
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath
  ) {}
}
