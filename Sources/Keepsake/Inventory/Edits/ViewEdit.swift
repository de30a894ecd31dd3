import Foundation

/// A change of a saved view; one step of undo.
public enum ViewEdit: Sendable {
  /// Stores a view; replaces the one that has its name, ignoring case.
  case save(SavedView)
  /// Renames a view.
  case rename(UUID, to: String)
  /// Deletes a view.
  case delete(UUID)
}
