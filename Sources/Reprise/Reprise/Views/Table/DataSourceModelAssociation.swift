import Foundation

/// Identifies the items in rows, so that selection and scroll position follow items, not row numbers
/// (contract 5).
public protocol DataSourceModelAssociation: AnyObject {
  /// The identifier of the item in a row: the same at every launch, whatever row the item is in.
  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String?

  /// The row of an item, or `nil` if it is gone.
  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath?
}
