import Foundation

/// A filter with a name, with the order of its items and the columns that its list leaves out.
///
/// Its text is stored readable, also if it contains words of private items.
public struct SavedView: Hashable, Sendable {
  /// Its identity, which each home has for itself.
  public var uuid: UUID
  /// Its name, unique with case ignored.
  public var name: String
  /// The text of the filter, with the operator of its shelf; blank for all items.
  public var filter: String
  /// The identifiers of the columns that the list leaves out.
  public var hiddenColumns: [String]
  /// The name of the order of the items; a newer version may have stored an unknown name.
  var sort: String
  /// When it was deleted.
  public internal(set) var deletedAt: Timestamp?

  /// The name of the order by name.
  static let usualSort = "name"

  /// Makes a view whose items are sorted by name.
  public init(
    uuid: UUID = Identity.new(), name: String, filter: String,
    hiddenColumns: some Sequence<String> = []
  ) {
    (self.uuid, self.name, self.filter, sort) = (uuid, name, filter, Self.usualSort)
    self.hiddenColumns = Array(hiddenColumns)
  }
}
