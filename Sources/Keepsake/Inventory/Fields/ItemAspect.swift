import Foundation

/// The part of an item, or of something that belongs to it, that a change affects.
public enum ItemAspect: Hashable, Sendable {
  /// A field of the catalogue.
  case field(ItemField)
  /// One of the user's own fields, by name.
  case custom(String)
  /// Whether the item has a tag.
  case tag(String)
  /// Whether it is in the trash.
  case trash
  /// Whether it is private.
  case privacy
  /// One of its files; empty if its name is unknown.
  case file(UUID, name: String)
  /// A column of a place or a category, in words; empty for the value of a setting.
  case column(String)
}
