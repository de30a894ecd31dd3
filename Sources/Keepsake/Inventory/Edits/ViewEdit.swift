import Foundation

/// A change of a saved view; one step of undo.
public enum ViewEdit: Sendable {
  /// Stores a view, and replaces the view of the same name, ignoring case.
  case save(SavedView)
  /// Renames a view.
  case rename(UUID, to: String)
  /// Deletes a view.
  case delete(UUID)
}
