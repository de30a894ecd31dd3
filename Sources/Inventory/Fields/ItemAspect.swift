/// What of an item somebody wrote.
package enum ItemAspect: Hashable, Sendable {
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
}
