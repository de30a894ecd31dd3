import Foundation

/// The part of an item, or of something that belongs to it, that a change affects.
public enum ItemAspect: Hashable, Sendable {
  /// A built-in field.
  case field(ItemField)
  /// A custom field, by name.
  case custom(String)
  /// Whether the item has a tag.
  case tag(String)
  /// Whether the item is in the trash.
  case trash
  /// Whether the item is private.
  case privacy
  /// An attached file; the name is empty if unknown.
  case file(UUID, name: String)
  /// The display name of a column of a place or a category; empty for the value of a setting.
  case column(String)
}
