import Foundation

/// What of an item, or of what belongs to it, somebody wrote.
public enum ItemAspect: Hashable, Sendable {
  /// A field of the catalogue.
  case field(ItemField)
  /// A field of the person's own, by name.
  case custom(String)
  /// Whether the item has a tag.
  case tag(String)
  /// Whether it is in the trash.
  case trash
  /// Whether it is private.
  case privacy
  /// One of its files; empty where nobody knows what it was called.
  case file(UUID, name: String)
  /// A column of a place or a category, in words; empty for the value of a setting.
  case column(String)
}
