import Foundation

/// A change of a place as a whole; one step of undo.
public enum PlaceEdit: Sendable {
  /// Moves a place with everything in it into another one, or to the top.
  case move(UUID, to: UUID?)
  /// Moves everything in a place into another one, then the place to the trash. Inner places that have the same name in both
  /// are merged, too.
  case merge(UUID, into: UUID)
  /// Replaces the notes of a place.
  case note(UUID, String)
  /// Replaces the photo of a place, or removes it. The file must be stored; see
  /// ``AttachmentStore/setPhoto(_:ofPlace:session:)``, which does both.
  case photo(UUID, PlacePhoto?)
}

/// A change of a tag on all items that have it; one step of undo.
///
/// Includes items in the archive and the trash, and private items if their keys are here.
public enum TagEdit: Sendable {
  /// Renames a tag.
  case rename(String, to: String)
  /// Replaces a tag by another one, which exists.
  case merge(String, into: String)
  /// Removes a tag from all items.
  case delete(String)
}

/// A change of a category; one step of undo.
///
/// Includes items in the archive and the trash, and private items if their keys are here.
public enum CategoryEdit: Sendable {
  /// Renames a category.
  case rename(UUID, to: String)
  /// Moves all items of a category to another one, then the category to the trash.
  case merge(UUID, into: UUID)
  /// Moves a category to the trash; its items have none then.
  case delete(UUID)
  /// Sets the months after which an item has lost its value; `nil` if age does not matter.
  case setUsefulLife(UUID, months: Int?)
}
