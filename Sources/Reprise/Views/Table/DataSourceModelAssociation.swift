import Foundation

/// Ties rows to the things they show, so that selection and scroll position follow the things and
/// not the row numbers (contract 5).
public protocol DataSourceModelAssociation: AnyObject {
  /// A name for the thing in a row: the same at every launch, whatever row it stands in.
  func modelIdentifierForElement(at indexPath: IndexPath, in view: View) -> String?

  /// The row where a thing stands now, or `nil` if it is gone.
  func indexPathForElement(withModelIdentifier identifier: String, in view: View) -> IndexPath?
}
