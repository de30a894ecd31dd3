import Foundation

/// An item that a form has just saved.
struct SavedItem {
  var uuid: UUID
  var name: String
  /// Whether it was not there before.
  var isNew: Bool
}
